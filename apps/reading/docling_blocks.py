"""A document as docling read it, as a flat row of blocks."""

import re
from collections.abc import Iterator
from typing import Any

from docling_core.types.doc import DoclingDocument
from docling_core.types.doc.document import (
    GroupItem,
    ListItem,
    NodeItem,
    SectionHeaderItem,
    TableItem,
    TextItem,
    TitleItem,
)
from docling_core.types.doc.labels import DocItemLabel, GroupLabel

from apps.reading.grids import described, header_rows
from apps.reading.normal import normalize, one_line
from apps.reading.pages import Grid, GridCell, Piece
from apps.reading.parsed import BlockKind

KINDS = {
    DocItemLabel.CAPTION: BlockKind.CAPTION,
    DocItemLabel.FOOTNOTE: BlockKind.FOOTNOTE,
    DocItemLabel.PAGE_HEADER: BlockKind.FURNITURE,
    DocItemLabel.PAGE_FOOTER: BlockKind.FURNITURE,
}


def pieces_of(document: DoclingDocument) -> list[Piece]:
    """Its blocks in reading order; tables with units and caption from what stands before them."""
    pieces: list[Piece] = []
    for item in items_of(document, document.body):
        if isinstance(item, TableItem):
            grid = grid_of(document, item)
            if grid.cells:
                pieces.append(Piece(BlockKind.TABLE, grid=described(grid, pieces)))
        elif text := normalize(text_of(document, item)):
            pieces.append(piece_of(item, text))
    return pieces


def items_of(document: DoclingDocument, parent: NodeItem) -> Iterator[NodeItem]:
    """Depth first. What hangs under a table repeats its cells, and runs of one paragraph hang under an inline group."""
    for reference in parent.children:
        item = reference.resolve(document)
        if not isinstance(item, GroupItem) or item.label == GroupLabel.INLINE:
            yield item
        if not isinstance(item, TableItem) and not _is_inline(item):
            yield from items_of(document, item)


def _is_inline(item: NodeItem) -> bool:
    return isinstance(item, GroupItem) and item.label == GroupLabel.INLINE


def text_of(document: DoclingDocument, item: NodeItem) -> str:
    if isinstance(item, TextItem):
        return str(item.text)
    if not _is_inline(item):
        return ""
    runs = (reference.resolve(document) for reference in item.children)
    joined = " ".join(run.text for run in runs if isinstance(run, TextItem))
    return re.sub(r"(?<!\s)\s++([,.;:%)])", r"\1", joined)


def piece_of(item: NodeItem, text: str) -> Piece:
    if isinstance(item, TitleItem):
        return Piece(BlockKind.HEADING, one_line(text), 1)
    if isinstance(item, SectionHeaderItem):
        return Piece(BlockKind.HEADING, one_line(text), item.level)
    if isinstance(item, ListItem):
        marker = f"{item.marker} " if item.enumerated and item.marker else ""
        return Piece(BlockKind.LIST_ITEM, marker + text)
    return Piece(KINDS.get(getattr(item, "label", None), BlockKind.PARAGRAPH), text)


def grid_of(document: DoclingDocument, table: TableItem) -> Grid:
    data = table.data
    raw = sorted(data.table_cells, key=lambda cell: (cell.start_row_offset_idx, cell.start_col_offset_idx))
    cells = tuple(cell for cell in (_cell(document, one) for one in raw) if cell.text)
    marked = {cell.start_row_offset_idx for cell in raw if cell.column_header}
    header = max(len(marked), header_rows(cells, data.num_rows))
    return Grid(cells, data.num_rows, data.num_cols, header, one_line(table.caption_text(document)))


def _cell(document: DoclingDocument, cell: Any) -> GridCell:
    text = one_line(cell.text or cell._get_text(doc=document))
    return GridCell(text, cell.start_row_offset_idx, cell.start_col_offset_idx, cell.row_span, cell.col_span)
