"""Where the header of a table begins and where it ends: lines over columns, from the first row of figures upwards."""

import re

from apps.reading.layout.periods import PERIOD, units_in
from apps.reading.layout.strips import ACCOMPANYING, NOTE_MARK, PROSE_WORDS, Role, Strip

HEADER_GAP_LINES = 3.0  # of the font size, from baseline to baseline of header lines
FIRST_REACH = 3.8  # of the font size, likewise for the line next to the figures
TEXTS_REACH = 2.4  # of the font size, likewise for texts that name no period
TITLE_REACH = 1.9  # of the font size, likewise for a single text
MAX_HEADER_LINES = 9
BESIDE = 0.15  # of the width of the column of lines: further right nothing is a label
LONGEST_HEADER = 12  # words of a single text; what is longer is a sentence that stands in a column
PROTRUDING = 4.0  # of the font size: how far a label without figures may reach into the first column
NUMBERED_HEADING = re.compile(r"^(?:note\s+\d+|item\s+\d+[ab]?|part\s+[iv]+)\b", re.IGNORECASE)


class HeaderFinder:
    """Tells headers, titles and prose apart among the lines of one column of a page."""

    def __init__(self, strips: list[Strip], left: float, right: float) -> None:
        self.strips, self.left, self.right = strips, left, right

    def header_top(self, start: int, floor: int, boundary: float) -> int:
        """The first line of the header: go up from the first figures or years over lines that stand above columns."""
        top = at = start
        while at > floor and start - at < MAX_HEADER_LINES:
            at -= 1
            strip, below = self.strips[at], self.strips[at + 1]
            reach = self._reach(strip)
            if at + 1 == start and strip.line.x0 > boundary - 2 * strip.line.size:
                reach = FIRST_REACH
            if below.line.base - strip.line.base > reach * max(below.line.size, strip.line.size):
                break
            if self._is_sentence(strip):
                return self._below_sentence(at, start)
            if self._heads(strip, boundary):
                top = at
            elif not self._may_stand_within(strip, boundary):
                break
        return top

    def _is_sentence(self, strip: Strip) -> bool:
        """Whether a sentence stands in a column beside the labels; at their edge it is a long label."""
        beside = strip.line.x0 > self.left + BESIDE * (self.right - self.left)
        return strip.role is Role.SINGLE and beside and strip.words > LONGEST_HEADER and not units_in(strip.line.text)

    def _below_sentence(self, at: int, start: int) -> int:
        """The first line below a sentence whose first line stands at `at`."""
        sentence = self.strips[at].line
        end = at + 1
        while end < start and abs(self.strips[end].line.x0 - sentence.x0) < sentence.size:
            end += 1
        return end

    def _reach(self, strip: Strip) -> float:
        """How far above the next header line a line may stand: a title set in the middle is not drawn in from afar."""
        if PERIOD.search(strip.line.text):
            return HEADER_GAP_LINES
        return TITLE_REACH if strip.role is Role.SINGLE else TEXTS_REACH

    def _heads(self, strip: Strip, boundary: float) -> bool:
        """Whether a line names columns."""
        if strip.role is Role.DATA or self.is_prose(strip, boundary) or self.is_title(strip, boundary):
            return False
        over = [part for part in strip.segments if part.center > boundary - 2 * part.size]
        if strip.role is Role.SINGLE:
            return bool(over) and strip.line.x0 > self.left + BESIDE * (self.right - self.left)
        return bool(over)

    def _may_stand_within(self, strip: Strip, boundary: float) -> bool:
        """A label or a line of units between or above header lines does not end the header."""
        if self.is_prose(strip, boundary) or self.is_title(strip, boundary):
            return bool(units_in(strip.line.text)) and strip.words < PROSE_WORDS
        return strip.role is Role.SINGLE and not strip.line.text.endswith(".")

    def body_start(self, top: int, first_data: int, boundary: float) -> int:
        """Labels without figures between header and first row of figures are rows of the body."""
        at = first_data
        while at > top and (self._is_label(self.strips[at - 1], boundary) or self._label_wraps(at)):
            at -= 1
        return at

    def _is_label(self, strip: Strip, boundary: float) -> bool:
        line = strip.line
        if strip.role is not Role.SINGLE or not strip.label or units_in(line.text):
            return False
        reach = PROTRUDING if line.x0 < self.left + 2 * line.size else -1.0
        return line.x1 <= boundary + reach * line.size

    def _label_wraps(self, at: int) -> bool:
        """Whether the label of a line begins on the line above, beside texts of other columns."""
        above, strip = self.strips[at - 1], self.strips[at]
        if not (above.label and strip.label and above.line.x0 < self.left + 2 * strip.line.size):
            return False
        close = strip.line.base - above.line.base < 1.35 * strip.line.size
        return close and strip.label.text[0].islower() and above.role is not Role.YEARS

    def is_prose(self, strip: Strip, boundary: float) -> bool:
        text = strip.line.text
        if (NUMBERED_HEADING.match(text) and strip.line.bold) or (ACCOMPANYING.match(text) and not strip.values):
            return True
        if NOTE_MARK.match(text) and strip.words > 3 and strip.role is not Role.DATA:
            return True
        if text.endswith(":") and strip.words < 2 * PROSE_WORDS:
            return False
        widest = max(strip.segments, key=lambda part: len(part.words))
        beyond = widest.x1 > boundary + 2 * strip.line.size and widest.x0 < boundary
        return len(widest.words) >= PROSE_WORDS and beyond

    def is_title(self, strip: Strip, boundary: float) -> bool:
        """A line set in the middle of the column, across labels and figures."""
        line = strip.line
        middle = abs((line.x0 + line.x1) / 2 - (self.left + self.right) / 2) < 0.03 * (self.right - self.left)
        indented = line.x0 > self.left + 3 * line.size
        return strip.role is Role.SINGLE and middle and indented and line.x0 < boundary - line.size
