"""Schedules of years to come: what falls due in a year, within some years, or after them, of one table of a report.

A row or a column is called by a year ("2023", "2020-2021"), by an age ("less than 1 year", "due after 5 years") or
"thereafter"; counted from the year at whose end the report is, each covers some of the years behind it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from itertools import chain

from apps.answers.compute.books import Book, Shelf, books_of, is_annual
from apps.answers.compute.cells import WHOLES, Cells
from apps.answers.compute.figures import Figure, one_currency
from apps.answers.compute.fiscal import span_at
from apps.answers.compute.form import shown_as, state
from apps.answers.compute.grids import ROUNDING, Cell, Line, ReadTable
from apps.answers.compute.labels import alike
from apps.answers.compute.missing import ImpossibleError, MissingError, NotComputedError
from apps.answers.compute.operands import Operand
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.sheet import operands_of
from apps.answers.compute.telling import headline, notes
from apps.answers.compute.tree import Applied, Leaf, Operation, Tree, amount, leaves
from apps.answers.sources.candidate import Span
from apps.questions.due import read_as_due
from apps.questions.expressions import CallFunction, Operator
from apps.questions.labels import stem, stems, stems_of, words
from apps.questions.query import Due, Form, Query, Shown
from apps.questions.sentence import falls_due
from apps.retrieval.filings import Filing

BRACKETED = re.compile(r"\([^()]*\)")
THROUGH = r"\s*(?:-|–|—|to|and|through|and through)\s*"
YEARS = re.compile(rf"(?:in |fiscal |years? |FY ?){{0,2}}(20\d\d)(?:{THROUGH}(?:fiscal )?(20\d\d))?$", re.I)
REST = re.compile(
    r"\b(?:thereafter|later|beyond)\b|\b(?:after|beyond) (?:fiscal )?(20\d\d)|(20\d\d) (?:and|or) later", re.I
)
FIRST_YEAR = re.compile(
    r"(?:\b(?:less than|within|under|up to)|<) ?(?:1|one|12|twelve)\b|\b(?:1|one) year or less|^(?:1|one) year$", re.I
)
LAST_YEARS = re.compile(r"\b(?:more than|after|over|beyond) (\d|three|four|five|ten) years?$", re.I)
SPOKEN = r"(\d|one|two|three|four|five)(?: years?)?"
BETWEEN = re.compile(rf"\b(?:after )?(?:years )?{SPOKEN}{THROUGH}{SPOKEN}$", re.I)
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "ten": 10}
ENDLESS = 99  # the year of "thereafter"
NEAR = timedelta(days=45)  # "December 2021", of a year that ends on the third
LEAST = 3  # years or ages that a schedule tells apart
SOFT = words(  # of all
    "payments payouts obligations commitments contractual principal minimum future undiscounted instalments due"
)
SAME, NEARLY, THOUSAND = Decimal("0.001"), Decimal("0.1"), Decimal(1000)
LONG_TERM = stems("long term")  # of debt that falls due in years to come


@dataclass(frozen=True, slots=True)
class Bucket:
    """Years [first, last] behind the report's own, and the cell that tells what falls due in them."""

    first: int
    last: int
    line: Line
    cell: Cell


@dataclass(frozen=True)
class Schedule:
    """One row or column of ages. own: the words that name it; said: with those of the heading over it.

    total: the cell of all that falls due.
    """

    table: ReadTable
    own: frozenset[str]
    said: frozenset[str]
    buckets: tuple[Bucket, ...]
    total: tuple[Line, Cell] | None

    def covering(self, first: int, last: int) -> tuple[Bucket, ...]:
        """The buckets that are exactly of these years; empty where they are cut otherwise."""
        inside = sorted(
            (one for one in self.buckets if first <= one.first and one.last <= last), key=lambda one: one.first
        )
        edges = [first, *(one.last + 1 for one in inside)]
        tiled = [one.first for one in inside] == edges[:-1] and edges[-1] > last
        return tuple(inside) if tiled else ()


def falling_due(due: Due, query: Query, held: Shelf) -> Outcome | None:
    """None where no schedule, or several that differ, tell of it."""
    books, _ = books_of(query, held)
    if len(books) != 1:
        return None
    filing = _filing(due, query, books[0])
    try:
        return _of_filing(due, query, filing, books[0]) if filing else None
    except NotComputedError:
        return None


def _filing(due: Due, query: Query, book: Book) -> Filing | None:
    """The annual report on the year that is told, else the last before what is asked: what an older one foresaw is no
    answer."""
    held = sorted((one for one in book.filings if is_annual(one) and one.year), key=lambda one: -(one.year or 0))
    if days := [period.end for period in query.periods.listed if period.end]:
        return next((one for one in held if one.period_end and abs(one.period_end - days[0]) <= NEAR), None)
    if due.as_of:
        return next((one for one in held if one.year == due.as_of), None)
    last = min(due.years) - 1 if due.years else due.after or ENDLESS * 100
    return next((one for one in held if (one.year or 0) <= last), None)


def _of_filing(due: Due, query: Query, filing: Filing, book: Book) -> Outcome | None:
    every = words(" ".join(due.measure))
    wanted = every - SOFT
    own = filing.year or 0
    span = span_at(None, book.year_end(own), book)
    tables = [table for table in Cells(book).tables(wanted, span) if table.filing == filing] if wanted else []
    ranked: dict[tuple[int, int, int], list[tuple[Schedule, tuple[Bucket, ...]]]] = {}
    for schedule in chain.from_iterable(schedules(table, own, span) for table in tables):
        found, rank = schedule.covering(*_asked(due, own)), _rank(schedule, wanted, every)
        if found and rank:
            ranked.setdefault(rank, []).append((schedule, found))
    best = ranked[max(ranked)] if ranked else []
    if best and max(ranked)[1] < 0:  # narrower lines alone: none of them stands for all where there are several
        best = [one for rank, each in ranked.items() if rank[0] == max(ranked)[0] for one in each]
    finest = min(best, key=lambda one: _step(*one), default=None)
    agree = finest and all(_agrees(one, finest) for one in best) and not _told_otherwise(finest, ranked.values())
    return _outcome(due, query, *finest, span) if finest and agree else None


def _agrees(one: tuple[Schedule, Sequence[Bucket]], finest: tuple[Schedule, Sequence[Bucket]]) -> bool:
    """Whether both tell the same, to the rounding of what is printed less finely."""
    coarser = _step(*one) > _step(*finest)
    return abs(_sum(*one) - _sum(*finest)) <= ROUNDING * len(one[1]) * _step(*one) * coarser


def _told_otherwise(
    told: tuple[Schedule, Sequence[Bucket]], every: Iterable[list[tuple[Schedule, tuple[Bucket, ...]]]]
) -> bool:
    """Whether a schedule of the whole, which its title names, comes to nearly the same, whatever it says to count in:
    a table of obligations and a note may draw the line otherwise, and which is meant is not said."""
    others = [one for each in every for one in each if not one[0].own and one[0].table is not told[0].table]
    parts = [abs(_digits(one) / _digits(told) - 1) for one in others if _digits(one) and _digits(told)]
    return any(SAME < part < NEARLY for part in parts)


def _digits(of: tuple[Schedule, Sequence[Bucket]]) -> Decimal:
    """The sum from 1 to 1,000, without its thousands and millions."""
    value = abs(_sum(*of))
    while value >= THOUSAND:
        value /= THOUSAND
    return value


def _sum(of: Schedule, found: Sequence[Bucket]) -> Decimal:
    return sum((one.cell.amount.value for one in found), Decimal(0)) * of.table.units.scale


def _step(of: Schedule, found: Sequence[Bucket]) -> Decimal:
    """What one in the last place of its printed amounts is worth."""
    printed = [one.cell.amount.value for one in found if not one.cell.amount.nil]
    least = min((_exponent(value) for value in printed), default=0)
    return Decimal(1).scaleb(min(0, least)) * of.table.units.scale


def _exponent(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


def _rank(schedule: Schedule, wanted: frozenset[str], every: frozenset[str]) -> tuple[int, int, int] | None:
    """The higher the better: by what its name says of what is asked, and how little besides. None where it is of
    something else; so is a line of its own under a title that speaks of what is asked."""
    over = {stem(word) for word in schedule.table.about | schedule.table.heads}
    met, soft = (sum(_says(schedule.said, word) for word in some) for some in (wanted, every & SOFT))
    long_term = schedule.own >= LONG_TERM and not ("term" in every and "long" not in every)  # "term loans" are others
    own = schedule.own - LONG_TERM if long_term else schedule.own
    more = len(own - {stem(one) for word in every | SOFT for one in alike(word)})
    told = all(_says(schedule.said | over, word) for word in wanted)
    return (met, -more, soft) if told and (met or not more) else None


def _says(said: frozenset[str], word: str) -> bool:
    return any(stem(one) in said for one in alike(word))


def _asked(due: Due, own: int) -> tuple[int, int]:
    """The years that are asked for, counted from the report's own."""
    if due.within:
        return 1, due.within
    if due.beyond:
        return due.beyond + 1, ENDLESS
    if due.after:
        return due.after - own + 1, ENDLESS
    return due.years[0] - own, due.years[-1] - own


def schedules(table: ReadTable, own: int, span: Span) -> Iterator[Schedule]:
    """Every one that a table prints, by rows or by columns."""
    yield from _by_rows(table, own, span)
    yield from _by_columns(table, own)


def _by_rows(table: ReadTable, year: int, span: Span) -> Iterator[Schedule]:
    aged = [(line, age_of(line.label, year)) for line in table.lines]
    columns: dict[int, list[Bucket]] = {}
    totals: dict[int, tuple[Line, Cell]] = {}
    sums: dict[int, tuple[Line, Cell]] = {}  # of rows without a label, the last
    for line, age in aged:
        for column, cell in line.cells.items():
            if age:
                columns.setdefault(column, []).append(Bucket(*age, line, cell))
            elif columns.get(column) and line.label.lower().startswith("total"):
                totals.setdefault(column, (line, cell))
            elif columns.get(column) and not line.label:
                sums[column] = line, cell
    for column, buckets in columns.items():
        if len(buckets) < LEAST or not _follow(buckets):
            continue
        line, cell = buckets[0].line, buckets[0].cell
        period = table.period(line, cell)
        if period and not table.fits(period, table.header(line, cell), span):
            continue
        own = stems(table.name(line, cell))
        yield Schedule(
            table, own, own | stems_of(line.above[-1:]), _to_the_end(buckets), totals.get(column) or sums.get(column)
        )


def _by_columns(table: ReadTable, year: int) -> Iterator[Schedule]:
    for line in table.lines:
        if age_of(line.label, year):
            continue
        buckets, total, others = list[Bucket](), None, 0
        for cell in line.cells.values():
            header = " ".join(table.header(line, cell).split())
            if age := age_of(header, year, heads=True):
                buckets.append(Bucket(*age, line, cell))
            elif WHOLES & set(header.lower().split()):
                total = (line, cell)
            else:
                others += 1
        own = stems(line.label)
        if own and not others and len(buckets) >= LEAST and _follow(buckets):
            yield Schedule(table, own, own | stems_of(line.above[-1:]), _to_the_end(buckets), total)


def _follow(buckets: Sequence[Bucket]) -> bool:
    """Whether they begin with the first year and leave none out: where they do not, one was misread."""
    told = sorted((one for one in buckets if one.first != ENDLESS), key=lambda one: one.first)
    return bool(told) and [one.first for one in told] == [1, *(one.last + 1 for one in told[:-1])]


def _to_the_end(buckets: Sequence[Bucket]) -> tuple[Bucket, ...]:
    """ "Thereafter" begins behind the last year that is told."""
    told = [one.last for one in buckets if one.last != ENDLESS]
    return tuple(
        replace(one, first=max(told) + 1) if one.last == ENDLESS and one.first == ENDLESS and told else one
        for one in buckets
    )


def age_of(text: str, own: int, *, heads: bool = False) -> tuple[int, int] | None:
    """The years behind `own` that a row or column is called by; None where it is called otherwise.

    heads: what stands over all columns may come before it.
    """
    told = " ".join(BRACKETED.sub(" ", text).split()).strip(" :*.")
    if "month" in told.lower() and not re.search(r"\b(?:12|twelve) months", told, re.I):
        return None
    if FIRST_YEAR.search(told):
        return 1, 1
    if match := LAST_YEARS.search(told):
        return _number(match[1]) + 1, ENDLESS
    if match := REST.search(told):
        year = match[1] or match[2]
        return (int(year) - own + bool(match[1]) if year else ENDLESS), ENDLESS
    if match := YEARS.search(told) if heads else YEARS.fullmatch(told):
        first = int(match[1]) - own
        last = int(match[2]) - own if match[2] else first
        return (first, last) if 1 <= first <= last else None
    if match := BETWEEN.search(told):
        first, last = _number(match[1]), _number(match[2])
        both = " and " in match[0].lower() and "through" not in match[0].lower()  # "years 2 and 3"
        alone = first > 1 and last - first == 1 and first % 2 == 0  # "2-3 years" behind "1 year or less"
        return (first if both or alone else first + 1), last
    return None


def _number(text: str) -> int:
    return NUMBERS.get(text.lower()) or int(text)


def _outcome(due: Due, query: Query, of: Schedule, found: Sequence[Bucket], span: Span) -> Outcome | None:
    parts = tuple(Leaf(_operand(of, one.line, one.cell, span)) for one in found)
    tree: Tree = parts[0] if len(parts) == 1 else Applied(CallFunction.SUM, parts)
    asked, span = read_as_due(query, due), replace(span, label=f"as of the end of {span.label}")
    name = falls_due(due)
    figures = [_figure(name, of, span, tree, query.form, percent=False)]
    if due.share:
        if of.total is None or not _adds_up(of.buckets, of.total[1]):
            return None
        share = Operation(Operator.DIVIDE, tree, Leaf(_operand(of, *of.total, span)))
        figures.insert(0, _figure(f"{name}, share of the total", of, span, share, query.form, percent=True))
    told = tuple(figures)
    return Outcome(asked, told, notes=notes(operands_of(told), ()), headline=headline(told, None))


def _adds_up(buckets: Sequence[Bucket], total: Cell) -> bool:
    return abs(sum(one.cell.amount.value for one in buckets) - total.amount.value) <= ROUNDING * len(buckets)


def _operand(of: Schedule, line: Line, cell: Cell, span: Span) -> Operand:
    candidate = of.table.candidate(line, cell, span)
    header = " ".join(of.table.header(line, cell).split())
    if candidate.quantity is None:
        raise MissingError(f"In what {of.table.title} counts is not said.")
    return Operand(candidate, candidate.quantity.value, ", ".join(filter(None, (line.label, header))), span)


def _figure(name: str, of: Schedule, span: Span, tree: Tree, form: Form, *, percent: bool) -> Figure:
    value, currency = amount(tree), one_currency(leaves(tree))
    if form.currency and currency and form.currency != currency:
        raise ImpossibleError(f"The schedule is stated in {currency}.")
    told = state(value, shown_as(value, Shown.PERCENT if percent else Shown.RATIO, form), form, currency)
    return Figure(name, of.table.book.filer.name, (span,), tree, value, told, currency)
