"""Blocks of plain text. Columns that were set with blanks become tables: each character is a column of the raw grid."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.reading.grids import described, is_number
from apps.reading.html_tables import Placed, settle
from apps.reading.normal import normalize, one_line
from apps.reading.pages import PAGE_NUMBER, Piece
from apps.reading.parsed import BlockKind

PAGE_MARK = re.compile(r"\f|^<PAGE>.*$", re.M)
LEADERS = re.compile(r"(?: ?\.){3,}")
CELL = re.compile(r"\S+(?: \S+)*")
SIGN = re.compile(r"(\$)\s+(?=[\d(—-])")
RULE = re.compile(r"[\s\-_=—]{3,}")
MARK = re.compile(r"(</?TABLE>)", re.I)
DATED = re.compile(r".{0,40}\b(?:19|20)\d\d", re.S)
ALIGNED = 2  # characters between the right ends of figures that stand below each other
TAG = re.compile(r"</?(?:TABLE|CAPTION|S|C|FN)>", re.I)
LIST_ITEM = re.compile(r"(?:[•*●▪-]|\(?(?:\d{1,2}|[a-z])[.)])\s")
HEADING = re.compile(r"(?:part\s+[ivx]+|item\s+\d{1,2}[a-c]?)\b.{0,150}", re.I | re.S)
LONGEST_HEADING = 120


def pieces_of(text: str, before: Sequence[Piece] = ()) -> list[Piece]:
    """The blocks of one page, parted by empty lines; a table may hold empty lines between its rows.

    before: blocks that stand above the text on its page, among which the caption of its first table may be.
    """
    pieces: list[Piece] = []
    text, number = _without_number(text)
    for block in _blocks(text):
        if block.is_table:
            grid = settle(_placed(line, number) for number, line in enumerate(block.lines))
            pieces.append(Piece(BlockKind.TABLE, grid=described(grid, [*before, *pieces])))
        elif words := normalize("\n".join(block.lines)):
            pieces.append(_words(words))
    return [*pieces, Piece(BlockKind.PARAGRAPH, number)] if number else pieces


def _without_number(text: str) -> tuple[str, str]:
    """The page without the number at its foot, which often follows the last line at once; and that number."""
    above, _, last = text.rstrip().rpartition("\n")
    return (above, last.strip()) if above and PAGE_NUMBER.fullmatch(last.strip()) else (text, "")


@dataclass(slots=True)
class _Block:
    """Lines that belong together. is_table: they are rows. rows: how many have a figure. end: where the last one ends.

    named: one of the lines is of years or days alone, as they stand above columns.
    """

    lines: list[str]
    is_table: bool
    rows: int
    end: int
    named: bool

    def take(self, other: "_Block") -> None:
        self.lines += other.lines
        self.is_table = True
        self.rows += other.rows
        self.end = max(self.end, other.end)


def _blocks(text: str) -> Iterator[_Block]:
    """Runs of lines between empty ones; rows that follow each other are one table, with the years above them."""
    marked = False
    for part in MARK.split(text):
        if MARK.fullmatch(part):
            marked = not part.startswith("</")
            continue
        runs = [_run(run) for run in re.split(r"\n[ \t]*\n", part)]
        yield from _joined([run for run in runs if run.lines], marked=marked)


def _run(text: str) -> _Block:
    lines = [line.expandtabs(8) for line in TAG.sub("", text).split("\n") if line.strip()]
    lines = [line for line in lines if not RULE.fullmatch(line)]
    ends = [found[-1].right for line in lines if (found := _figures(line))]
    return _Block(lines, _is_table(lines), len(ends), max(ends, default=0), _names_columns(lines))


def _joined(runs: Sequence[_Block], *, marked: bool) -> Iterator[_Block]:
    """marked: the filer says that a table stands here, so that words between its rows are rows as well."""
    last = max((place for place, run in enumerate(runs) if _has_rows(run)), default=-1)
    block: _Block | None = None
    for place, run in enumerate(runs):
        below = runs[place + 1] if place + 1 < len(runs) else None
        if block and (_within(block, place, last) if marked else _goes_on(block, run, below)):
            block.take(run)
            continue
        if block:
            yield block
        block = run
    if block:
        yield block


def _within(block: _Block, place: int, last: int) -> bool:
    """Whether a run stands between the head of a marked table and its last row."""
    return (block.is_table or block.named) and place <= last


def _goes_on(block: _Block, run: _Block, below: _Block | None) -> bool:
    """Whether a table, or the years above one, goes on with rows, or with one line of words above further rows."""
    if run.named or not (block.is_table or block.named):
        return False
    if _has_rows(run):
        return True
    more = below is not None and _has_rows(below) and not below.named and abs(below.end - block.end) <= ALIGNED
    return len(run.lines) == 1 and more


def _has_rows(block: _Block) -> bool:
    return 0 < len(block.lines) <= 2 * block.rows


def _names_columns(lines: Sequence[str]) -> bool:
    """Whether a line is one of years or days alone: "1998    1997"."""
    return any(len(cells) > 1 and all(DATED.fullmatch(cell.text) for cell in cells) for cells in map(_cells, lines))


def _cells(line: str) -> list[Placed]:
    return _placed(line, 0)


def _figures(line: str) -> list[Placed]:
    """The figures of a line that stand apart from what is before them."""
    return [cell for cell in _cells(line)[1:] if is_number(cell.text)]


def _placed(line: str, row: int) -> list[Placed]:
    led = LEADERS.sub(lambda found: " " * len(found.group()), line)
    spaced = SIGN.sub(lambda found: " " * (len(found.group()) - 1) + found[1], led)
    return [Placed(one_line(cell.group()), row, cell.start(), cell.end()) for cell in CELL.finditer(spaced)]


def _is_table(lines: list[str]) -> bool:
    """Two rows or more, and half of all, with a figure that stands apart from what is before it."""
    rows = sum(1 for line in lines if _figures(line))
    return rows >= 2 and 2 * rows >= len(lines)


def _words(text: str) -> Piece:
    if LIST_ITEM.match(text):
        return Piece(BlockKind.LIST_ITEM, text)
    flat = " ".join(text.split())
    if HEADING.fullmatch(flat):
        return Piece(BlockKind.HEADING, flat, 1 if flat.lower().startswith("part") else 2)
    if len(flat) <= LONGEST_HEADING and flat.isupper() and len(re.findall(r"[A-Z]{2,}", flat)) > 1:
        return Piece(BlockKind.HEADING, flat, 3)
    return Piece(BlockKind.PARAGRAPH, text)
