"""Lines of the tables that a search brought, each with its cells in the periods that are asked for."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from apps.answers.compute.books import Book
from apps.answers.compute.cells import WHOLES, read_tables
from apps.answers.compute.grids import YEAR_ALONE, Cell, Line, ReadTable
from apps.answers.sources.candidate import Quantity, Span
from apps.answers.sources.evidence import Evidence
from apps.documents.models import Chunk
from apps.questions.labels import stem, stems_of, words
from apps.statements.ontology import Unit
from apps.statements.values.periods import Period

LENGTHS = (3, 12, 6, 9)  # months that a flow to a day may be of, the likeliest first
TOTALS = frozenset(("total", "totals", "subtotal"))
MOST_ROWS = 80  # of a table; a longer one is a list of another kind


class Dating(StrEnum):
    """What says of which period a series is."""

    HEADER = "header"
    LENGTH = "length"  # the header names the day, and a length that was not asked for
    ROW = "row"  # the row is called by its year: a schedule of payments
    NONE = "none"  # nothing but the filing


@dataclass(frozen=True)
class Series:
    """One line under one heading of columns. cells: by period, with the line that each stands in."""

    table: ReadTable
    line: Line
    name: str
    cells: Mapping[Span, tuple[Line, Cell]]
    dating: Dating

    @cached_property
    def own(self) -> frozenset[str]:
        """Stems of its label; of a schedule's column, of its heading."""
        return stems_of([self.name if self.dating is Dating.ROW else self.line.label])

    @cached_property
    def over(self) -> frozenset[str]:
        """Stems of the headings over it."""
        return stems_of(self.line.above[-2:])

    @cached_property
    def column(self) -> frozenset[str]:
        """Stems of the heading that its columns share."""
        return stems_of([self.name])

    @cached_property
    def around(self) -> frozenset[str]:
        """Stems of what stands over and beside it."""
        return self.over | self.column | stems_of([self.line.beside])

    @cached_property
    def said(self) -> frozenset[str]:
        """Stems of all that it says."""
        return self.own | self.around

    @cached_property
    def quantities(self) -> Mapping[Span, Quantity]:
        """What the table does not say the unit of is a count."""
        counted = {span: self.table.quantity(line, cell) for span, (line, cell) in self.cells.items()}
        plain = {span: Quantity(cell.amount.value, Unit.COUNT) for span, (_, cell) in self.cells.items()}
        return {span: quantity or plain[span] for span, quantity in counted.items()}

    @property
    def is_whole(self) -> bool:
        """Whether it is called a total."""
        said = self.line.label.lower().split()
        return not TOTALS.isdisjoint(said) or words(self.line.label) <= WHOLES

    @property
    def label(self) -> str:
        """As it is told: "Rail, Cost of revenue"."""
        parts = (self.name,) if self.dating is Dating.ROW else (self.line.label.strip(" :"), self.name)
        return ", ".join(filter(None, parts)) or self.table.title


@dataclass(frozen=True, slots=True)
class Tabled:
    """A table of the search. rank: of its first passage, from 0; title: stems of what stands over it."""

    read: ReadTable
    rank: int
    title: frozenset[str]
    series: tuple[Series, ...]


def tabled(evidence: Evidence, book: Book, spans: Sequence[Span], most: int) -> list[Tabled]:
    """The first `most` tables of the filer among all that the search brought, kept or not; in the order of ranks."""
    ranks = _ranks(evidence, book, most)
    found = []
    for key, told in read_tables(sorted(ranks, key=ranks.__getitem__), book, MOST_ROWS).items():
        title = frozenset(stem(word) for word in told.about | told.heads)
        found.append(Tabled(told, ranks[key], title, tuple(series_of(told, spans))))
    return found


def _ranks(evidence: Evidence, book: Book, most: int) -> dict[int, int]:
    versions = {filing.version for filing in book.filings}
    order = list(dict.fromkeys(one.chunk_id for one in evidence.result.trace.candidates))
    held = Chunk.objects.filter(pk__in=order, version__in=versions).exclude(table=None)
    tables = dict(held.values_list("pk", "table"))
    ranks: dict[int, int] = {}
    for chunk in order:
        if chunk in tables and len(ranks) < most:
            ranks.setdefault(tables[chunk], len(ranks))
    return ranks


def series_of(table: ReadTable, spans: Sequence[Span]) -> Iterator[Series]:
    """Each line under each heading that has a cell of one of the periods, or of none."""
    cells: dict[tuple[int, str, Dating, int], dict[Span, tuple[Line, Cell]]] = {}
    filed = {span for span in spans if span.year == table.filing.year}
    dated: dict[tuple[Period, str], list[tuple[Dating, Span]]] = {}  # columns of one header are of the same periods
    for line in table.lines:
        own_year = _own_year(line, spans)
        for cell in line.cells.values():
            if cell.amount.nil:
                continue
            name = table.name(line, cell)
            if own_year is not None:
                cells.setdefault((-1, name, Dating.ROW, cell.column), {}).setdefault(own_year, (line, cell))
                continue
            period = table.period(line, cell)
            if period is None:
                for span in filed:
                    cells.setdefault((line.index, name, Dating.NONE, cell.column), {})[span] = (line, cell)
                continue
            header = table.header(line, cell)
            if (period, header) not in dated:
                dated[period, header] = _of(period, table, header, spans)
            for dating, span in dated[period, header]:
                cells.setdefault((line.index, name, dating, 0), {}).setdefault(span, (line, cell))
    for (_, name, dating, _), own in cells.items():
        last = max(own, key=lambda span: str(span.end))
        yield Series(table, own[last][0], name, own, dating)


def _own_year(line: Line, spans: Sequence[Span]) -> Span | None:
    """Of a row that is called by a year: the one of the periods that ends in it."""
    label = line.label.strip(" :")
    if not YEAR_ALONE.fullmatch(label):
        return None
    return next((span for span in spans if span.year and str(span.year) in label), None)


def _of(period: Period, table: ReadTable, header: str, spans: Sequence[Span]) -> list[tuple[Dating, Span]]:
    """The periods among those asked for that a cell is of; of a balance or a flow where only the day was named."""
    for span in spans:
        if table.fits(period, header, span) or (span.months and table.fits(period, header, replace(span, months=None))):
            return [(Dating.HEADER, span)]
    for span in spans:
        if span.months is None and any(table.fits(period, header, replace(span, months=one)) for one in LENGTHS):
            return [(Dating.LENGTH, span)]
    return []
