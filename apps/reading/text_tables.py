"""Blocks of plain text. Columns that were set with blanks become tables: each character is a column of the raw grid."""

import re
from collections.abc import Iterator

from apps.reading.grids import described, is_number
from apps.reading.html_tables import Placed, settle
from apps.reading.normal import normalize, one_line
from apps.reading.pages import PAGE_NUMBER, Piece
from apps.reading.parsed import BlockKind

CELL = re.compile(r"\S+(?: \S+)*")
SIGN = re.compile(r"(\$)\s+(?=[\d(—-])")
RULE = re.compile(r"[\s\-_=—]{3,}")
TAG = re.compile(r"</?(?:TABLE|CAPTION|S|C|FN)>", re.I)
LIST_ITEM = re.compile(r"(?:[•*●▪-]|\(?(?:\d{1,2}|[a-z])[.)])\s")
HEADING = re.compile(r"(?:part\s+[ivx]+|item\s+\d{1,2}[a-c]?)\b.{0,150}", re.I | re.S)
LONGEST_HEADING = 120


def pieces_of(text: str) -> list[Piece]:
    """The blocks of one page, parted by empty lines; a table may hold empty lines between its rows."""
    pieces: list[Piece] = []
    text, number = _without_number(text)
    for lines in _blocks(text):
        if _is_table(lines):
            grid = settle(_placed(line, number) for number, line in enumerate(lines))
            pieces.append(Piece(BlockKind.TABLE, grid=described(grid, pieces)))
        elif words := normalize("\n".join(lines)):
            pieces.append(_words(words))
    return [*pieces, Piece(BlockKind.PARAGRAPH, number)] if number else pieces


def _without_number(text: str) -> tuple[str, str]:
    """The page without the number at its foot, which often follows the last line at once; and that number."""
    above, _, last = text.rstrip().rpartition("\n")
    return (above, last.strip()) if above and PAGE_NUMBER.fullmatch(last.strip()) else (text, "")


def _blocks(text: str) -> Iterator[list[str]]:
    """Runs of lines between empty ones; runs of rows that follow each other are one table."""
    block: list[str] = []
    for run in re.split(r"\n[ \t]*\n", text):
        lines = [line.expandtabs(8) for line in TAG.sub("", run).split("\n") if line.strip()]
        lines = [line for line in lines if not RULE.fullmatch(line)]
        if block and lines and _is_table(block) and _is_table(lines, least=1):
            block += lines
            continue
        if block:
            yield block
        block = lines
    if block:
        yield block


def _placed(line: str, row: int) -> list[Placed]:
    spaced = SIGN.sub(lambda found: " " * (len(found.group()) - 1) + found[1], line)
    return [Placed(one_line(cell.group()), row, cell.start(), cell.end()) for cell in CELL.finditer(spaced)]


def _is_table(lines: list[str], least: int = 2) -> bool:
    """`least` rows or more, and half of all, with a figure that stands apart from what is before it."""
    rows = sum(1 for line in lines if any(is_number(cell.text) for cell in _placed(line, 0)[1:]))
    return rows >= least and 2 * rows >= len(lines)


def _words(text: str) -> Piece:
    if LIST_ITEM.match(text):
        return Piece(BlockKind.LIST_ITEM, text)
    flat = " ".join(text.split())
    if HEADING.fullmatch(flat):
        return Piece(BlockKind.HEADING, flat, 1 if flat.lower().startswith("part") else 2)
    if len(flat) <= LONGEST_HEADING and flat.isupper() and len(re.findall(r"[A-Z]{2,}", flat)) > 1:
        return Piece(BlockKind.HEADING, flat, 3)
    return Piece(BlockKind.PARAGRAPH, text)
