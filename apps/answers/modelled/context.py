"""Passages as a model reads them (M6): by report with what is known of it, numbered in the order they are given."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import log

from apps.answers.compute.grids import Line, ReadTable
from apps.answers.sources.evidence import Filing, Passage
from apps.answers.sources.tables import stored_table
from apps.answers.tools.desk import Desk
from apps.answers.tools.pages import grid_told
from apps.answers.tools.quoting import Stretch, words_of
from apps.documents.models import Chunk
from apps.inference.language import data_block
from apps.retrieval.sentences import breaks
from apps.retrieval.stems import stems

CUT, GAP, ROWS_LEFT = " [... cut here]", " [...] ", "\n[rows are left out]"
PIECE = 240  # characters of a piece of an excerpt
FULL = 4  # one passage of so many is shown in full where the others are not
LEVELS, HEADING = 2, 60  # of a section's headings: the innermost ones, and characters of each
Asked = Mapping[str, float]  # stems of what is asked, the rarer among what is shown the heavier
MARKS = 250  # characters that a passage takes besides its text: marks, section, its part of the report's block
LEAST_ROWS = 100  # characters of the rows of a table, however little is shown of it
LEAST = 300  # of a passage's text


def fitting(passages: Sequence[Passage], most: int, room: int) -> tuple[tuple[Passage, ...], int]:
    """The best passages that fit into `room` characters, and how many of each: as many passages as may be, each cut
    before one is left out, but not below what still says something. most: characters of each.
    """
    count = max(1, min(len(passages), room // (LEAST + MARKS)))
    return tuple(passages[:count]), min(most, max(LEAST, room // count - MARKS))


def shown(
    passages: Sequence[Passage],
    filings: Sequence[Filing],
    most: int,
    desk: Desk,
    question: str,
    least: int | None = None,
) -> str:
    """Each passage in a block of its own, whose mark holds the number: a passage cannot pass for another one.

    A table comes with its caption, its units, its columns and the rows that the question speaks of; of what is longer
    than `most` characters, the sentences that do. Within a report the order is that of the pages, and headings are
    told where they change. desk: where the ids of cells are handed out. least: characters of each passage that is not
    of the quarter which says most of what is asked.
    """
    tables, asked = _tables(passages), weighed(question, [one.found.text for one in passages])
    by_version = {filing.version_id: filing for filing in filings}
    numbers = {passage.found.chunk_id: number for number, passage in enumerate(passages, start=1)}
    reports = dict.fromkeys(passage.found.version_id for passage in passages)
    sizes = _sizes(passages, most, most if least is None else min(least, most), asked)
    desk.read += [one for passage in passages for one in _read(passage, by_version.get(passage.found.version_id))]
    blocks = []
    for version in reports:
        own = sorted((one for one in passages if one.found.version_id == version), key=_place)
        blocks.append(data_block("report", _report(by_version.get(version), own[0])))
        before = ""
        for one in own:
            table = tables.get(one.found.chunk_id)
            size = sizes[one.found.chunk_id]
            text = table_told(desk, table, size, asked) if table else ""
            told = f"{_head(one, before)}\n{text or excerpt(one.found.text, size, asked)}"
            blocks.append(data_block(f"passage {numbers[one.found.chunk_id]}", told))
            before = _headings(one)
    return "\n\n".join(blocks)


def _read(passage: Passage, filing: Filing | None) -> Iterator[Stretch]:
    """Its words with their places: figures of theirs can be quoted for a calculation."""
    found, offset = passage.found, 0
    for page, start, end in passage.spans:
        words = words_of(found.text[offset : offset + end - start], start)
        filer = filing.filer if filing else None
        yield Stretch(found.document_uid, found.version_id, page, words, found.document_name, filer)
        offset += end - start + 1


def _sizes(passages: Sequence[Passage], most: int, least: int, asked: Asked) -> dict[int, int]:
    """Of each passage how many characters are shown."""
    said = {one.found.chunk_id: says(one.found.text, asked) for one in passages}
    enough = sorted(said.values(), reverse=True)[(len(said) - 1) // FULL]
    return {key: most if own >= enough else least for key, own in said.items()}


def weighed(question: str, texts: Sequence[str]) -> Asked:
    """The stems of a question by how few of the texts hold them."""
    said = stems(question)
    held = Counter(stem for text in texts for stem in stems(text) & said)
    return {stem: log(1 + (len(texts) + 1) / (1 + held[stem])) for stem in said}


def _report(filing: Filing | None, first: Passage) -> str:
    if filing is None:
        return first.found.document_name
    year = f"; fiscal year {filing.fiscal_year}" if filing.fiscal_year else ""
    company = f"; company {filing.filer.name}" if filing.filer else ""
    return f"{filing.title}{company}{year}"


def _place(passage: Passage) -> tuple[int, int]:
    return passage.found.page, passage.spans[0][1] if passage.spans else 0


def _head(passage: Passage, before: str) -> str:
    headings, page = _headings(passage), f"page {passage.found.page + 1}"
    if not headings:
        return f"({page})"
    return f"(same section, {page})" if headings == before else f"({headings}, {page})"


def _headings(passage: Passage) -> str:
    return " > ".join(_short(one) for one in passage.found.section_path[-LEVELS:])


def _short(heading: str) -> str:
    return heading if len(heading) <= HEADING else f"{heading[: HEADING - 1].rstrip()}…"


def _tables(passages: Sequence[Passage]) -> dict[int, ReadTable]:
    """The tables of passages that are some, by the key of the passage. One query."""
    rows = Chunk.objects.filter(pk__in=[one.found.chunk_id for one in passages]).exclude(table=None)
    rows = rows.select_related("table__version__document__company", "table__continues")
    return {row.pk: stored_table(row.table) for row in rows if row.table and row.table.page == row.page}


def excerpt(text: str, most: int, asked: Asked) -> str:
    """Not longer than `most`: what says most of what is asked, in its order; each gap is marked."""
    if len(text) <= most:
        return text
    pieces = _pieces(text)
    kept = _best(pieces, most, asked)
    if not kept:
        return cut(text, most)
    told = "" if kept[0] == 0 else GAP.lstrip()
    for at, following in zip(kept, [*kept[1:], len(pieces)], strict=True):
        told += pieces[at] if following == at + 1 else f"{pieces[at].rstrip()}{GAP}"
    return told.rstrip()


def _pieces(text: str) -> list[str]:
    """The sentences with the white space behind them, long ones in parts that end with a clause or a word."""
    begins = [0, *(begin for _, begin in breaks(text)), len(text)]
    return [part for first, last in pairwise(begins) for part in _parts(text[first:last])]


def _parts(sentence: str) -> Iterator[str]:
    while len(sentence) > PIECE:
        clause = max(sentence.rfind(mark, PIECE // 2, PIECE) for mark in (",", ";"))
        end = 1 + (clause if clause > 0 else sentence.rfind(" ", PIECE // 2, PIECE))
        yield sentence[: end or PIECE]
        sentence = sentence[end or PIECE :]
    yield sentence


def _best(pieces: Sequence[str], most: int, asked: Asked) -> list[int]:
    """Positions of those that say most; what follows one of them goes on with it, and counts half as much."""
    said = [says(piece, asked) for piece in pieces]
    score = [own + (said[at - 1] / 2 if at else 0) for at, own in enumerate(said)]
    kept, left = [], most - len(GAP)
    for at in sorted(range(len(pieces)), key=lambda one: (-score[one], one)):
        if len(pieces[at]) + len(GAP) <= left:
            kept.append(at)
            left -= len(pieces[at]) + len(GAP)
    return sorted(kept)


def says(text: str, asked: Asked) -> float:
    """How much of what is asked a text speaks of."""
    return sum(asked.get(stem, 0) for stem in stems(text))


def cut(text: str, most: int) -> str:
    """Not longer than `most`, at the end of a sentence or line, and marked where something is left out."""
    if len(text) <= most:
        return text
    kept = text[: most - len(CUT)]
    end = max(kept.rfind(". ") + 1, kept.rfind("\n"))
    return f"{kept[:end] if end > most // 2 else kept}{CUT}"


def table_told(desk: Desk, table: ReadTable, most: int, asked: Asked) -> str:
    """The whole table, or as many of its rows as fit, those first that say most of what is asked."""
    if not table.lines:  # of words alone
        return cut(grid_told(desk, table), most)
    left = max(most - len(grid_told(desk, table, frozenset())), LEAST_ROWS)
    if sum(map(_length, table.lines)) <= left:
        return grid_told(desk, table)
    rows = dict[int, int]()
    for line in sorted(table.lines, key=lambda one: -says(" ".join((one.label, *one.above)), asked)):
        size = _length(line)
        if size <= left or not rows:
            rows[line.index] = size
            left -= size
    return grid_told(desk, table, frozenset(rows)) + ROWS_LEFT


def _length(line: Line) -> int:
    """About the characters of a row as it is told, with what stands above it."""
    cells = sum(len(cell.printed) + 3 for cell in line.cells.values())
    return len(str(line.index)) + len(line.label) + cells + len((*line.above, "")[-1]) + 4
