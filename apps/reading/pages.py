"""Pages put together from blocks: the text grows, and every block and cell knows where it stands in it.

For readers that bring blocks, with boxes or without. Our own layout of PDF has another way: there places come first.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from apps.reading.parsed import Block, BlockKind, Cell, ParsedPage, ParsedTable, Rectangle, Run

PAGE_CHARACTERS = 3500
MOST_CAPTION, MOST_UNITS, MOST_LABEL = 500, 200, 100  # what the store holds
PAGE_NUMBER = re.compile(r"(?:page\s+)?[-–—]?\s*(?:[A-Z]{1,2}-)?\d{1,4}\s*[-–—]?", re.I)
PAGE_WORD = re.compile(r"page\s+", re.I)
BACK_TO_CONTENTS = re.compile(r"(?:back to )?(?:table of )?contents", re.I)


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell before its place in the text is known."""

    text: str
    row: int
    column: int
    row_span: int = 1
    column_span: int = 1
    box: Rectangle | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """A table before its place in the text is known; cells in reading order, none of them empty."""

    cells: tuple[GridCell, ...]
    rows: int
    columns: int
    header_rows: int = 0
    caption: str = ""
    units: str = ""
    box: Rectangle | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A block before its place is known. `grid` is set for tables, whose text comes from it."""

    kind: BlockKind
    text: str = ""
    level: int = 0
    grid: Grid | None = None
    box: Rectangle | None = None

    @property
    def size(self) -> int:
        return len(self.text) if self.grid is None else sum(len(cell.text) + 1 for cell in self.grid.cells)


@dataclass
class PageText:
    """One page in the making."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    blocks: list[Block] = field(default_factory=list)
    tables: list[ParsedTable] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)

    def add(self, piece: Piece) -> None:
        if self.blocks:
            self._write("\n\n")
        start = self.length
        if piece.grid is None:
            self._write(piece.text, piece.box)
            self.blocks.append(Block(piece.kind, start, self.length, piece.level))
        else:
            self.tables.append(self._write_grid(piece.grid))
            self.blocks.append(Block(BlockKind.TABLE, start, self.length, 0, len(self.tables) - 1))

    def _write(self, text: str, box: Rectangle | None = None) -> None:
        if box:
            self.runs.append(Run(self.length, self.length + len(text), box))
        self.parts.append(text)
        self.length += len(text)

    def _write_grid(self, grid: Grid) -> ParsedTable:
        """A line per row, tabs between cells."""
        cells: list[Cell] = []
        for cell in grid.cells:
            if cells:
                self._write("\t" if cells[-1].row == cell.row else "\n")
            start = self.length
            self._write(cell.text, cell.box)
            cells.append(
                Cell(cell.text, cell.row, cell.column, start, self.length, cell.box, cell.row_span, cell.column_span)
            )
        caption, units = grid.caption[:MOST_CAPTION], grid.units[:MOST_UNITS]
        return ParsedTable(tuple(cells), grid.rows, grid.columns, grid.header_rows, caption, units, grid.box)

    def page(self, number: int, label: str) -> ParsedPage:
        text = "".join(self.parts)
        runs, tables = tuple(self.runs), tuple(self.tables)
        return ParsedPage(number, text, tuple(self.blocks), runs, tables, label=label[:MOST_LABEL])


def compose(pieces: Sequence[Piece], number: int, label: str = "") -> ParsedPage:
    """One page of the given blocks. page.text[start:end] is the text of each block and of each cell."""
    page = PageText()
    for piece in pieces:
        page.add(piece)
    return page.page(number, label)


def paginate(pieces: Iterable[Piece], size: int = PAGE_CHARACTERS) -> list[list[Piece]]:
    """Groups of about `size` characters, cut at block borders and never behind a heading."""
    groups: list[list[Piece]] = [[]]
    length = 0
    for piece in pieces:
        last = groups[-1]
        if last and length + piece.size > size and not _leads(last[-1], piece):
            groups.append([])
            length = 0
        groups[-1].append(piece)
        length += piece.size
    return [group for group in groups if group]


def _leads(last: Piece, piece: Piece) -> bool:
    """A heading, and the title or units line of a table, stay with what they name."""
    return last.kind == BlockKind.HEADING or (piece.grid is not None and last.grid is None and last.size < 200)


def without_furniture(groups: Sequence[Sequence[Piece]]) -> list[tuple[list[Piece], str]]:
    """Pages whose first and last blocks are marked as furniture where they are page numbers, links to the contents,
    or the same on most pages; with the page number printed on each."""
    edges = Counter(text for group in groups for text in {_edge_text(piece) for piece in (*group[:2], *group[-3:])})
    repeated = {text for text, count in edges.items() if text and count > max(2, len(groups) // 2)}
    return [_marked(list(group), repeated) for group in groups]


def _edge_text(piece: Piece) -> str:
    return piece.text if piece.grid is None and len(piece.text) < 120 else ""


def _marked(group: list[Piece], repeated: set[str]) -> tuple[list[Piece], str]:
    label = ""
    for at in (*range(len(group) - 1, max(-1, len(group) - 4), -1), *range(min(2, len(group)))):
        text = _edge_text(group[at])
        if PAGE_NUMBER.fullmatch(text):
            label = label or PAGE_WORD.sub("", text).strip("-–— ")
        elif text not in repeated and not BACK_TO_CONTENTS.fullmatch(text):
            continue
        group[at] = replace(group[at], kind=BlockKind.FURNITURE, level=0)
    return group, label
