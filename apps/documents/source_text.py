"""A page's own text for the screen: its blocks with the cited spans marked. Plain data; templates escape it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from apps.reading.parsed import BlockKind

Span = tuple[int, int]
Grid = Sequence[Sequence[Mapping[str, Any] | None]]


@dataclass(frozen=True, slots=True)
class Piece:
    """Some characters, cited or not."""

    text: str
    marked: bool = False


@dataclass(frozen=True, slots=True)
class ShownCell:
    pieces: tuple[Piece, ...]
    header: bool
    numeric: bool
    row_span: int = 1
    column_span: int = 1
    box: tuple[float, ...] = ()  # where it stands on its page, in points; empty for sources without geometry


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """A heading, paragraph, ... or a table, whose `rows` then hold the cells."""

    kind: BlockKind
    level: int
    pieces: tuple[Piece, ...] = ()
    rows: tuple[tuple[ShownCell, ...], ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Source:
    """A page: its text, its blocks as `Page.blocks`, and by ordinal the grid and count of header rows of its tables."""

    text: str
    blocks: Sequence[Mapping[str, Any]]
    tables: Mapping[int, tuple[Grid, int]]


def shown(source: Source, spans: Sequence[Span]) -> list[ShownBlock]:
    """The blocks of a page in reading order, characters inside `spans` marked."""
    if not source.blocks and source.text:
        return [ShownBlock(BlockKind.PARAGRAPH, 0, pieces(source.text, 0, len(source.text), spans))]
    return [shown_block(source, block, spans) for block in source.blocks]


def shown_block(source: Source, block: Mapping[str, Any], spans: Sequence[Span]) -> ShownBlock:
    kind = BlockKind(block["kind"])
    if block.get("table") in source.tables:
        grid, header_rows = source.tables[block["table"]]
        return ShownBlock(kind, 0, rows=grid_rows(source.text, grid, header_rows, spans))
    return ShownBlock(kind, block["level"], pieces(source.text, block["start"], block["end"], spans))


def grid_rows(text: str, grid: Grid, header_rows: int, spans: Sequence[Span] = ()) -> tuple[tuple[ShownCell, ...], ...]:
    """The rows of a table; a place that a spanning cell covers has no cell, any other empty place an empty one."""
    covered = covered_places(grid)
    return tuple(
        tuple(
            shown_cell(text, cell, number < header_rows, spans)
            for column, cell in enumerate(row)
            if (number, column) not in covered
        )
        for number, row in enumerate(grid)
    )


def covered_places(grid: Grid) -> set[tuple[int, int]]:
    """Places (row, column) that belong to a cell further up or left."""
    return {
        (row + down, column + right)
        for row, cells in enumerate(grid)
        for column, cell in enumerate(cells)
        if cell
        for down in range(cell["row_span"])
        for right in range(cell["column_span"])
        if (down or right) and not cell_at(grid, row + down, column + right)
    }


def cell_at(grid: Grid, row: int, column: int) -> Mapping[str, Any] | None:
    return grid[row][column] if row < len(grid) and column < len(grid[row]) else None


def shown_cell(text: str, cell: Mapping[str, Any] | None, header: bool, spans: Sequence[Span]) -> ShownCell:
    if cell is None:
        return ShownCell((), header, numeric=False)
    inside = pieces(text, cell["start"], cell["end"], spans) if text else (Piece(cell["text"]),)
    box = tuple(cell.get("box") or ())
    return ShownCell(inside, header, is_number(cell["text"]), cell["row_span"], cell["column_span"], box)


def is_number(text: str) -> bool:
    """Whether a cell is set as a number: digits, or a dash for nil, with signs of money and brackets at most."""
    bare = text.strip().strip("$€£¥()%+-–—− ,.")
    return bare.replace(",", "").replace(".", "").replace(" ", "").isdigit() or (not bare and bool(text.strip()))


def pieces(text: str, start: int, end: int, spans: Iterable[Span]) -> tuple[Piece, ...]:
    """text[start:end] cut where the marking changes; empty pieces are left out."""
    inside = [(max(start, low), min(end, high)) for low, high in spans if low < end and high > start]
    cuts = sorted({start, end, *(cut for span in inside for cut in span)})
    between = ((low, high) for low, high in pairwise(cuts))
    return tuple(Piece(text[low:high], any(a <= low and high <= b for a, b in inside)) for low, high in between)
