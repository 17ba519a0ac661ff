"""Laid-out blocks to page text with offsets: the one place where characters of a page are numbered."""

from dataclasses import dataclass, field

from apps.reading.layout.lines import Line, spell
from apps.reading.layout.words import RawPage, Word, bounds
from apps.reading.parsed import Block, BlockKind, Cell, ParsedPage, ParsedTable, Rectangle, Run


@dataclass(slots=True)
class GridCell:
    """A cell before its text is numbered. `lines` hold the words of each of its lines; `marks` are footnote marks that
    stand after the figure and do not belong to it."""

    lines: list[list[Word]]
    row: int
    column: int
    row_span: int = 1
    column_span: int = 1
    marks: list[Word] = field(default_factory=list)


@dataclass(slots=True)
class Grid:
    """A table before its text is numbered; `cells` in reading order; `edges` are those of its columns of figures."""

    cells: list[GridCell]
    rows: int
    columns: int
    header_rows: int = 0
    caption: str = ""
    units: str = ""
    edges: tuple[float, ...] = ()


@dataclass(slots=True)
class Laid:
    """A block before its text is numbered: lines of prose, or a grid."""

    kind: BlockKind
    lines: list[Line] = field(default_factory=list)
    level: int = 0
    grid: Grid | None = None


class Composer:
    """Writes the text of one page. Line feed between lines and rows, tab between cells, empty line between blocks."""

    def __init__(self, page: RawPage) -> None:
        self.page = page
        self.text = ""
        self.blocks: list[Block] = []
        self.runs: list[Run] = []
        self.tables: list[ParsedTable] = []

    def add(self, laid: Laid) -> None:
        if self.text:
            self.text += "\n\n"
        start = len(self.text)
        table = None
        if laid.grid is None:
            self._write_lines([line.words for line in laid.lines])
        else:
            table = len(self.tables)
            self.tables.append(self._write_grid(laid.grid))
        self.blocks.append(Block(laid.kind, start, len(self.text), laid.level, table))

    def parsed(self, label: str) -> ParsedPage:
        return ParsedPage(
            self.page.number,
            self.text,
            tuple(self.blocks),
            tuple(self.runs),
            tuple(self.tables),
            round(self.page.width, 2),
            round(self.page.height, 2),
            label,
        )

    def _write_lines(self, lines: list[list[Word]]) -> None:
        for at, words in enumerate(lines):
            if at:
                self.text += "\n"
            start = len(self.text)
            self.text += spell(words)
            self.runs.append(Run(start, len(self.text), self._box(words)))

    def _write_grid(self, grid: Grid) -> ParsedTable:
        cells: list[Cell] = []
        row = grid.cells[0].row
        for at, cell in enumerate(grid.cells):
            if at:
                self.text += "\t" if cell.row == row else "\n"
            row = cell.row
            cells.append(self._write_cell(cell))
        box = _around([cell.box for cell in cells if cell.box])
        return ParsedTable(tuple(cells), grid.rows, grid.columns, grid.header_rows, grid.caption, grid.units, box)

    def _write_cell(self, cell: GridCell) -> Cell:
        start = len(self.text)
        self.text += "\n".join(spell(words) for words in cell.lines)
        end = len(self.text)
        box = self._box([word for words in cell.lines for word in words])
        self.runs.append(Run(start, end, box))
        if cell.marks:
            self.text += " " + spell(cell.marks)
        return Cell(self.text[start:end], cell.row, cell.column, start, end, box, cell.row_span, cell.column_span)

    def _box(self, words: list[Word]) -> Rectangle:
        return self.page.displayed(bounds(words))


def _around(boxes: list[Rectangle]) -> Rectangle:
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)
