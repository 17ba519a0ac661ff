"""Rows of a stored table that are shown as they stand, over the one reader of tables (`table_questions.table`).

For rows that come closest to a question, those behind sentences of prose, and the cells that a model's sentence is
checked against. What a question names completely is computed from `table_questions`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from functools import cached_property

from apps.answers.table_questions.fiscal import Calendar, period_of, quarter_of
from apps.answers.table_questions.grids import Grid, read_stored
from apps.answers.table_questions.moments import moments
from apps.answers.table_questions.table import AskedTable, Cell, Line
from apps.answers.table_questions.units import counted
from apps.statements.ontology import Statement, Unit
from apps.statements.values.amounts import Amount
from apps.statements.values.periods import Period, PeriodKind
from apps.statements.values.units import SCALES

RATE = re.compile(r"\d\s?%")
UNITS: Mapping[Unit, str] = {Unit.PERCENT: "%", Unit.SHARES: "shares", Unit.COUNT: ""}  # money: its currency


@dataclass(frozen=True, slots=True)
class Source:
    """Where a table stands, and what its filing calls its own fiscal year; `year_end` is the last day of that year."""

    table_id: int
    version_id: int
    page: int
    caption: str = ""
    units: str = ""
    fiscal_year: int | None = None
    year_end: date | None = None

    @property
    def calendar(self) -> Calendar:
        return Calendar(self.fiscal_year, self.year_end)


@dataclass(frozen=True, slots=True)
class Value:
    """One cell: what stands over it, as printed, as an amount, and at full scale with its unit ("USD", "%", "shares").

    period: as resolved; quarter: the fiscal quarter at whose end it ends; None where these cannot be told.
    """

    column: int
    header: str
    period: Period | None
    quarter: int | None
    printed: str
    amount: Amount
    full: Decimal
    unit: str

    @property
    def headed(self) -> bool:
        """Whether its own column says when it is of, not only what stands above the row or the table."""
        return bool(moments(self.header))


@dataclass(frozen=True)
class Row:
    """A line of the table with a label; start and end are offsets into the page's text from the label to the last cell.

    Its values are read when they are asked for: most rows of a filing are not shown.
    """

    table: "TableReading" = field(repr=False, compare=False)
    line: Line = field(repr=False, compare=False)
    label: str
    parent: str
    start: int
    end: int

    @cached_property
    def values(self) -> tuple[Value, ...]:
        return tuple(self.table.value(cell) for cell in self.line.cells.values())


@dataclass(frozen=True)
class TableReading:
    source: Source
    statement: Statement | None
    asked: AskedTable = field(repr=False, compare=False)
    grid: Grid = field(repr=False, compare=False)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        return tuple(self._row(line) for line in self.asked.lines if line.label)

    @cached_property
    def dated(self) -> bool:
        """Whether it says of any figure when that is of."""
        return any(value.period for row in self.rows for value in row.values)

    def _row(self, line: Line) -> Row:
        filled = [cell for cell in self.grid[line.index] if cell]
        start, end = min(cell["start"] for cell in filled), max(cell["end"] for cell in filled)
        return Row(self, line, line.label, line.section, start, end)

    def value(self, cell: Cell) -> Value:
        period = self._period(cell)
        quarter = quarter_of(period, self.source.calendar) if period else None
        full, unit = self._scaled(cell)
        header, printed = self.asked.header_of(cell), cell.printed
        return Value(cell.column, header, period, quarter, printed, cell.amount, full, unit)

    def _period(self, cell: Cell) -> Period | None:
        """Columns of primary statements with no stretch of time named are of full years, or of the end of one."""
        period = period_of(self.asked, cell, self.source.calendar)
        if period is None or not self._dated(cell):
            return None
        if self.statement is None:
            return period
        if self.statement is Statement.BALANCE:
            return replace(period, kind=PeriodKind.INSTANT, months=None)
        return replace(period, kind=PeriodKind.DURATION, months=period.months or 12)

    def _dated(self, cell: Cell) -> bool:
        """Whether its column names a year, or what stands above its row, or else all that stands above names one year.

        A column that names only a day or a quarter is of a part of the year that stands above; one that names a rate is
        of a thing: "4.5% notes due May 15, 2028".
        """
        header = self.asked.header_of(cell)
        if RATE.search(header):
            return False
        if column := moments(header):
            return any(one.year for one in column)
        above = moments(" ".join(self.asked.line_of(cell).above))
        return bool(above) or len({one.year for one in moments(self.asked.lead)}) == 1

    def _scaled(self, cell: Cell) -> tuple[Decimal, str]:
        """Where the table does not say what the cell counts, no unit is claimed for it."""
        if unit := counted(self.asked, cell):
            return cell.amount.value * unit.scale, UNITS.get(unit.unit, unit.currency)
        return cell.amount.value * SCALES.get(self.asked.scale_of(cell), Decimal(1)), ""


def read_table(source: Source, grid: Grid, header_rows: int, statement: Statement | None = None) -> TableReading:
    """Read `grid` (rows of cells {"text", "start", "end", ...} or None; column 0 holds the labels).

    statement: which primary statement it is, as its facts say; None for any other table.
    """
    return TableReading(source, statement, read_stored(grid, header_rows, source.caption, source.units, ""), grid)
