"""A parsed table as rows with a label and columns with a period."""

from dataclasses import dataclass
from functools import cached_property

from apps.documents.figures.amounts import Amount, parse_amount
from apps.documents.figures.periods import Period, parse_period
from apps.documents.parsing.parsed import Cell, ParsedTable


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
        return tuple(_row(index, self.by_row[index]) for index in body)

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
        """The period of each column that has one."""
        return {column: period for column, text in self.headers.items() if (period := parse_period(text))}


def _row(index: int, cells: list[Cell]) -> Row:
    label = next((cell for cell in cells if cell.column == 0), None)
    figures = {
        cell.column: Figure(cell, amount)
        for cell in cells
        if cell.column > 0 and (amount := parse_amount(cell.text)) is not None
    }
    indent = label.box[0] if label and label.box else 0.0
    return Row(index, label.text.replace("\n", " ").strip() if label else "", figures, indent)
