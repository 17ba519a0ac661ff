"""The statement of equity: a column for each component, balances and what moved them, as facts with a dimension.

A row counts only when its components add up to its total, and a movement only between two balances whose days are
printed: everything else is left out. Statements that roll components forward one below the other: `equity_rolls`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise

from apps.statements.equity_cells import equity_fact
from apps.statements.equity_columns import BALANCE, Columns, adds_up, balances_in, columns_of, last_column
from apps.statements.equity_rolls import rolled_facts
from apps.statements.facts import StatementFact, Year, units_of_part
from apps.statements.grid import Grid, Row
from apps.statements.ontology import Statement
from apps.statements.recognise import LOOK_ALIKE, TITLES, Located, heading_of
from apps.statements.values.periods import Period, PeriodKind, parse_period, resolve
from apps.statements.values.units import Units, parse_units

SPANS, GRACE_DAYS = (3, 6, 9, 12), 12
DECEMBER = 12
GOES_ON = re.compile(r"[a-z0-9($]")
TELLING = 1000  # an amount as printed that is no accident where it stands twice
Stated = Mapping[date, frozenset[Decimal]]  # total equity, and that of the parent, by day, in whole units


def equity_facts(
    located: Iterable[Located],
    year: Year,
    taken: frozenset[tuple[int, int]],
    primary: Sequence[StatementFact] = (),
) -> list[StatementFact]:
    """The facts of every statement of equity. taken: places of tables that are other statements.

    primary: facts of those, whose balance sheet tells what equity is.
    """
    facts: list[StatementFact] = []
    stated = _equity_stated(primary)
    last: Located | None = None
    for table in located:
        if table.place in taken or LOOK_ALIKE.search(heading_of(table)):
            continue
        if own := list(_of_table(table, year, stated, goes_on=last is not None and _goes_on(last, table))):
            last = table
            facts += own
    return facts


def _equity_stated(primary: Sequence[StatementFact]) -> Stated:
    found: dict[date, set[Decimal]] = {}
    for fact in primary:
        if fact.concept in {"total_equity", "equity_parent"} and fact.period.end and not fact.dimension:
            found.setdefault(fact.period.end, set()).add(fact.value)
    return {day: frozenset(values) for day, values in found.items()}


def _of_table(table: Located, year: Year, stated: Stated, *, goes_on: bool) -> Iterator[StatementFact]:
    """Titled, or behind one that is, or with the very total of the balance sheet on one of its days."""
    grid = Grid(table.table)
    units = units_of_part(table)
    titled = is_titled(table, grid)
    if titled and units.declared and (rolled := rolled_facts(table, grid, units, year, stated)):
        yield from rolled
        return
    columns = columns_of(grid)
    if columns and units.declared and (titled or goes_on or _total_scale(grid, columns, year, stated) == units.scale):
        yield from _facts(table, grid, columns, units, year)
    elif not columns and (bare := last_column(grid)) and (scale := _total_scale(grid, bare, year, stated)):
        yield from _facts(table, grid, bare, replace(units, scale=scale), year)


def is_titled(table: Located, grid: Grid) -> bool:
    """The title stands above the table, or was read as the first line of its header."""
    heading = f"{heading_of(table)}\n{' '.join(grid.headers.values())}"
    return bool(TITLES[Statement.EQUITY].search(heading))


def _goes_on(last: Located, table: Located) -> bool:
    """Right behind a statement of equity, with as many columns."""
    if last.table.columns != table.table.columns:
        return False
    (page, index), (before, at) = table.place, last.place
    return (page == before and index == at + 1) or (page == before + 1 and not index)


def _total_scale(grid: Grid, columns: Columns, year: Year, stated: Stated) -> Decimal | None:
    """The scale in which a balance of the total is the equity that the balance sheet states for its day."""
    for row in balances_in(grid):
        day, printed = _day(row.label, year), row.figures[columns.total].amount.value
        for value in stated.get(day, frozenset()) if day and abs(printed) >= TELLING else ():
            for scale in (Decimal(1), Decimal(10) ** 3, Decimal(10) ** 6):
                if printed * scale == value:
                    return scale
    return None


def _facts(located: Located, grid: Grid, columns: Columns, units: Units, year: Year) -> Iterator[StatementFact]:
    for row, period in _periods(grid.rows, year):
        if adds_up(row, columns.parts, columns.total) and not parse_units(row.label).declared:
            for column, name in columns.names.items():
                if column in row.figures and not row.figures[column].amount.nil:
                    yield equity_fact(located, row, column, name, period, units, balance=bool(BALANCE.match(row.label)))


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
