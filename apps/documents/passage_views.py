"""What retrieval reads of a passage: where it stands, then its text. The cited text stays verbatim (M1, V1, V3, V4)."""

from collections.abc import Sequence

from apps.documents.chunking import Passage
from apps.documents.models import Chunk, ChunkKind, Table
from apps.documents.sections import LONGEST_TITLE, PART, cut, one_line
from apps.documents.tables_in_words import header_lines, line_labels, statement

ABOVE_CHARACTERS = 40  # of a title that others stand under
LAST_CHARACTERS = 100
STATEMENT_CHARACTERS = 700  # what the embedded model reads of a table: names, not numbers
BREAK = "\n\n"  # between the lines about a passage and the passage


def view(passage: Passage, title: str, path: Sequence[str]) -> str:
    """Title line, section path, caption, units and rows of a table in words (V1), then the text.

    Later parts of a table repeat its headers (M1). The title line names the filer.
    """
    about = [title, path_line(path)]
    body = passage.text
    if passage.table is not None:
        about += [passage.table.caption, passage.table.units, statement(passage.table, _places(passage))]
        if passage.part or passage.table.headed is not passage.table:
            body = f"{header_lines(passage.table.headed)}\n{body}"
    return "\n".join(one_line(line) for line in about if line.strip()) + BREAK + body


def _places(passage: Passage) -> list[tuple[int, int]]:
    """Characters of the table's own page that the passage holds; its lead may stand on the page before."""
    page = passage.spans[-1].page
    return [(span.start, span.end) for span in passage.spans if span.page is page]


def noted(view: str, note: str) -> str:
    """A view with more lines above the passage: what references mean (V3), what a figure shows (V1)."""
    if not note:
        return view
    about, _, body = view.partition(BREAK)
    return "\n".join([about, *(one_line(line) for line in note.splitlines() if line.strip())]) + BREAK + body


def path_line(path: Sequence[str]) -> str:
    """A section path on one line: parts are left out, items shortened, and of the rest the last two titles stay."""
    titles = [title for title in path if not PART.match(title)] or list(path)
    kept = titles if len(titles) <= 3 else [titles[0], "…", *titles[-2:]]
    return " > ".join(
        [*(cut(title, ABOVE_CHARACTERS) for title in kept[:-1]), *(cut(title, LAST_CHARACTERS) for title in kept[-1:])]
    )


def dense_view(chunk: Chunk) -> str:
    """What the embedder reads: title and last heading, then the text, or a short statement of what a table is about.

    The statement names the columns and the rows and leaves the numbers to the lexical index: they say little to a model
    of language. What is left out of the view here costs a fifth of the model's time and tells passages of one filing
    apart no better. Reads `chunk.section` and `chunk.table`: select them with the chunk.
    """
    heading = chunk.section.title if chunk.section else ""
    about = [chunk.view.partition("\n")[0], heading]
    if chunk.kind == ChunkKind.TABLE and chunk.table is not None:
        return "\n".join(
            dict.fromkeys([*about, chunk.table.caption, chunk.table.units, _statement(chunk.table, chunk)])
        )
    if one_line(chunk.text[:LONGEST_TITLE]).startswith(heading):
        about.pop()
    return "\n".join([*about, chunk.text])


def _statement(table: Table, chunk: Chunk) -> str:
    headed = table.headed
    names = dict.fromkeys([*_column_names(headed.grid, headed.header_rows), *line_labels(chunk.text)])
    return cut("; ".join(names), STATEMENT_CHARACTERS)


def _column_names(grid: list[list[dict[str, str] | None]], header_rows: int) -> list[str]:
    cells = (cell for row in grid[:header_rows] for cell in row if cell)
    return [one_line(cell["text"]) for cell in cells if cell["text"].strip()]
