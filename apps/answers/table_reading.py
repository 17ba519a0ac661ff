"""A stored table read for its meaning: rows with their labels, columns with their periods, cells with their amounts.

For rows that are shown as they stand: those that come closest to a question, those behind sentences of prose, and the
cells that a model's sentence is checked against. What a question names completely is computed from `table_questions`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from apps.answers.table_questions.fiscal import Calendar, quarter_of
from apps.documents.figures.amounts import Amount, parse_amount
from apps.documents.figures.periods import Period, PeriodKind, parse_period, resolve
from apps.documents.figures.units import Units, counts_shares, is_per_share, parse_units
from apps.documents.statements.ontology import Statement

Grid = Sequence[Sequence[dict[str, Any] | None]]


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


@dataclass(frozen=True, slots=True)
class Column:
    """period: as resolved; quarter: the fiscal quarter at whose end it ends, None where that cannot be told."""

    index: int
    header: str
    period: Period | None
    quarter: int | None = None


@dataclass(frozen=True, slots=True)
class Value:
    """One cell: as printed, as an amount, and at full scale with its unit ("USD", "%", "shares", "")."""

    column: Column
    printed: str
    amount: Amount
    full: Decimal
    unit: str


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table; start and end are offsets into the page's text from the label to the last cell."""

    label: str
    parent: str
    start: int
    end: int
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class TableReading:
    source: Source
    statement: Statement | None
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


def read_table(source: Source, grid: Grid, header_rows: int, statement: Statement | None = None) -> TableReading:
    """Read `grid` (rows of cells {"text", "start", "end", ...} or None; column 0 holds the labels).

    statement: which primary statement it is, as its facts say; None for any other table.
    """
    columns = _columns(source, grid, header_rows, statement)
    units = parse_units(f"{source.units} {source.caption}" if source.units else _header_text(grid, header_rows))
    if not units.currency:
        units = replace(units, currency=_printed_currency(grid[header_rows:]))
    return TableReading(source, statement, columns, tuple(_rows(grid[header_rows:], columns, units)))


def _printed_currency(grid: Grid) -> str:
    """Statements print the sign in their first and last lines only: it holds for the lines between."""
    amounts = (parse_amount(cell["text"]) for row in grid for cell in row[1:] if cell)
    return next((amount.currency for amount in amounts if amount and amount.currency), "")


def _header_text(grid: Grid, header_rows: int) -> str:
    return " ".join(_text(cell) for row in grid[:header_rows] for cell in row)


def _text(cell: dict[str, Any] | None) -> str:
    return " ".join(cell["text"].split()) if cell else ""


def _columns(source: Source, grid: Grid, header_rows: int, statement: Statement | None) -> tuple[Column, ...]:
    width = max((len(row) for row in grid), default=0)
    headers = [" ".join(_spanning(row, column) for row in grid[:header_rows]).strip() for column in range(width)]
    return tuple(_column(index, header, source, statement) for index, header in enumerate(headers) if index)


def _column(index: int, header: str, source: Source, statement: Statement | None) -> Column:
    period = _period(header, source, statement)
    calendar = Calendar(source.fiscal_year, source.year_end)
    return Column(index, header, period, quarter_of(period, calendar) if period else None)


def _spanning(row: Sequence[dict[str, Any] | None], column: int) -> str:
    """The text over `column` in a header row: its own cell, or one to the left that spans it."""
    for index in range(min(column, len(row) - 1), -1, -1):
        if cell := row[index]:
            return _text(cell) if index + (cell.get("column_span") or 1) > column and (index or not column) else ""
    return ""


def _period(header: str, source: Source, statement: Statement | None) -> Period | None:
    """The column's period. Only columns of primary statements with no stretch of time named are taken as full years."""
    period = parse_period(header)
    if period is None:
        return None
    instant = statement is Statement.BALANCE or (statement is None and period.months is None)
    kind = PeriodKind.INSTANT if instant else PeriodKind.DURATION
    return resolve(period, kind, source.fiscal_year, source.year_end)


def _rows(grid: Grid, columns: tuple[Column, ...], units: Units) -> list[Row]:
    rows, parent = [], ""
    for cells in grid:
        label = _text(cells[0]) if cells else ""
        values = tuple(_values(label, cells, columns, units))
        filled = [cell for cell in cells if cell]
        if values and label:
            start, end = min(cell["start"] for cell in filled), max(cell["end"] for cell in filled)
            rows.append(Row(label, parent, start, end, values))
        elif label and not values:
            parent = label
    return rows


def _values(
    label: str, cells: Sequence[dict[str, Any] | None], columns: tuple[Column, ...], units: Units
) -> list[Value]:
    values = []
    for column in columns:
        cell = cells[column.index] if column.index < len(cells) else None
        if cell and (amount := parse_amount(cell["text"])):
            scale, unit = _scaled(label, column, amount, units)
            values.append(Value(column, _text(cell), amount, amount.value * scale, unit))
    return values


def _scaled(label: str, column: Column, amount: Amount, units: Units) -> tuple[Decimal, str]:
    """Per-share amounts and percentages are never scaled; counts of shares have a scale of their own."""
    if amount.percent or "%" in label or "%" in column.header:
        return Decimal(1), "%"
    currency = amount.currency or units.currency
    if is_per_share(label):
        return Decimal(1), currency
    if counts_shares(label):
        return units.share_scale or Decimal(1), "shares"
    return units.scale, currency
