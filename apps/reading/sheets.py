"""A worksheet as blocks: islands of cells between empty rows, each a table, or a few lines of words above one."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from apps.reading.grids import described, header_rows
from apps.reading.normal import one_line
from apps.reading.number_formats import shown
from apps.reading.pages import Grid, GridCell, Piece
from apps.reading.parsed import BlockKind

MOST_ROWS, MOST_COLUMNS, MOST_CELLS = 100_000, 300, 400_000


@dataclass(frozen=True, slots=True)
class SheetCell:
    """A cell that shows something. `column` counts from 0."""

    text: str
    column: int
    bold: bool


Row = list[SheetCell]


@dataclass
class SheetRows:
    """The rows of a sheet of openpyxl (read-only), shown as a person sees them; bounded, whatever the file claims.

    `cut` is true when the sheet goes on behind the last row or column that was read.
    """

    sheet: Any
    cut: bool = False

    def __iter__(self) -> Iterator[Row]:
        self.sheet.reset_dimensions()
        cells = 0
        for number, row in enumerate(self.sheet.iter_rows(max_col=MOST_COLUMNS + 1)):
            line = [_cell(cell, column) for column, cell in enumerate(row) if cell.value is not None]
            cells += len(line)
            if number >= MOST_ROWS or cells > MOST_CELLS:
                self.cut = True
                return
            self.cut = self.cut or any(cell.column >= MOST_COLUMNS for cell in line)
            yield [cell for cell in line if cell.text and cell.column < MOST_COLUMNS]


def _cell(cell: Any, column: int) -> SheetCell:
    return SheetCell(one_line(shown(cell.value, cell.number_format)), column, bool(cell.font and cell.font.b))


def pieces_of(title: str, rows: Iterable[Row]) -> list[Piece]:
    """The sheet's name as heading, then its islands. Rows of words alone at an island's top stay out of its table."""
    pieces = [Piece(BlockKind.HEADING, one_line(title), 1)]
    for island in _islands(rows):
        head = next((at for at, row in enumerate(island) if len(row) > 1), len(island))
        pieces += [_words(row[0]) for row in island[:head]]
        if body := island[head:]:
            pieces.append(Piece(BlockKind.TABLE, grid=described(_grid(body), pieces)))
    return pieces


def _islands(rows: Iterable[Row]) -> Iterator[list[Row]]:
    island: list[Row] = []
    for row in rows:
        if row:
            island.append(row)
        elif island:
            yield island
            island = []
    if island:
        yield island


def _words(cell: SheetCell) -> Piece:
    return Piece(BlockKind.HEADING, cell.text, 2) if cell.bold else Piece(BlockKind.PARAGRAPH, cell.text)


def _grid(rows: Sequence[Row]) -> Grid:
    """Empty columns are dropped."""
    used = sorted({cell.column for row in rows for cell in row})
    place = {column: number for number, column in enumerate(used)}
    cells = tuple(GridCell(cell.text, at, place[cell.column]) for at, row in enumerate(rows) for cell in row)
    grid = Grid(cells, len(rows), len(used))
    return replace(grid, header_rows=header_rows(cells, len(rows)))
