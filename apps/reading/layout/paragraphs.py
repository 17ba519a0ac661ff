"""Lines of prose to paragraphs, list items and footnotes."""

import re
from itertools import pairwise

from apps.reading.layout.composing import Laid
from apps.reading.layout.lines import Line
from apps.reading.layout.periods import units_in
from apps.reading.parsed import BlockKind

BULLET = re.compile(r"^([•●○◦▪■□–—*·‣➢►✓]|o|-)$")
ENUMERATED = re.compile(r"^(\(?[a-zA-Z]\)|\(?[ivxIVX]{1,5}\)|\(?\d{1,2}\)|\d{1,2}\.|[a-z]\.)$")
IN_PARENTHESES = re.compile(r"^\([^()]+\)$")
SOLID_LEADING, MAX_LEADING = 1.25, 2.2
FULL_LINE_WORDS = 7
LOOSE_LEADING = 1.35  # of the leading within a paragraph
ENDS_SENTENCE = re.compile(r"[.:;!?)”\"]$")


def starts_item(line: Line) -> bool:
    """Whether a line opens a bulleted or enumerated item."""
    first = line.words[0].text
    return len(line.words) > 1 and bool(BULLET.match(first) or ENUMERATED.match(first))


def is_caption_line(line: Line) -> bool:
    """A short line in parentheses, or one that gives units and little else: "(In millions)", "(Unaudited)"."""
    text, units = line.text, units_in(line.text)
    return bool(IN_PARENTHESES.match(text) and len(line.words) <= 16) or bool(units and len(text) < len(units) + 8)


def usual_leading(lines: list[Line]) -> float:
    """The distance of lines in running text, in font sizes: the least that a quarter of the full lines keep."""
    steps = sorted(
        (below.base - above.base) / above.size
        for above, below in pairwise(lines)
        if len(above.words) >= FULL_LINE_WORDS
        and abs(above.size - below.size) < 0.1 * above.size
        and below.base > above.base
    )
    if len(steps) < 3:
        return SOLID_LEADING
    return min(MAX_LEADING, max(SOLID_LEADING, steps[len(steps) // 4]))


def paragraphs(lines: list[Line]) -> list[Laid]:
    """Blocks of consecutive lines of one column, from top to bottom."""
    blocks: list[list[Line]] = []
    left = min((line.x0 for line in lines), default=0.0)
    right = max((line.x1 for line in lines), default=0.0)
    usual = usual_leading(lines)
    for line in lines:
        if blocks and not _breaks(blocks[-1], line, left, right, usual):
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return [Laid(_kind(block), block) for block in blocks]


def _kind(block: list[Line]) -> BlockKind:
    return BlockKind.LIST_ITEM if starts_item(block[0]) else BlockKind.PARAGRAPH


def _breaks(block: list[Line], line: Line, left: float, right: float, usual: float) -> bool:
    last = block[-1]
    pitch = line.base - last.base
    leading = block[1].base - block[0].base if len(block) > 1 else usual * max(last.size, line.size)
    if is_caption_line(line) or is_caption_line(last):
        return True
    if starts_item(line) or pitch > LOOSE_LEADING * leading or pitch < 0:
        return True
    if abs(line.size - last.size) > 0.15 * last.size or line.bold != last.bold:
        return True
    indented = line.x0 > last.x0 + 1.5 * line.size and not starts_item(block[0])
    short = last.x1 < right - 0.25 * (right - left) and bool(ENDS_SENTENCE.search(last.words[-1].text))
    return (indented and bool(ENDS_SENTENCE.search(last.words[-1].text))) or short
