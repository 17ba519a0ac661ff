"""Rows of any table of the filings in question, found by the words of their labels, as candidates."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from functools import lru_cache, partial

from apps.answers.compute.books import SOME_DAYS, Book, about_years
from apps.answers.compute.grids import Cell, Line, ReadTable, read, without_days
from apps.answers.compute.labels import (
    PLACES,
    alike,
    holds,
    names_line,
    names_member,
    of_its_owners,
    spoken,
    without_kinds,
    words_of,
)
from apps.answers.compute.missing import AmbiguousError
from apps.answers.compute.operands import Operand, Restated
from apps.answers.compute.rivals import borne_out, of_one_kind
from apps.answers.compute.signs import same
from apps.answers.compute.titles import is_titled
from apps.answers.sources.candidate import Candidate, Place, Span
from apps.documents.models import Chunk, Fact, Form, Table
from apps.questions.labels import ADDS_NOTHING, COUNTED, TURNS, called, measured, spelled_out, stem, stems, words
from apps.retrieval.filings import Filing
from apps.statements.ontology import Statement, Unit
from apps.statements.values.periods import parse_period
from apps.statements.values.units import own_units

MOST_TABLES, LONGEST_INTRO, LEAST_PARTS = 60, 400, 2
TABLES = "tables"  # that were read, as a book keeps them
YEARS_STATED = timedelta(days=3 * 366)  # how far back the tables of a filing go
CLAUSE = re.compile(r"[:.;]\s+(?=\S)")
INCLUDING = re.compile(r"\(including\b[^()]*\)")
SENTENCE = re.compile(r"(?<=[a-z0-9)]\.)\s+(?=[A-Z])")
FIELDS = (
    *("id", "version_id", "ordinal", "page", "caption", "units", "header_rows", "grid", "continues"),
    *("continues__id", "continues__caption", "continues__units", "continues__header_rows", "continues__grid"),
    "continues__continues",
)

WHOLES = frozenset(("total", "worldwide", "global", "consolidated"))
RESTRICTING = frozenset(("excess", "exceed", "exceeds", "exceeded", "exceeding"))
FITS = 4  # ranks of a line within those of its part: by its label, else by the words over the table
TITLED = 3 * FITS  # rank of lines of a table that is about the part alone
LONG = 1000  # from here on the same digits of one line and period are one figure
Rank = Callable[[ReadTable, Line, Cell], int | None]


@dataclass(frozen=True, slots=True)
class Hit:
    """A cell that is of the line, the part and the period asked about. rank: 0 is best."""

    rank: int
    table: ReadTable
    line: Line
    cell: Cell
    candidate: Candidate
    sums: bool = False  # the others of its filing add up to it: it is of the whole, and they of its parts

    @property
    def value(self) -> Decimal:
        return self.candidate.quantity.value if self.candidate.quantity else Decimal(0)

    @property
    def unit(self) -> Unit | None:
        return self.candidate.quantity.unit if self.candidate.quantity else None

    def is_about(self, part: str) -> bool:
        around = self.table.about | words_of(self.line.above) | words(self.table.name(self.line, self.cell))
        return stems(part) <= {stem(word) for word in around}

    def doubts(self) -> tuple[str, ...]:
        """A count under "in thousands" may be one of thousands or not: the table does not say, and so it is told.

        Nor does a table without units say that its money is in dollars.
        """
        quantity, units = self.candidate.quantity, self.table.units
        if quantity and quantity.unit is Unit.MONEY and not units.declared and not own_units(self.line.label).declared:
            told = "in whole units" if quantity.scale == 1 else "as the statements of its filing do"
            return (f"The table does not say in what it counts money; it is taken to count {told}.",)
        if quantity is None or quantity.unit is not Unit.COUNT or quantity.scale != 1 or units.scale == 1:
            return ()
        if self.line.ratio:
            return ()
        stated = " ".join((self.table.table.headed.units or self.table.table.units).split()).strip("()")
        return (f"The table is stated “{stated}”; whether this count is too is not said.",) if stated else ()

    def __str__(self) -> str:
        """As it is told beside another: "41 (Backlog, page 12)"."""
        over = self.candidate.above[-1:] or (self.candidate.label,)
        return f"{self.cell.printed} ({over[0]}, page {self.table.table.page + 1})"


@dataclass(slots=True)
class Cells:
    """The tables of one filer's filings."""

    book: Book
    last: date | None = None  # the end of the last period asked about, on which the filing is read first

    def tables(self, wanted: Collection[str], span: Span | None) -> list[ReadTable]:
        """Tables whose text has all these words, of filings that may state the period."""
        said = [tuple(map(str.upper, _spellings(word))) for word in wanted]
        return [table for filing in self.filings(span) for table in self._holding(filing, said)]

    def _holding(self, filing: Filing, said: Sequence[Sequence[str]]) -> list[ReadTable]:
        """Those of one filing that hold one spelling of each word somewhere: in the grid, over it, or in titles."""
        kept = self.book.kept["texts of tables"]
        if filing.version not in kept:
            kept[filing.version] = _texts(filing)
        texts = kept[filing.version].items()
        holding = [key for key, text in texts if holds(text, said)][:MOST_TABLES]
        known = read_tables(holding, self.book)
        return [known[key] for key in holding if key in known]

    def filings(self, span: Span | None) -> list[Filing]:
        held = sorted(self.book.filings, key=lambda one: (str(one.ends or ""), one.version))
        if end := self.last:
            held.sort(key=lambda one: one.period_end is not None and end - one.period_end > SOME_DAYS)
        if span is None or span.end is None:
            return held
        first, last = span.end - timedelta(days=16), span.end + YEARS_STATED
        fitting = [one for one in held if one.period_end is None or first <= one.period_end <= last]
        if span.months in {None, 12}:
            fitting.sort(key=lambda one: not about_years(one))
        return fitting

    def lines(self, label: str, span: Span, part: str = "") -> list[Hit]:
        """The cells of lines called `label`, of the part that is named, for the period."""
        tables = self.tables(words(label) | words(part), span)
        return sorted(_hits(tables, span, partial(_rank, label, part)), key=lambda hit: hit.rank)

    def operand(self, label: str, span: Span, name: str, part: str = "", within: str = "") -> Operand | None:
        """The cell of the first filing that prints the line, where all agree. Raises AmbiguousError.

        within: of which the table, or what stands over the cell, is about.
        """
        found = self.lines(label, span, part)
        return self._chosen([hit for hit in found if not within or hit.is_about(within)], span, name, part)

    def of_both(self, ways: Collection[frozenset[str]], part: str, span: Span, name: str) -> Operand | None:
        """The same of lines that say part and measure in their own labels: "Crane revenues". ways: to call the measure.

        The filer's own name adds nothing. Raises AmbiguousError.
        """
        said = stems(part)
        implied = stems(f"{self.book.filer.name} {' '.join(ADDS_NOTHING)}")
        left = {rest for way in ways if (rest := way - implied - said) and _keeps_its_sense(way, rest)}

        def rank(table: ReadTable, line: Line, cell: Cell) -> int | None:
            own = stems(line.label)
            both = said <= own and own - said - implied in left
            return 0 if both and not words(table.name(line, cell)) else None

        hits = _hits(self.tables(words(part), span), span, rank)
        return self._chosen(hits, span, name, part) if said else None

    def crossing(self, label: str, row: str, column: str, span: Span, name: str) -> Operand | None:
        """The cell in the row of one part under the column of another, of a table of what is called `label`.

        Raises AmbiguousError.
        """
        own = words(self.book.filer.name)

        def rank(table: ReadTable, line: Line, cell: Cell) -> int | None:
            in_row = names_member(row, line.label, own) in (0, 1)
            met = in_row and names_member(column, table.name(line, cell), own) in (0, 1)
            return 0 if met and _is_about(label, table, line, cell) else None

        hits = _hits(self.tables(words(row) | words(column), span), span, rank)
        return self._chosen(hits, span, name, f"{row}, {column}")

    def table_of(self, place: Place) -> ReadTable | None:
        """The table of a place, where it was read."""
        return self.book.kept[TABLES].get(place.table) if place.table else None

    def of_item(self, ways: Collection[frozenset[str]], span: Span, name: str, unit: Unit) -> Operand | None:
        """A line that is called as the item is, to the last word, in any table. Raises AmbiguousError.

        Money stands under a period of its own: under "Total" it may be that of years to come.
        """
        fewest = [way for way in ways if way and not any(other < way for other in ways)]
        tables = {one.table.pk: one for way in fewest for one in self.tables(way, span)}

        def rank(table: ReadTable, line: Line, cell: Cell) -> int | None:
            called_so = stems(INCLUDING.sub("", of_its_owners(line.label, self.book.filer.name))) in ways
            timed = unit is not Unit.MONEY or parse_period(table.header(line, cell))
            return 0 if called_so and timed and not words(table.name(line, cell)) else None

        hits = _hits(tables.values(), span, rank)
        return self._chosen([hit for hit in hits if hit.unit is unit], span, name, "")

    def _chosen(self, found: Sequence[Hit], span: Span, name: str, part: str) -> Operand | None:
        every = [hit for hit in found if hit.candidate.quantity]
        hits = [hit for hit in every if hit.table.filing.form != Form.OTHER] or every  # reports before notes
        if not hits:
            return None
        first = min(hits, key=lambda hit: hit.rank)
        first = _scaled(first if part else _whole(first, hits), hits)
        others = [hit for hit in hits if hit.rank == first.rank and not _agree(first.candidate, hit.candidate)]
        others = [hit for hit in others if not _same_digits(first, hit)]
        others = [hit for hit in others if not (first.sums and hit.table.filing == first.table.filing)]
        if others and not part:
            first, others = self._of_the_whole([first, *others])
        if others:
            told = _plainly_titled([first, *others])
            first, *others = _borne_out(told, span)
            unlike = [hit for hit in told if hit not in (first, *others) and not _agree(first.candidate, hit.candidate)]
            others = [one for one in others if not _agree(first.candidate, one.candidate)]
        else:
            unlike = []
        agreeing = {hit.table.filing.version for hit in hits if _agree(first.candidate, hit.candidate)}
        agreeing.discard(first.table.filing.version)  # a report that prints this figure, too, does not restate it
        others = [hit for hit in others if hit.table.filing.version not in agreeing]
        for other in others:
            if other.table.filing.version == first.table.filing.version or not of_one_kind(first.table, other.table):
                raise AmbiguousError(f"{name}, {span.label}, is printed twice and differs: {first} and {other}.")
        restated = tuple(Restated(hit.value, hit.candidate.source) for hit in others[:1])
        besides = (f"Under the same name {_beside(unlike)} is printed elsewhere in the report.",) if unlike else ()
        doubts = (*first.doubts(), *besides)
        return Operand(replace(first.candidate, part=part), first.value, name, span, restated, doubts)

    def _of_the_whole(self, hits: Sequence[Hit]) -> tuple[Hit, list[Hit]]:
        """Without those that stand under the name of a part, where one does not; the values of the rest."""
        versions = [filing.version for filing in self.book.filings]
        rows = Fact.objects.filter(version__in=versions, statement=Statement.SEGMENT).exclude(dimension="").order_by()
        members = [words(name) for name in rows.values_list("dimension", flat=True).distinct()]
        whole = [hit for hit in hits if not any(one and one <= words_of(hit.candidate.above) for one in members)]
        whole = [hit for hit in whole if not words_of((hit.table.caption, *hit.table.section[-1:])) & PLACES] or whole
        first, *others = whole or hits
        return first, [one for one in others if not _agree(first.candidate, one.candidate)]


def _hits(tables: Iterable[ReadTable], span: Span, rank: Rank) -> list[Hit]:
    """The cells of the period that have a rank; what is printed as a dash is no figure."""
    return [
        Hit(place, table, line, cell, table.candidate(line, cell, span))
        for table in tables
        for line in table.lines
        for cell in line.cells.values()
        if (place := rank(table, line, cell)) is not None and not cell.amount.nil and table.is_of(line, cell, span)
    ]


def _keeps_its_sense(way: frozenset[str], rest: frozenset[str]) -> bool:
    """The cost of revenue is no revenue."""
    return way == rest or rest not in called("revenue") or way in called("revenue")


def _whole(first: Hit, hits: Sequence[Hit]) -> Hit:
    """Of lines that are called alike and differ, the one that all others of its filing add up to; else the first."""
    alike = [hit for hit in hits if hit.rank == first.rank and hit.table.filing == first.table.filing]
    values = {hit.value for hit in alike}
    total = max(values)
    if len(values) < LEAST_PARTS + 1 or 2 * total != sum(values) or min(values) <= 0:
        return first
    return replace(next(hit for hit in alike if hit.value == total), sums=True)


def _plainly_titled(hits: Sequence[Hit]) -> list[Hit]:
    """Without those whose title says all that the title of another does, and more: "Core earnings of affiliates"."""
    titles = [words_of(hit.table.section[-1:]) for hit in hits]
    return [hit for hit, own in zip(hits, titles, strict=True) if not any(one and one < own for one in titles)]


def _borne_out(hits: Sequence[Hit], span: Span) -> Sequence[Hit]:
    """Without those of tables that the filing's statements do not bear out, where they do another of its own."""
    own = [hit for hit in hits if hit.table.filing.version == hits[0].table.filing.version]
    held = borne_out([hit.table for hit in own], span) if len(own) > 1 else []
    left = [hit for hit, kept in zip(own, held, strict=True) if not kept] if any(held) else []
    return [hit for hit in hits if hit not in left]


def _beside(others: Sequence[Hit]) -> str:
    """ "1,669 (page 184)": the figures, each once."""
    told = {one.cell.printed: one.table.table.page + 1 for one in reversed(others)}
    return " and ".join(f"{printed} (page {page})" for printed, page in told.items())


def _scaled(first: Hit, hits: Sequence[Hit]) -> Hit:
    """Of tables that print the same digits, one in the scale that most of them have, of as many the larger: a table
    may lose its own, or tell that of a few of its lines."""
    alike = [first, *(hit for hit in hits if _same_digits(first, hit))]
    scales = Counter(hit.candidate.quantity.scale for hit in alike if hit.candidate.quantity)
    usual = max(scales, key=lambda scale: (scales[scale], scale))
    return next(hit for hit in alike if hit.candidate.quantity and hit.candidate.quantity.scale == usual)


def _same_digits(one: Hit, other: Hit) -> bool:
    """Whether two cells print one figure, which can be told of long ones."""
    value = one.cell.amount.value
    return one.cell is not other.cell and value == other.cell.amount.value and abs(value) >= LONG


def _agree(one: Candidate, other: Candidate) -> bool:
    """Whether two cells state one figure, rounding to the coarser scale allowed."""
    first, second = one.quantity, other.quantity
    if first is None or second is None or first.unit != second.unit:
        return False
    return same(
        first.value, second.value, max(first.scale, second.scale) if first.scale != second.scale else Decimal(0)
    )


def _rank(label: str, part: str, table: ReadTable, line: Line, cell: Cell) -> int | None:
    """How well a cell is of the line and the part; None where something asked is not met, or more is said."""
    column, over = table.name(line, cell), table.about
    if line.beside and words(line.beside) - words(part) - words(label) - over - WHOLES:
        return None
    if not part:
        if "plan" in over and over & RESTRICTING - words(label):  # "plans with obligations in excess of assets"
            return None
        around = over | words_of(line.above)
        printed = without_days(line.label)
        plain = of_its_owners(printed, table.book.filer.name)
        rank = names_line(label, plain, around | words(column))
        if rank == 0 and plain != printed:  # beside it a line of all owners may be printed
            rank = 1
        if rank is None and table.is_whole(line) and is_titled(table, label):
            rank = FITS - 1
        narrower = stems(column) - stems(label) - {stem(word) for word in over}
        return None if rank is None or narrower or _said_elsewhere(label, table, line, column) else rank
    own = words(table.book.filer.name)
    wrapped = f"{_last(line.above)} {line.label}"  # a label on two lines, of which the first looks like a heading
    for member, rest in (
        (line.label, (column, *line.above)),
        (wrapped, (column,)),
        (column, (line.label,)),
        (_last(line.above), (line.label,)),
    ):
        named = names_member(part, member, own)
        if named is None or (member == wrapped and named):
            continue
        fits = [fit for one in rest if (fit := names_line(label, without_kinds(one), over)) is not None]
        if fits:
            return FITS * named + min(fits)
        about_it = member in (line.label, wrapped) and not words(column) - over and not _is_another(member, part, label)
        if about_it and _is_about(label, table, line, cell):
            return FITS * named + FITS - 1
        summed = table.is_balance(line) or words(line.label) <= WHOLES
        titled = words(label) <= over and not _of_another(label, (table.caption, table.intro, *table.section))
        whole = is_titled(table, label) or len(words(label)) == 1  # many words may be met by chance, in several titles
        if member == column and summed and titled and whole:
            return FITS * named + FITS - 1
    of_part = any(names_member(part, title) in (0, 1) for title in (table.caption, *table.section[-1:]))
    called = names_line(label, line.label, over) if of_part and not words(column) - over else None
    return None if called is None else TITLED + called


def _said_elsewhere(label: str, table: ReadTable, line: Line, column: str) -> bool:
    """Whether another column of the row says more of what its label leaves out: "pension", and not "other"."""
    left = words(label) - words(line.label)
    own = len(left & words(column))
    return bool(left) and any(len(left & words(table.name(line, one))) > own for one in line.cells.values())


def _is_another(member: str, part: str, label: str) -> bool:
    """Whether a line says itself what it is of its part: "Hinge revenue" is no profit of hinges, nor a loss on them."""
    said = stems(member) - stems(part)
    turned = words(member) - words(part) - words(label)
    return bool(turned & TURNS) or (said != stems(label) and said in measured())


def _is_about(label: str, table: ReadTable, line: Line, cell: Cell) -> bool:
    """Whether the rows of a table are parts of what is called so: by its title or head, or by the line of their sum."""
    titled = words(label) - COUNTED <= table.about | table.heads and not _of_another(
        label, (table.caption, table.intro, *table.section)
    )
    return titled or table.breaks_down(label, line, cell)


@lru_cache(maxsize=20_000)
def _of_another(label: str, titles: tuple[str, ...]) -> bool:
    """Whether titles name an item of more words alone ("intangible assets"), or what theirs is for ("capital
    expenditures for the acquisition of assets")."""
    wanted = stems(label)
    naming = [text for text in titles if wanted & _title_stems(text)]
    return bool(naming) and all(_names_another(wanted, text) for text in naming)


def _names_another(wanted: frozenset[str], title: str) -> bool:
    if len(wanted) == 1 and any(wanted < way <= _title_stems(title) for way in measured()):
        return True
    before, _, behind = (_title_stems(one) for one in CLAUSE.split(title.lower())[-1].partition(" for "))
    other = any(len(way) > 1 and way <= before and not way <= wanted for way in measured())
    return other and bool(wanted & behind) and not wanted <= before


def _title_stems(title: str) -> frozenset[str]:
    return frozenset(map(stem, spoken(title)))


def _last(above: Sequence[str]) -> str:
    return above[-1] if above else ""


def _spellings(word: str) -> list[str]:
    """How texts may have it, as far as it is the same in all its forms: "propert" of "property"."""
    return [one[:-1] if one.endswith("y") else one for one in alike(word)]


def _texts(filing: Filing) -> dict[int, str]:
    """What the passages of each table say, in capitals, short names spelled out, too; in the order of the tables."""
    found: dict[int, list[str]] = {}
    rows = Chunk.objects.filter(version=filing.version).exclude(table=None).order_by("table__ordinal", "ordinal")
    for key, view in rows.values_list("table", "view"):
        found.setdefault(key, []).append(f"{view} {spelled_out(view)}".upper())
    return {key: "\n".join(views) for key, views in found.items()}


def read_tables(keys: Collection[int], book: Book, longest: int | None = None) -> dict[int, ReadTable]:
    """By key, as far as the filer's filings have them; kept with its book. longest: rows of those that are read."""
    kept: dict[int, ReadTable] = book.kept[TABLES]
    if unread := [key for key in keys if key not in kept]:
        filings = {filing.version: filing for filing in book.filings}
        tables = list(
            Table.objects.filter(pk__in=unread, version__in=filings).select_related("continues").only(*FIELDS)
        )
        tables = [table for table in tables if longest is None or len(table.grid) <= longest]
        around = around_tables(tables)
        for table in tables:
            kept[table.pk] = read(table, filings[table.version_id], book, *around.get(table.pk, ((), "")))
    held = (key for key in keys if key in kept)
    return {key: kept[key] for key in held if longest is None or len(kept[key].table.grid) <= longest}


def _titles(path: Sequence[str]) -> tuple[str, ...]:
    """The two next to it; the inner alone where both are titles of one kind ("Rail Segment", "Marine Segment"), which
    stand beside each other however they were nested."""
    outer, inner = (title.split() for title in ["", "", *path][-2:])
    alike = len(outer) > 1 and len(inner) > 1 and outer[-1].casefold() == inner[-1].casefold()
    return tuple(path[-1:] if alike else path[-2:])


def around_tables(tables: Sequence[Table]) -> dict[int, tuple[tuple[str, ...], str]]:
    """The titles of the sections in which they stand, and the words that introduce them."""
    first = {table.pk: next((cell["text"] for row in table.grid for cell in row if cell), "") for table in tables}
    found = Chunk.objects.filter(table__in=list(first)).order_by("ordinal")
    told: dict[int, tuple[tuple[str, ...], str]] = {}
    for key, path, text in found.values_list("table", "section__path", "text"):
        intro = text[: max(text.find(first[key]), 0)]
        told.setdefault(key, (_titles(path or []), SENTENCE.split(" ".join(intro.split()))[-1][-LONGEST_INTRO:]))
    return told
