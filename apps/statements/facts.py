"""Cells of the primary statements as typed facts (beyond 1)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from itertools import groupby

from apps.reading.parsed import Cell
from apps.statements.grid import Grid, Row
from apps.statements.lines import UNKNOWN, Line, lines_of
from apps.statements.ontology import Statement, Unit, concepts
from apps.statements.readings import readings
from apps.statements.recognise import Located, StatementTables, text_above
from apps.statements.scaling import is_rate, scale_of, unit_of
from apps.statements.values.periods import Period, PeriodKind, resolve
from apps.statements.values.units import Units, parse_units

CENTS, LARGE = 2, 1000  # decimals of amounts per share, and what none of them reaches


@dataclass(frozen=True, slots=True)
class Year:
    """What the filing says of its fiscal year: its label, and the exact ends of the years around it.

    end: of the filing's period. last: about the last day of the year, where the filing is about a part of it.
    """

    label: int | None = None
    end: date | None = None
    last: date | None = None
    ends: Mapping[int, date] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Column:
    """What a column holds: figures of a period, and which reading of them (empty: the one that stands)."""

    period: Period
    reading: str = ""


@dataclass(frozen=True, slots=True)
class StatementFact:
    """One number of a statement.

    value: in whole units (dollars, shares, dollars per share), sign as printed. `concept` None: a line that the
    ontology does not know. rank: how well the label matched (0 is best). page, table, row, column: the cell.
    dimension: empty for the consolidated figure that stands, else the part or the reading of it, as printed.
    charge: a cost that its statement adds as a negative number (`convention`): what it cost is -value.
    """

    statement: Statement
    concept: str | None
    rank: int
    label: str
    period: Period
    value: Decimal
    unit: Unit
    currency: str
    scale: Decimal
    page: int
    table: int
    row: int
    column: int
    cell: Cell
    nil: bool
    dimension: str = ""
    charge: bool = False


def facts_of(found: StatementTables, year: Year) -> list[StatementFact]:
    """Every number of the statement whose column has a period, in reading order."""
    return facts_in(lines_of(found), found.statement, year)


def facts_in(lines: Iterable[Line], statement: Statement, year: Year) -> list[StatementFact]:
    """The same for the lines of a statement."""
    facts: list[StatementFact] = []
    columns: dict[int, Column] = {}
    units = Units()
    for part, own in groupby(lines, key=lambda line: line.part):
        columns = _columns(Grid(part.table), statement.period_kind, year) or columns
        declared = units_of_part(part)
        units = declared if declared.declared else units
        whole = _in_whole_numbers(Grid(part.table))
        for line in own:
            cents = whole and _in_cents(line.row)
            facts += _line_facts(statement, _unnamed(line) if cents else line, columns, units, per_share=cents)
    return facts


def _columns(grid: Grid, kind: PeriodKind, year: Year) -> dict[int, Column]:
    reading = readings(grid.headers)
    periods = {
        column: resolve(period, kind, year.label, year.end, year.ends, year.last)
        for column, period in grid.periods.items()
        if column > 0
    }
    return {column: Column(period, reading.get(column, "")) for column, period in periods.items()}


def units_of_part(part: Located) -> Units:
    """The units that the table itself declares, else its caption, its header, or the lines above it."""
    texts = [part.table.units, part.table.caption, *Grid(part.table).headers.values(), text_above(part)]
    declared = (units for text in texts if (units := parse_units(text)).declared)
    return next(declared, parse_units(part.table.units))


def _line_facts(
    statement: Statement, line: Line, columns: dict[int, Column], units: Units, *, per_share: bool
) -> Iterator[StatementFact]:
    row = line.row
    if not line.concept and is_rate(row.label):
        return
    unit = _unit(line, statement, per_share=per_share)
    scale = scale_of(unit, units, row, line.section.units)
    for column, figure in row.figures.items():
        if column not in columns or figure.amount.percent:
            continue
        yield StatementFact(
            statement=statement,
            concept=line.concept,
            rank=line.rank,
            label=_label(line),
            period=columns[column].period,
            value=figure.amount.value * scale,
            unit=unit,
            currency=figure.amount.currency or units.currency,
            scale=scale,
            page=line.part.page.number,
            table=line.part.index,
            row=row.index,
            column=column,
            cell=figure.cell,
            nil=figure.amount.nil,
            dimension=columns[column].reading,
        )


def _unit(line: Line, statement: Statement, *, per_share: bool) -> Unit:
    """What the line counts: its item tells, else the heading above it, else its label."""
    if not line.concept and (line.per_share or per_share):
        return Unit.PER_SHARE
    return Unit.SHARES if not line.concept and line.counts_shares else unit_of(line.row, line.concept, statement)


def _unnamed(line: Line) -> Line:
    """The line without the item of money that its label names: it counts something per share."""
    of_money = line.concept and concepts()[line.concept].unit is Unit.MONEY
    return replace(line, concept=None, rank=UNKNOWN) if of_money else line


def _in_whole_numbers(grid: Grid) -> bool:
    """Whether the table prints its money without decimals: most of its rows have none."""
    decimals = [_decimals(row) for row in grid.rows if row.figures]
    return decimals.count(0) > len(decimals) / 2


def _in_cents(row: Row) -> bool:
    """A row of amounts like (0.20) among whole numbers counts money per share, whatever stands above it."""
    amounts = [figure.amount.value for figure in row.figures.values()]
    return _decimals(row) == CENTS and all(abs(amount) < LARGE for amount in amounts)


def _decimals(row: Row) -> int:
    return max((figure.amount.decimals for figure in row.figures.values()), default=0)


def _label(line: Line) -> str:
    """The label as printed; a total without one gets the name of its item in brackets, as editors do."""
    return line.row.label or f"[{concepts()[line.concept].name if line.concept else 'Total'}]"
