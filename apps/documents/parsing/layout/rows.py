"""Lines of a table's body to rows: wrapped labels and texts are joined, section rows stay alone."""

import re
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from apps.documents.parsing.layout.strips import NOTE_MARK, Strip

OPEN_END = re.compile(
    r"(?:,|[-–—/&]|\b(?:of|and|or|the|to|for|in|on|from|by|with|net|at|per|as|a|an|than|under|its|our|other))$"
)
CLOSER = 0.85  # of the usual distance between rows
SOLID = 1.25  # of the font size: lines set without air
TIGHT = 1.5  # of the font size, from baseline to baseline
AIR = 1.2  # times the least distance between lines: the distance of rows


@dataclass(slots=True)
class BodyLine:
    """A line of the body with the text that it has in the column of labels, if any."""

    strip: Strip
    label: str

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

    def rows(self) -> list[list[BodyLine]]:
        """Rows from top to bottom, each the lines that make it up."""
        rows: list[list[BodyLine]] = []
        for at, line in enumerate(self.lines):
            following = self.lines[at + 1].base - line.base if at + 1 < len(self.lines) else float("inf")
            if rows and self._continues(rows[-1], line, following):
                rows[-1].append(line)
            else:
                rows.append([line])
        return rows

    def _continues(self, row: list[BodyLine], line: BodyLine, following: float) -> bool:
        """Whether a line goes on with the row above it; `following` is the distance to the line below."""
        last = row[-1]
        pitch = line.base - last.base
        filled = any(part.strip.values for part in row)
        if (filled and line.strip.values) or pitch > TIGHT * max(last.size, line.size):
            return False
        if not line.label and not line.strip.values:
            return following >= 0.95 * pitch
        if not line.label or not last.label:
            return self._between(line, pitch)
        if last.strip.line.bold != line.strip.line.bold and not line.strip.values and not last.strip.values:
            return False
        return _goes_on(last.label, line.label) or self._closer_than_rows(last, line, following)

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


def _goes_on(above: str, below: str) -> bool:
    """What the words say: an open end above, or a small letter below."""
    if above.endswith(":") or (NOTE_MARK.match(below) and not below[0].isdigit()):
        return False
    if above.count("(") > above.count(")"):
        return True
    return bool(OPEN_END.search(above)) or below[0].islower() or below[0] in "&–—"
