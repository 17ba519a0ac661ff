"""The statement of equity: a column for each component, balances and what moved them, as facts with a dimension.

A row counts only when its components add up to its total, and a movement only between two balances whose days are
printed: everything else is left out.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise

from apps.documents.figures.periods import Period, PeriodKind, parse_period, resolve
from apps.documents.figures.units import Units, parse_units
from apps.documents.statements.facts import StatementFact, Year, units_of_part
from apps.documents.statements.grid import Grid, Row
from apps.documents.statements.ontology import Statement, Unit
from apps.documents.statements.recognise import LOOK_ALIKE, TITLES, Located, text_above

BALANCE = re.compile(r"(?:(?:beginning|ending|opening|closing) )?balances?\b", re.IGNORECASE)
TOTAL = re.compile(r"total\b", re.IGNORECASE)
COUNTS = re.compile(r"\bshares$", re.IGNORECASE)
AMOUNT = re.compile(r"\s+amounts?$", re.IGNORECASE)
PARENTHESES = re.compile(r"\([^)]*\)?")
NO_NAME = re.compile(r"\b(?:19|20)\d\d\b|\b(?:in )?(?:thousand|million|billion)s\b", re.IGNORECASE)
LONGEST_NAME = 80
SPANS, GRACE_DAYS = (3, 6, 9, 12), 12
LEAST_BALANCES = 2
DECEMBER = 12
NOT_ALONE = frozenset({"par value", "at cost", "cost", "amount", "stated value", "value"})
GOES_ON = re.compile(r"[a-z0-9($]")


@dataclass(frozen=True, slots=True)
class Columns:
    """What the columns hold. parts add up to `total`; `names` are those parts (and the total, as "") to be told."""

    parts: tuple[int, ...]
    total: int
    names: dict[int, str]


def equity_facts(located: Iterable[Located], year: Year, taken: frozenset[tuple[int, int]]) -> list[StatementFact]:
    """The facts of every statement of equity. taken: places of tables that are other statements."""
    facts: list[StatementFact] = []
    for table in located:
        heading = f"{table.table.caption}\n{text_above(table)}"
        if table.place in taken or not TITLES[Statement.EQUITY].search(heading) or LOOK_ALIKE.search(heading):
            continue
        units, grid = units_of_part(table), Grid(table.table)
        columns = _columns(grid)
        if units.declared and columns:
            facts += _facts(table, grid, columns, units, year)
    return facts


def _columns(grid: Grid) -> Columns | None:
    """The components, told by which columns add up to the last one, a total, in every balance."""
    names = {column: _name(text) for column, text in grid.headers.items() if column > 0}
    balances = [row for row in grid.rows if row.figures and BALANCE.match(row.label)]
    total = max(names, default=0)
    if not total or not TOTAL.match(names[total]) or len(balances) < LEAST_BALANCES:
        return None
    every = tuple(column for column, name in names.items() if column != total and not TOTAL.match(name))
    money = tuple(column for column in every if not COUNTS.search(names[column]))
    for parts in (money, every):
        if all(_adds_up(row, parts, total) for row in balances):
            told = {column: names[column] for column in parts if _is_name(names[column])}
            unique = {column: name for column, name in told.items() if list(told.values()).count(name) == 1}
            return Columns(parts, total, unique | {total: ""})
    return None


def _name(header: str) -> str:
    name = re.sub(r"\s*-\s+", "-", PARENTHESES.sub(" ", header))
    return AMOUNT.sub("", " ".join(name.split()))


def _is_name(name: str) -> bool:
    return bool(name) and len(name) <= LONGEST_NAME and not NO_NAME.search(name) and name.lower() not in NOT_ALONE


def _adds_up(row: Row, parts: Sequence[int], total: int) -> bool:
    amounts = [row.figures[column].amount for column in parts if column in row.figures]
    if total not in row.figures or not amounts:
        return False
    whole = row.figures[total].amount
    step = Decimal(1).scaleb(-max(amount.decimals for amount in (*amounts, whole)))
    return abs(sum(amount.value for amount in amounts) - whole.value) <= 2 * step


def _facts(located: Located, grid: Grid, columns: Columns, units: Units, year: Year) -> Iterator[StatementFact]:
    for row, period in _periods(grid.rows, year):
        if _adds_up(row, columns.parts, columns.total) and not parse_units(row.label).declared:
            for column, name in columns.names.items():
                if column in row.figures and not row.figures[column].amount.nil:
                    yield _fact(located, row, column, name, period, units)


def _periods(rows: Sequence[Row], year: Year) -> Iterator[tuple[Row, Period]]:
    """Balances with their day; movements with the span between the balances around them, where their label is whole."""
    opening: date | None = None
    moved: list[Row] = []
    for row, below in pairwise((*rows, None)):
        if row is None or not row.figures or not row.label:
            continue
        if not BALANCE.match(row.label):
            moved += [row] if _is_whole(row, below) else []
            continue
        day = _day(row.label, year)
        if opening and day and (months := _months(opening, day)):
            span = resolve(Period(PeriodKind.DURATION, day, months, day.year), PeriodKind.DURATION, *_of(year))
            yield from ((movement, span) for movement in moved)
        if day:
            yield row, resolve(Period(PeriodKind.INSTANT, day, None, day.year), PeriodKind.INSTANT, *_of(year))
        opening, moved = day, []


def _of(year: Year) -> tuple[int | None, date | None, dict[int, date], date | None]:
    return year.label, year.end, dict(year.ends), year.last


def _is_whole(row: Row, below: Row | None) -> bool:
    """A label that begins with a capital and does not go on in the next row."""
    return row.label[0].isupper() and not (below and below.label and GOES_ON.match(below.label))


def _day(label: str, year: Year) -> date | None:
    """The day of a balance; on New Year's Day the evening before, where the fiscal year is the calendar's."""
    period = parse_period(label)
    day = period.end if period else None
    if day and (day.month, day.day) == (1, 1) and year.end and (year.last or year.end).month == DECEMBER:
        return day - timedelta(days=1)
    return day


def _months(opening: date, day: date) -> int | None:
    days = (day - opening).days
    return next((months for months in SPANS if abs(days - months * 30.4375) <= GRACE_DAYS), None)


def _fact(located: Located, row: Row, column: int, name: str, period: Period, units: Units) -> StatementFact:
    figure = row.figures[column]
    return StatementFact(
        statement=Statement.EQUITY,
        concept="total_equity" if BALANCE.match(row.label) else None,
        rank=0,
        label=row.label,
        period=period,
        value=figure.amount.value * units.scale,
        unit=Unit.MONEY,
        currency=figure.amount.currency or units.currency,
        scale=units.scale,
        page=located.page.number,
        table=located.index,
        row=row.index,
        column=column,
        cell=figure.cell,
        nil=figure.amount.nil,
        dimension=name,
    )
