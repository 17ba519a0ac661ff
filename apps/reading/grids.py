"""What holds of tables from any source: where the header ends, in which units the figures are, what the caption is."""

import re
from collections.abc import Sequence
from dataclasses import replace

from apps.reading.pages import Grid, GridCell, Piece
from apps.reading.parsed import BlockKind

NUMBER = re.compile(
    r"[($€£¥+\-–−]*\s*+(?:US|C|A|HK)?[$€£¥]?\s*+\(?\s*+(?:\d[\d,]*+\.?\d*|\.\d+)\s*+[)%]*\s*+(?:x|bps|pts?|pp)?\s*+[)%]*(?:\s*+\(\w\))?"
)
NIL = re.compile(r"[$€£¥]?\s*[—–-]+\s*[)%]*|n/?[am]|nm", re.I)
YEAR = re.compile(r"(?:fiscal\s+|FY\s*)?(?:19|20)\d\d(?:\s*\(\w\))?", re.I)
UNITS = re.compile(
    r"(?<![^\s().])(?!\s)\(?[^().]{0,60}\bin\s+(?:(?:US|U\.S\.)\s+)?(?:\$\s*)?(?:dollars\s+in\s+)?"
    r"(?:thousand|million|billion|hundred|USD|EUR|euros?|dollars)s?\b[^()]{0,120}\)?|\((?:unaudited;?\s*)?\$\s*000s?\)",
    re.I,
)
LONGEST_CAPTION = 200


def is_number(text: str) -> bool:
    """A figure or a nil mark. A bare year is a figure too; `header_rows` tells it from a header."""
    return bool(NUMBER.fullmatch(text) or NIL.fullmatch(text))


def header_rows(cells: Sequence[GridCell], rows: int) -> int:
    """How many rows at the top name the columns: those before the first row with a figure that is no year."""
    first = min((cell.row for cell in cells if cell.column and _is_figure(cell.text)), default=0)
    labels = {cell.row for cell in cells if cell.column == 0 and cell.text}
    named = {cell.row for cell in cells if cell.column}
    while first and first - 1 in labels and first - 1 not in named:  # "Net sales:" belongs to the body
        first -= 1
    return first if first < rows else 0


def _is_figure(text: str) -> bool:
    return is_number(text) and not YEAR.fullmatch(text)


def described(grid: Grid, before: Sequence[Piece]) -> Grid:
    """The grid with units and caption, from its own header or from the short blocks right before it."""
    header = [cell.text for cell in grid.cells if cell.row <= grid.header_rows]
    near = [piece for piece in before[-4:] if piece.grid is None]
    units = grid.units or _first_units(header) or _first_units([piece.text for piece in reversed(near)])
    return replace(grid, units=units, caption=grid.caption or _caption(near))


def _first_units(texts: Sequence[str]) -> str:
    for text in texts:
        if len(text) <= 400 and (found := UNITS.search(text)):
            return found.group().strip("() ")
    return ""


def _caption(near: Sequence[Piece]) -> str:
    """The nearest short block above, units and page furniture aside."""
    for piece in reversed(near):
        bare = UNITS.sub("", piece.text).strip().removesuffix(":").strip()
        if not bare or piece.kind == BlockKind.FURNITURE:
            continue
        stands = piece.kind in (BlockKind.HEADING, BlockKind.CAPTION)
        shows = stands or piece.text.endswith(":") or UNITS.search(piece.text)
        return bare if shows and len(bare) <= LONGEST_CAPTION else ""
    return ""
