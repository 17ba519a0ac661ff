"""Passages as a model reads them (M6): by report with what is known of it, numbered in the order they are given."""

from collections.abc import Sequence

from apps.answers.compute.grids import ReadTable
from apps.answers.sources.evidence import Filing, Passage
from apps.answers.sources.tables import stored_table
from apps.answers.tools.desk import Desk
from apps.answers.tools.pages import grid_told
from apps.documents.models import Chunk
from apps.inference.language import data_block
from apps.retrieval.stems import stems

CUT, ROWS_LEFT = " [... cut here]", "\n[rows are left out]"
MARKS = 250  # characters that a passage takes besides its text: marks, section, its part of the report's block
LEAST = 300  # of a passage's text


def fitting(passages: Sequence[Passage], most: int, room: int) -> tuple[tuple[Passage, ...], int]:
    """The best passages that fit into `room` characters, and how many of each: as many passages as may be, each cut
    before one is left out, but not below what still says something. most: characters of each.
    """
    count = max(1, min(len(passages), room // (LEAST + MARKS)))
    return tuple(passages[:count]), min(most, max(LEAST, room // count - MARKS))


def shown(passages: Sequence[Passage], filings: Sequence[Filing], most: int, desk: Desk, question: str) -> str:
    """Each passage in a block of its own, whose mark holds the number: a passage cannot pass for another one.

    A table comes with its caption, its units, its columns and the rows that the question speaks of. Within a report
    the order is that of the pages. most: characters of each; desk: where the ids of cells are handed out.
    """
    tables = _tables(passages)
    by_version = {filing.version_id: filing for filing in filings}
    numbers = {passage.found.chunk_id: number for number, passage in enumerate(passages, start=1)}
    reports = dict.fromkeys(passage.found.version_id for passage in passages)
    blocks = []
    for version in reports:
        own = sorted((one for one in passages if one.found.version_id == version), key=_place)
        blocks.append(data_block("report", _report(by_version.get(version), own[0])))
        for one in own:
            told = _passage(one, most, tables.get(one.found.chunk_id), desk, question)
            blocks.append(data_block(f"passage {numbers[one.found.chunk_id]}", told))
    return "\n\n".join(blocks)


def _report(filing: Filing | None, first: Passage) -> str:
    if filing is None:
        return first.found.document_name
    year = f"; fiscal year {filing.fiscal_year}" if filing.fiscal_year else ""
    company = f"; company {filing.names[0]}" if filing.names else ""
    return f"{filing.title}{company}{year}"


def _place(passage: Passage) -> tuple[int, int]:
    return passage.found.page, passage.spans[0][1] if passage.spans else 0


def _tables(passages: Sequence[Passage]) -> dict[int, ReadTable]:
    """The tables of passages that are some, by the key of the passage. One query."""
    rows = Chunk.objects.filter(pk__in=[one.found.chunk_id for one in passages]).exclude(table=None)
    rows = rows.select_related("table__version__document__company", "table__continues")
    return {row.pk: stored_table(row.table) for row in rows if row.table and row.table.page == row.page}


def _passage(passage: Passage, most: int, table: ReadTable | None, desk: Desk, question: str) -> str:
    found = passage.found
    section = f"{' > '.join(found.section_path)}, " if found.section_path else ""
    head = f"({section}page {found.page + 1})"
    grid = table_told(desk, table, most, question) if table else ""
    return f"{head}\n{grid or cut(found.text, most)}"


def cut(text: str, most: int) -> str:
    """Not longer than `most`, at the end of a sentence or line, and marked where something is left out."""
    if len(text) <= most:
        return text
    kept = text[: most - len(CUT)]
    end = max(kept.rfind(". ") + 1, kept.rfind("\n"))
    return f"{kept[:end] if end > most // 2 else kept}{CUT}"


def table_told(desk: Desk, table: ReadTable, most: int, question: str) -> str:
    """The whole table, or as many of its rows as fit, those first that share most words with the question."""
    whole = grid_told(desk, table)
    if len(whole) <= most:
        return whole
    asked = stems(question)
    ranked = sorted(table.lines, key=lambda line: -len(asked & stems(" ".join((line.label, *line.above)))))
    count = max(1, len(ranked) * most // len(whole))
    return cut(grid_told(desk, table, frozenset(line.index for line in ranked[:count])), most) + ROWS_LEFT
