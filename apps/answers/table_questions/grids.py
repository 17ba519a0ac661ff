"""Reading a grid as a table that is asked: which rows are headers, what stands over and above each row, the units."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from apps.answers.table_questions.headers import HeaderRow, filled, is_header, is_units, standing
from apps.answers.table_questions.scales import DECLARED, spelled, told_again
from apps.answers.table_questions.table import SUMMED, AskedTable, Cell, Line
from apps.statements.values.amounts import parse_amount
from apps.statements.values.units import parse_units

Grid = Sequence[Sequence[dict[str, Any] | None]]


def read_stored(grid: Grid, header_rows: int, caption: str, units: str, about: str) -> AskedTable:
    """A table as the store holds it (`Table.grid`): a cell's row and column are its places in `grid`.

    about: headings of the section in which it stands. Header texts that span several columns stand over each of them.
    What stands over the labels says what all figures count, then the line of units, then what single columns say.
    """
    texts = [_spread(row) if index < header_rows else _plain(row) for index, row in enumerate(grid)]
    said = [text for text in (f"({units.strip('()')})" if units else "", caption) if text]
    table = read_texts(texts, said, spread=True)
    corner = " ".join(row[0] for row in texts[:header_rows] if row)
    counts = next((text for text in map(spelled, (corner, units)) if parse_units(text).declared), table.units)
    return replace(table, units=counts, paragraphs=(), caption=caption, about=f"{about} {caption}".strip())


def _plain(row: Sequence[dict[str, Any] | None]) -> list[str]:
    return [cell["text"] if cell else "" for cell in row]


def _spread(row: Sequence[dict[str, Any] | None]) -> list[str]:
    texts = _plain(row)
    for column, cell in enumerate(row):
        for beside in range(column + 1, min(len(row), column + ((cell or {}).get("column_span") or 1))):
            texts[beside] = texts[beside] or texts[column]
    return texts


def read_texts(grid: Sequence[Sequence[str]], paragraphs: Sequence[str], *, spread: bool = False) -> AskedTable:
    """Read a grid of texts, column 0 of which holds the labels; which rows are headers is told by what they hold.

    spread: header texts stand over every column that they span, so that nothing need be guessed.
    """
    reader = _Reader(spread)
    for index, texts in enumerate(grid):
        reader.take(index, [" ".join(text.split()) for text in texts])
    lines = reader.lines
    above = [header for line in lines for header in line.headers.values()]
    cells = [cell for line in lines for cell in line.cells.values()]
    units = _units(" ".join(reader.said), paragraphs, cells)
    return AskedTable(tuple(lines), tuple(dict.fromkeys(above)), units, tuple(paragraphs))


@dataclass(slots=True)
class _Reader:
    """Goes down the rows; `levels` are the header rows that hold below, `said` is all that may declare units."""

    spread: bool
    lines: list[Line] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    levels: list[HeaderRow] = field(default_factory=list)
    above: tuple[str, ...] = ()
    headers: dict[int, str] = field(default_factory=dict)  # by column, of `levels`
    heading: bool = False
    headed: bool = False  # whether the row before was a heading: one below the other, the second is a part of the first

    def take(self, index: int, row: list[str]) -> None:
        if is_header(row, body_begun=bool(self.lines)):
            goes_on = self.heading or not self.lines
            self.levels = [*(self.levels if goes_on else []), HeaderRow(tuple(row))]
            self.headers = {}
            self.said.append(" ".join(row))
            self.heading = True
            return
        self.heading = False
        if cells := _cells(index, row):
            self.lines.append(Line(index, row[0], self.above, cells, self._headers(len(row))))
            self.headed = False
            if SUMMED.match(row[0]) and len(self.above) > 1:
                self.above = self.above[:-1]
        elif row and row[0]:
            self._head(row[0])

    def _headers(self, width: int) -> dict[int, str]:
        """Rows of one width below the same header rows share them."""
        if len(self.headers) != width - 1:
            over = standing if self.spread else filled
            self.headers = {column: over(self.levels, column, width) for column in range(1, width)}
        return self.headers

    def _head(self, label: str) -> None:
        if is_units(label):
            self.said.append(label)
        else:
            self.above = (*(self.above if self.headed else self.above[:-1]), label)
            self.headed = True


def _cells(index: int, row: Sequence[str]) -> dict[int, Cell]:
    amounts = {column: parse_amount(text) for column, text in enumerate(row) if column}
    return {column: Cell(index, column, row[column], amount) for column, amount in amounts.items() if amount}


def _units(header: str, paragraphs: Sequence[str], cells: Sequence[Cell]) -> str:
    """Where the units are declared: the header, a paragraph's "(in millions)"; else what figures told again say."""
    if parse_units(spelled(header)).declared:
        return spelled(header)
    found = (match[0] for paragraph in paragraphs for match in DECLARED.finditer(paragraph))
    declared = next((text for text in found if not re.search(r"[$€£]\s?\d", text)), "")
    return declared or told_again([cell.amount.value for cell in cells], paragraphs)
