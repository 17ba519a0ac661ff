"""A parsed table as rows with a label and columns with a period."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from itertools import pairwise

from apps.reading.parsed import Cell, ParsedTable
from apps.statements.values.amounts import Amount, parse_amount
from apps.statements.values.periods import Period, parse_period, shifted
from apps.statements.values.year_ends import periods_in

GOES_ON = re.compile(r"[a-z0-9($]")  # how the second line of a wrapped label begins
CARRIES_ON = re.compile(r"[a-z$]")
SET_IN = 2.0  # points: labels that start further to the right stand below those that do not
SWALLOWED = re.compile(
    r"(\S.*?[a-z)]) ((?:Net cash|Total|Property|Premises|Trade|Accounts|Receivables|Inventories)\b.*)"
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A cell that holds a number."""

    cell: Cell
    amount: Amount


@dataclass(frozen=True, slots=True)
class Row:
    """One body row: its label (empty when the row only holds numbers) and its figures by column."""

    index: int
    label: str
    figures: dict[int, Figure]
    indent: float = 0.0


@dataclass(frozen=True)
class Grid:
    """The body of a table with what its header says of each column."""

    table: ParsedTable

    @cached_property
    def by_row(self) -> dict[int, list[Cell]]:
        rows: dict[int, list[Cell]] = {}
        for cell in self.table.cells:
            rows.setdefault(cell.row, []).append(cell)
        return rows

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        body = (index for index in sorted(self.by_row) if index >= self.table.header_rows)
        return tuple(_unwrapped(_given_back([_row(index, self.by_row[index]) for index in body])))

    @cached_property
    def headers(self) -> dict[int, str]:
        """The header of each column: all its levels from the top, joined by spaces."""
        levels: dict[int, list[str]] = {column: [] for column in range(self.table.columns)}
        for index in range(self.table.header_rows):
            for cell in self.by_row.get(index, []):
                for column in range(cell.column, min(cell.column + cell.column_span, self.table.columns)):
                    levels[column].append(cell.text)
        return {column: " ".join(texts).replace("\n", " ") for column, texts in levels.items()}

    @cached_property
    def periods(self) -> dict[int, Period]:
        """The period of each column that has one; what the header leaves open, the corner or the caption may say."""
        corner = self.headers.get(0, "")
        named = {
            column: period for column, text in self.headers.items() if column and (period := _period(text, corner))
        }
        return _completed(named) or self._captioned(
            f"{self.table.caption} {self.table.units} {corner}".replace("\n", " ")
        )

    def _captioned(self, caption: str) -> dict[int, Period]:
        """Periods that stand in the caption, one for each column of figures, from the left."""
        periods = periods_in(caption.replace("\n", " "))
        if not periods:
            return {}
        columns = sorted({column for row in self.rows for column in row.figures})
        return dict(zip(columns, periods, strict=True)) if len(columns) == len(periods) else {}


def _period(header: str, corner: str) -> Period | None:
    """The period of a column; "Three months ended June 30," may stand in the corner, and the year alone above it."""
    period = parse_period(header)
    if period is None or period.end or period.months or not corner:
        return period
    whole = parse_period(f"{corner} {header}")
    return whole if whole and whole.label_year == period.label_year else period


def _completed(periods: dict[int, Period]) -> dict[int, Period]:
    """Bare years beside one column that has it all ("Years ended June 30, 2023" printed once, across) end like it."""
    whole = [period for period in periods.values() if period.end]
    kinds = {(period.months, period.end.month, period.end.day) for period in whole if period.end}
    if len(kinds) != 1 or whole[0].end is None:
        return periods
    return {column: _like(period, whole[0], whole[0].end) for column, period in periods.items()}


def _like(period: Period, model: Period, end: date) -> Period:
    if period.end or period.months or period.quarter or period.label_year is None:
        return period
    years = period.label_year - end.year
    return replace(period, kind=model.kind, months=model.months, end=shifted(end, years))


def _given_back(rows: list[Row]) -> list[Row]:
    """The first line of a label that the row above has swallowed goes back to the row whose figures it names.

    "Other, net Net cash provided by operating" above "activities" is "Other, net" above "Net cash ... activities".
    """
    whole = list(rows)
    for place, (above, row) in enumerate(pairwise(rows)):
        swallowed = SWALLOWED.fullmatch(above.label)
        if swallowed and above.figures and row.figures and CARRIES_ON.match(row.label):
            whole[place] = replace(whole[place], label=swallowed[1])
            whole[place + 1] = replace(row, label=f"{swallowed[2]} {row.label}")
    return whole


def _unwrapped(rows: list[Row]) -> Iterator[Row]:
    """A label that goes on over several lines, whose figures stand on the last, is one label."""
    begun: Row | None = None
    for place, row in enumerate(rows):
        wrapped = begun is not None and _wraps(begun, row, rows[place + 1 : place + 2])
        label = f"{begun.label} {row.label}" if begun and wrapped else row.label
        yield replace(row, label=label) if wrapped and row.figures else row
        begun = replace(row, label=label) if label and not row.figures and not label.endswith(":") else None


def _wraps(begun: Row, row: Row, after: list[Row]) -> bool:
    """Whether a label goes on with the next row; a heading above items that are set in does not."""
    if begun.label.endswith((";", ",")):
        return True
    return bool(GOES_ON.match(row.label)) and not any(_first_of_group(begun, row, below) for below in after)


def _first_of_group(heading: Row, row: Row, below: Row) -> bool:
    """Whether two rows with figures, both in small letters, are set in alike below a row without."""
    if not (row.figures and below.figures and CARRIES_ON.match(row.label) and CARRIES_ON.match(below.label)):
        return False
    return row.indent > heading.indent + SET_IN and abs(row.indent - below.indent) < SET_IN


def _row(index: int, cells: list[Cell]) -> Row:
    label = next((cell for cell in cells if cell.column == 0), None)
    figures = {
        cell.column: Figure(cell, amount)
        for cell in cells
        if cell.column > 0 and (amount := parse_amount(cell.text)) is not None
    }
    indent = label.box[0] if label and label.box else 0.0
    return Row(index, label.text.replace("\n", " ").strip() if label else "", figures, indent)
