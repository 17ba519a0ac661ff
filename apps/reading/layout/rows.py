"""Lines of a table's body to rows: wrapped labels and texts are joined, section rows stay alone."""

import re
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from apps.reading.layout.segments import Segment
from apps.reading.layout.strips import NOTE_MARK, Strip

OPEN_END = re.compile(r"(?:,|[-–—/&]|\b(?:of|and|or|the|to|for|in|on|from|by|with|at|per|as|a|an|than|under|its|our))$")
WEAK_END = re.compile(r"\b(?:net|other)$")  # ends whole labels as well: "Inventories, net"
CLOSER = 0.85  # of the usual distance between rows
SOLID = 1.25  # of the font size: lines set without air
TIGHT = 1.5  # of the font size, from baseline to baseline
AIR = 1.2  # times the least distance between lines: the distance of rows
SPACE = 0.25  # of the font size, between words
SPARE = 0.5  # of the font size: less room than this says nothing
HALF_ROW = 0.8  # of the font size: lines this close are no lines of text one below the other
INDENT = 0.3  # of the font size


@dataclass(slots=True)
class BodyLine:
    """A line of the body with what it has in the column of labels, if anything."""

    strip: Strip
    parts: list[Segment]
    label: str = field(init=False)

    def __post_init__(self) -> None:
        self.label = " ".join(part.text for part in self.parts)

    @property
    def base(self) -> float:
        return self.strip.line.base

    @property
    def size(self) -> float:
        return self.strip.line.size


class RowJoiner:
    """Joins the lines of one body."""

    def __init__(self, lines: list[BodyLine]) -> None:
        self.lines = lines
        self.usual = _usual_pitch(lines)
        self.labels_end = max((line.parts[-1].x1 for line in lines if line.parts and line.strip.values), default=0.0)

    def rows(self) -> list[list[BodyLine]]:
        """Rows from top to bottom, each the lines that make it up."""
        rows: list[list[BodyLine]] = []
        for at, line in enumerate(self.lines):
            after = self.lines[at + 1] if at + 1 < len(self.lines) else None
            if rows and self._continues(rows[-1], line, after):
                rows[-1].append(line)
            else:
                rows.append([line])
        return rows

    def _continues(self, row: list[BodyLine], line: BodyLine, after: BodyLine | None) -> bool:
        """Whether a line goes on with the row above it; `after` is the line below."""
        last = row[-1]
        pitch = line.base - last.base
        following = after.base - line.base if after else float("inf")
        filled = any(part.strip.values for part in row)
        if (filled and line.strip.values) or pitch > TIGHT * max(last.size, line.size):
            return False
        if not line.label and not line.strip.values:
            return following >= 0.95 * pitch
        if not line.label or not last.label:
            return self._between(line, pitch)
        if last.strip.line.bold != line.strip.line.bold and not line.strip.values and not last.strip.values:
            return False
        if self._ends_early(last, line) and _begins_anew(last, line, after, filled):
            return False
        return _goes_on(last.label, line.label) or self._closer_than_rows(last, line, following)

    def _ends_early(self, last: BodyLine, line: BodyLine) -> bool:
        """Whether the first word of a line had found room on the line above: labels wrap only where they must.

        How wide the column of labels is, is known from the labels that stand beside figures.
        """
        word = line.parts[0].words[0]
        needed = SPACE * last.size + word.x1 - word.x0 + SPARE * last.size
        return line.base - last.base > HALF_ROW * line.size and last.parts[-1].x1 + needed < self.labels_end

    def _between(self, line: BodyLine, pitch: float) -> bool:
        """Figures set at half height beside a label of two lines share no baseline with either."""
        return pitch < (0.8 * self.usual if self.usual else 0.85 * line.size)

    def _closer_than_rows(self, last: BodyLine, line: BodyLine, following: float) -> bool:
        """Lines of one label stand closer than rows do, where rows have air between them."""
        pitch = line.base - last.base
        if not self.usual or pitch > min(CLOSER * self.usual, SOLID * line.size) or last.label.endswith(":"):
            return False
        return following > pitch - 0.5 or bool(line.strip.values)


def _usual_pitch(lines: list[BodyLine]) -> float:
    """The distance from row to row: between lines with figures, else between lines that have air; 0 if unknown."""
    pitches = [below.base - above.base for above, below in pairwise(lines) if above.strip.values and below.strip.values]
    if not pitches:
        every = [below.base - above.base for above, below in pairwise(lines)]
        pitches = [pitch for pitch in every if pitch > AIR * min(every)]
    return median(pitches) if pitches else 0.0


def _begins_anew(last: BodyLine, line: BodyLine, after: BodyLine | None, filled: bool) -> bool:
    """Whether a line below one that ends early starts a label: the words above are whole, and the line has a capital,
    or is the first of several set in below a heading."""
    above = last.label.rstrip(",") if filled else last.label
    if OPEN_END.search(above) or above.count("(") > above.count(")"):
        return False
    return line.label[0].isupper() or (not filled and _first_of_group(last, line, after))


def _first_of_group(heading: BodyLine, line: BodyLine, after: BodyLine | None) -> bool:
    """Whether a line and the one after it, both with figures, are set in below a line without."""
    if after is None or not after.parts or not (line.strip.values and after.strip.values):
        return False
    margin, left, below = (part.parts[0].x0 for part in (heading, line, after))
    return left > margin + INDENT * line.size and abs(left - below) < INDENT * line.size and after.label[0].islower()


def _goes_on(above: str, below: str) -> bool:
    """What the words say: an open end above, or a small letter below."""
    if above.endswith(":") or (NOTE_MARK.match(below) and not below[0].isdigit()):
        return False
    if above.count("(") > above.count(")"):
        return True
    weak = bool(WEAK_END.search(above)) and not below[0].isupper()
    return weak or bool(OPEN_END.search(above)) or below[0].islower() or below[0] in "&–—"
