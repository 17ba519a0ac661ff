"""Questions for a line of a table, as it is printed or for what is computed of it (H2).

Kept by place, without the words of any filing: which table, rows and columns. Texts are worded as `marked_cell` words
them: with its number marked the line answers, with any other number it does not. What does not answer is what finance
mixes up: other lines of the same table, the same line in another column, lines of other tables of the filing that say
as many of the question's words; mostly of the same period.
"""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from apps.answers.compute.books import Book, Shelf
from apps.answers.compute.cells import around_tables
from apps.answers.compute.grids import Cell, Line, ReadTable
from apps.answers.compute.grids import read as read_table
from apps.answers.judge.numbers import CLOSES, OPENS
from apps.answers.judge.pair_model import worded
from apps.documents.models import DocumentVersion, Table
from apps.learning import json_lines
from apps.learning.builders.filed import Filed, called
from apps.learning.builders.readers import COMPANY
from apps.learning.groups import Grade, Group
from apps.questions.operations import Operation
from apps.retrieval.filings import Filing
from apps.retrieval.stems import stems
from apps.statements.values.periods import Period

ORIGIN = "numbers in tables"
KEPT = Path(__file__).parents[1] / "data" / "cells.jsonl.xz"
LONGEST, LONGEST_TITLE = 80, 160  # rows of a table; characters
ABOVE = 2  # headings over a line that say what it is of
UNMARKED = str.maketrans("", "", OPENS + CLOSES)
NEAREST = 24  # cells of other tables that say most of the question
BESIDE, ELSEWHERE, OTHERWISE = 3, 3, 1  # of the same table, of others, and of the same line in other columns


@dataclass(frozen=True, slots=True)
class AskedCell:
    """filing: SHA-256 of its file. The filer's name in the question is `{company}`. table: its number in the filing.

    cells: row and column in its grid of each number that the answer is made of, the one of the line that is asked about
    first; all from 0.
    """

    question: str
    filing: str
    table: int
    cells: tuple[tuple[int, int], ...]
    operation: Operation = Operation.VALUE


@dataclass(frozen=True)
class Printed:
    """A number of a table that is read."""

    table: ReadTable
    line: Line
    cell: Cell

    @property
    def text(self) -> str:
        return marked_cell(self.table, self.line, self.cell)

    @cached_property
    def period(self) -> Period | None:
        return self.table.period(self.line, self.cell)

    @cached_property
    def stems(self) -> frozenset[str]:
        told = (self.table.title, *self.line.above, self.line.label, self.table.name(self.line, self.cell))
        return stems(" ".join(told))


def marked_cell(table: ReadTable, line: Line, cell: Cell) -> str:
    """The number of a cell as a model reads it: of which filing, in which table, line and column."""
    row = ", ".join(filter(None, (" > ".join((*line.above[-ABOVE:], line.label)), line.beside)))
    period = f"{table.filing.period} {table.filing.year or ''}".strip()
    section = table.section[-1] if table.section else ""
    told = ". ".join((table.title[:LONGEST_TITLE], row, table.header(line, cell))).translate(UNMARKED)
    return worded(table.book.filer.name, period, section, f"{told}: {OPENS} {cell.printed.strip()} {CLOSES}")


class Tables:
    """The numbers of the tables of a filing."""

    def __init__(self, filing: Filing, book: Book) -> None:
        held = [one for one in _tables(filing.version) if len(one.grid) <= LONGEST]
        around = around_tables(held)
        read = [read_table(one, filing, book, *around.get(one.pk, ((), ""))) for one in held]
        every = (Printed(table, line, cell) for table in read for line in table.lines for cell in line.cells.values())
        self.printed = [one for one in every if one.line.label and not one.cell.amount.nil]
        self.by_place = {(one.table.table.ordinal, one.cell.row, one.cell.column): one for one in self.printed}
        self.index: dict[str, list[Printed]] = defaultdict(list)
        for one in self.printed:
            for stem in one.stems:
                self.index[stem].append(one)

    def near(self, question: str, right: Printed) -> list[Printed]:
        """Those of other tables that say most of the question, best first."""
        shares: dict[int, int] = defaultdict(int)
        held: dict[int, Printed] = {}
        for stem in sorted(stems(question)):
            for one in self.index.get(stem, ()):
                if one.table is not right.table:
                    shares[id(one)] += 1
                    held[id(one)] = one
        return [held[at] for at in sorted(shares, key=lambda at: -shares[at])[:NEAREST]]


def groups(asked: Iterable[AskedCell], filed: Mapping[str, Filed], shelf: Shelf, rng: random.Random) -> Iterator[Group]:
    """filed: by SHA-256. What is of a filing that is not held, or was read otherwise, is left out."""
    by_filing: dict[str, list[AskedCell]] = defaultdict(list)
    for one in asked:
        by_filing[one.filing].append(one)
    for sha256, tables in tables_of(by_filing, filed, shelf):
        for one in by_filing[sha256]:
            if right := tables.by_place.get((one.table, *one.cells[0])):
                yield _group(one, filed[sha256], right, tables, rng)


def tables_of(of: Iterable[str], filed: Mapping[str, Filed], shelf: Shelf) -> Iterator[tuple[str, Tables]]:
    """Of each of the filings that is held, by SHA-256."""
    books = {filing.version: (filing, book) for book in shelf.books for filing in book.filings}
    versions = dict(DocumentVersion.objects.filter(pk__in=books).values_list("sha256", "pk"))
    for sha256 in of:
        if sha256 in filed and sha256 in versions:
            yield sha256, Tables(*books[versions[sha256]])


def _tables(version: int) -> Sequence[Table]:
    return list(Table.objects.filter(version=version).select_related("continues", "continues__continues"))


def _group(one: AskedCell, filing: Filed, right: Printed, tables: Tables, rng: random.Random) -> Group:
    question = one.question.replace(COMPANY, called(filing, rng))
    used = [each for cell in one.cells if (each := tables.by_place.get((one.table, *cell)))]
    known = {each.cell.amount.value for each in used}
    others = [each for each in tables.printed if each.cell.amount.value not in known]
    own = [each for each in others if each.table is right.table]
    beside = [each for each in own if each.period == right.period]
    otherwise = [each for each in own if each.line is right.line and each.period != right.period]
    near = [each for each in tables.near(question, right) if each.cell.amount.value not in known]
    wrong = [*_drawn(beside, BESIDE, rng), *_drawn(near, ELSEWHERE, rng), *_drawn(otherwise, OTHERWISE, rng)]
    texts = dict.fromkeys(each.text for each in (right, *wrong))
    return Group(question, tuple(texts), (Grade.ANSWERS, *[Grade.OFF_TOPIC] * (len(texts) - 1)), ORIGIN, filing.name)


def _drawn(of: Sequence[Printed], most: int, rng: random.Random) -> list[Printed]:
    return rng.sample(of, min(most, len(of)))


def write(asked: Iterable[AskedCell], file: Path) -> None:
    json_lines.write(map(asdict, asked), file)


def read(file: Path = KEPT) -> Iterator[AskedCell]:
    for row in json_lines.read(file):
        cells = tuple((each[0], each[1]) for each in row.pop("cells"))
        yield AskedCell(cells=cells, operation=Operation(row.pop("operation")), **row)
