"""Lines of a table's body to rows: wrapped labels are joined, section rows stay alone."""

import re
from itertools import pairwise
from statistics import median

from apps.documents.parsing.layout.strips import NOTE_MARK, Strip

OPEN_END = re.compile(
    r"(?:,|[-–—/&]|\b(?:of|and|or|the|to|for|in|on|from|by|with|net|at|per|as|a|an|than|under|its|our|other))$"
)
CLOSER = 0.85  # of the usual distance between rows
SOLID = 1.25  # of the font size: lines set without air
TIGHT = 1.5  # of the font size, from baseline to baseline


def join_rows(strips: list[Strip]) -> list[list[Strip]]:
    """Rows from top to bottom, each the lines that make it up."""
    pitches = [b.line.base - a.line.base for a, b in pairwise(strips) if a.values and b.values]
    usual = median(pitches) if pitches else 0.0
    rows: list[list[Strip]] = []
    for at, strip in enumerate(strips):
        if rows and _continues(rows[-1], strip, usual, strips[at + 1] if at + 1 < len(strips) else None):
            rows[-1].append(strip)
        else:
            rows.append([strip])
    return rows


def _continues(row: list[Strip], strip: Strip, usual: float, following: Strip | None) -> bool:
    """Whether a line goes on with the row above it."""
    last = row[-1]
    pitch = strip.line.base - last.line.base
    filled = any(part.values for part in row)
    if (filled and strip.values) or pitch > TIGHT * max(last.line.size, strip.line.size):
        return False
    if not strip.label or not last.label:
        return _between(strip, pitch, usual) or _beside(row, strip, pitch, following)
    if last.line.bold != strip.line.bold and not strip.values and not last.values:
        return False
    return _goes_on(row, last, strip) or _closer_than_rows(row, strip, usual, following)


def _between(strip: Strip, pitch: float, usual: float) -> bool:
    """Figures set at half height beside a label of two lines share no baseline with either."""
    return pitch < (0.8 * usual if usual else 0.85 * strip.line.size)


def _beside(row: list[Strip], strip: Strip, pitch: float, following: Strip | None) -> bool:
    """Texts without a label continue the texts above them when the next line is not nearer."""
    if strip.values or any(part.values for part in row):
        return False
    return following is None or following.line.base - strip.line.base >= 0.95 * pitch


def _goes_on(row: list[Strip], last: Strip, strip: Strip) -> bool:
    """What the words say: an open end above, or a small letter below."""
    above, below = _label(last), _label(strip)
    if above.endswith(":") or (NOTE_MARK.match(below) and not below[0].isdigit()):
        return False
    if above.count("(") > above.count(")"):
        return True
    return bool(OPEN_END.search(above)) or below[0].islower() or below[0] in "&–—"


def _closer_than_rows(row: list[Strip], strip: Strip, usual: float, following: Strip | None) -> bool:
    """Lines of one label stand closer than rows do, where rows have air between them."""
    pitch = strip.line.base - row[-1].line.base
    if not usual or pitch > min(CLOSER * usual, SOLID * strip.line.size) or _label(row[-1]).endswith(":"):
        return False
    return following is None or following.line.base - strip.line.base > pitch - 0.5 or bool(strip.values)


def _label(strip: Strip) -> str:
    return strip.label.text if strip.label else ""
