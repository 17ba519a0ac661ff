"""What Docling's PDF pipeline found, in the parsed form of every reader: pages with blocks, boxes and tables."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from docling_core.types.doc import DoclingDocument
from docling_core.types.doc.document import TableItem, TextItem

from apps.reading.continuation import with_continuations
from apps.reading.docling_blocks import grid_of, items_of, piece_of, text_of
from apps.reading.footnotes import noted, with_footnotes
from apps.reading.grids import described
from apps.reading.normal import normalize
from apps.reading.pages import Grid, GridCell, Piece, compose, without_furniture
from apps.reading.parsed import BlockKind, ParsedPage, Rectangle

Located = tuple[int, Piece]  # the page, from 0, and what stands there


def pages_of(document: DoclingDocument, total: int) -> tuple[ParsedPage, ...]:
    """All `total` pages in order; one of which Docling says nothing is empty."""
    groups: list[list[Piece]] = [[] for _ in range(max([total, *document.pages]))]
    for page, piece in _located(document):
        groups[page].append(_described(piece, groups[page]))
    made = [
        _sized(document, compose(noted(pieces), number, label))
        for number, (pieces, label) in enumerate(without_furniture(groups))
    ]
    return with_continuations(with_footnotes(made))


def _described(piece: Piece, before: list[Piece]) -> Piece:
    return piece if piece.grid is None else replace(piece, grid=described(piece.grid, before))


def _sized(document: DoclingDocument, page: ParsedPage) -> ParsedPage:
    if (known := document.pages.get(page.number + 1)) is None:
        return page
    return replace(page, width=known.size.width, height=known.size.height)


def _located(document: DoclingDocument) -> Iterator[Located]:
    """Blocks in reading order, each once. Captions and notes may hang under a table: they stand around it."""
    told: set[str] = set()
    for item in items_of(document, document.body):
        if isinstance(item, TableItem):
            yield from _referred(document, item.captions, BlockKind.CAPTION, told)
            yield from _table(document, item)
            yield from _referred(document, item.footnotes, BlockKind.FOOTNOTE, told)
        elif isinstance(item, TextItem) and item.self_ref not in told:
            told.add(item.self_ref)
            yield from _text(document, item)


def _referred(document: DoclingDocument, references: list[Any], kind: BlockKind, told: set[str]) -> Iterator[Located]:
    for item in (reference.resolve(document) for reference in references):
        if item.self_ref not in told:
            told.add(item.self_ref)
            yield from ((page, replace(piece, kind=kind, level=0)) for page, piece in _text(document, item))


def _table(document: DoclingDocument, item: TableItem) -> Iterator[Located]:
    grid = grid_of(document, item)
    if grid.cells and item.prov:
        page = item.prov[0].page_no
        own = replace(_with_boxes(document, item, grid, page), box=_box(document, page, item.prov[0].bbox))
        yield page - 1, Piece(BlockKind.TABLE, grid=own)


def _with_boxes(document: DoclingDocument, item: TableItem, grid: Grid, page: int) -> Grid:
    boxes = {
        (cell.start_row_offset_idx, cell.start_col_offset_idx): _box(document, page, cell.bbox)
        for cell in item.data.table_cells
    }

    def placed(cell: GridCell) -> GridCell:
        return replace(cell, box=boxes[cell.row, cell.column])

    return replace(grid, cells=tuple(map(placed, grid.cells)))


def _text(document: DoclingDocument, item: TextItem) -> Iterator[Located]:
    """A paragraph that goes on on the next page is one item with two places: each gets its own characters."""
    whole = text_of(document, item)
    for place in item.prov:
        first, end = place.charspan if len(item.prov) > 1 else (0, len(whole))
        if text := normalize(whole[first:end]):
            piece = piece_of(item, text)
            yield place.page_no - 1, replace(piece, box=_box(document, place.page_no, place.bbox))


def _box(document: DoclingDocument, page: int, box: Any) -> Rectangle | None:
    """From the top left of the page, whichever way Docling counted."""
    if box is None or page not in document.pages:
        return None
    found = box.to_top_left_origin(page_height=document.pages[page].size.height)
    return (found.l, found.t, found.r, found.b)
