"""What a walked line or table of a filing is: heading and its level, list item, paragraph, or a table that is none."""

import re
from collections.abc import Iterator, Sequence

from apps.reading import text_tables
from apps.reading.grids import described, is_number
from apps.reading.html_tables import collapse
from apps.reading.html_walk import HEADINGS, Item, Line, PageEnd, Preformatted, RawTable
from apps.reading.pages import Grid, Piece
from apps.reading.parsed import BlockKind

PART = re.compile(r"part\s+(?:[IVX]+|\d)\b.{0,80}", re.I)
ITEM = re.compile(r"item\s+\d{1,2}[A-C]?(?:\s*[.:—–-]|\s*$).{0,200}", re.I | re.S)
BULLET = re.compile(r"[•●○▪■◦‣·*–—-]|\(?(?:[ivx]{1,4}|[a-z]|\d{1,2})[.)]", re.I)
LONGEST_HEADING = 160
MOST_TEXT_ROWS = 3


def pieces_of(items: Sequence[Item]) -> list[list[Piece]]:
    """Blocks, a list per page as the filing marks its pages; one list when it marks none."""
    sure = any(isinstance(item, PageEnd) and item.sure for item in items)
    pages: list[list[Piece]] = [[]]
    for item in items:
        if isinstance(item, PageEnd):
            if (item.sure or not sure) and pages[-1]:
                pages.append([])
        elif isinstance(item, Line):
            pages[-1].append(line_piece(item))
        elif isinstance(item, Preformatted):
            pages[-1] += text_tables.pieces_of(item.text, pages[-1])
        else:
            pages[-1] += _table_pieces(item, pages[-1])
    return [page for page in pages if page]


def line_piece(line: Line) -> Piece:
    text = line.text
    if line.tag in ("img", "figcaption"):
        return Piece(BlockKind.FIGURE, text)
    if line.tag == "li" or re.match(r"[•●▪■◦‣]\s", text):
        return Piece(BlockKind.LIST_ITEM, text)
    if level := _heading_level(line):
        return Piece(BlockKind.HEADING, " ".join(text.split()), level)
    return Piece(BlockKind.PARAGRAPH, text)


def _heading_level(line: Line) -> int:
    """0 for no heading; 1 parts, 2 items, 3 bold and capital or centered, 4 bold, 5 italic."""
    if line.tag in HEADINGS:
        return HEADINGS[line.tag]
    text = line.text
    if len(text) > LONGEST_HEADING or not re.search(r"[^\W\d]{2}", text):
        return 0
    if line.bold and PART.fullmatch(text):
        return 1
    if line.bold and ITEM.fullmatch(text):
        return 2
    if (
        (text.endswith((".", ",", ";", ":")) and not text.isupper())
        or text.startswith("(")
        or not (line.bold or line.italic)
    ):
        return 0
    if not line.bold:
        return 5 if not line.centered and len(text) < 100 else 0
    return 3 if line.centered or text.isupper() else 4


def _table_pieces(table: RawTable, before: Sequence[Piece]) -> Iterator[Piece]:
    grid = collapse(table.rows)
    if not grid.cells:
        return
    if _is_data(grid):
        caption = Grid(grid.cells, grid.rows, grid.columns, grid.header_rows, table.caption)
        yield Piece(BlockKind.TABLE, grid=described(caption, before))
        return
    yield from _text_rows(grid, table.bold)


def _is_data(grid: Grid) -> bool:
    """A table with figures, or with text in several columns and rows; the rest only arranges words."""
    if grid.columns < 2:
        return False
    if any(is_number(cell.text) for cell in grid.cells if cell.column):
        return True
    first = {cell.text for cell in grid.cells if cell.column == 0}
    return grid.rows > MOST_TEXT_ROWS and not all(BULLET.fullmatch(text) or not text for text in first)


def _text_rows(grid: Grid, bold: bool) -> Iterator[Piece]:
    """Bullets, headings and addresses that were set as tables: a block per row."""
    for row in range(grid.rows):
        texts = [cell.text for cell in grid.cells if cell.row == row]
        line = Line(" ".join(texts), "div", bold, False, False)
        is_list = len(texts) > 1 and BULLET.fullmatch(texts[0])
        yield Piece(BlockKind.LIST_ITEM, line.text) if is_list else line_piece(line)
