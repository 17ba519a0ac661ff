"""Where tables stand among the lines of one column of a page."""

import re
from collections.abc import Sequence
from statistics import median

from apps.documents.parsing.layout.grid import Region
from apps.documents.parsing.layout.periods import PERIOD, units_in
from apps.documents.parsing.layout.strips import ACCOMPANYING, NOTE_MARK, PROSE_WORDS, Role, Strip
from apps.documents.parsing.layout.text_tables import continues_cell

MAX_LABELS_BETWEEN = 7  # rows without figures between two rows with figures
WIDE_GAP = 3.2  # of the font size, between the bottom of one line and the top of the next
HEADER_GAP_LINES = 3.0  # of the font size, from baseline to baseline of header lines
FIRST_REACH = 3.8  # of the font size, likewise for the line next to the figures
TEXTS_REACH = 2.4  # of the font size, likewise for texts that name no period
TITLE_REACH = 1.9  # of the font size, likewise for a single text
MAX_HEADER_LINES = 9
LONGEST_HEADER = 12  # words of a single text; what is longer is a sentence that stands in a column
LOWER = 0.6  # of the font size: figures and their label set on two baselines
LINES_ABOVE = 4  # a title said again, above the first row of a page
PROTRUDING = 4.0  # of the font size: how far a label without figures may reach into the first column
NUMBERED_HEADING = re.compile(r"^(?:note\s+\d+|item\s+\d+[ab]?|part\s+[iv]+)\b", re.IGNORECASE)


class TableFinder:
    """Finds the regions of one column of lines, from top to bottom."""

    def __init__(self, strips: list[Strip], left: float, right: float, edges: Sequence[float] = ()) -> None:
        """edges: of the columns of figures of a table that may go on here."""
        self.strips, self.left, self.right, self.edges = strips, left, right, edges

    def regions(self) -> list[tuple[int, int, Region]]:
        """(first line, line after the last, region) for each table; they do not overlap."""
        found: list[tuple[int, int, Region]] = []
        at = 0
        while at < len(self.strips):
            end = self._end(at) if self.strips[at].role in (Role.DATA, Role.YEARS) else at
            if end > at and self._is_table(at, end):
                first = found[-1][1] if found else 0
                found.append(self._region(at, end, first))
                at = found[-1][1]
            else:
                at = max(at + 1, end if end > at and not self._is_table(at, end) else at + 1)
        return found

    def _is_table(self, start: int, end: int) -> bool:
        data = [strip for strip in self.strips[start:end] if strip.role is Role.DATA]
        if len(data) >= 2 or (data and self._goes_on(start, data[0])):
            return True
        above = self.strips[start].role is Role.YEARS or (start and self.strips[start - 1].role is not Role.SINGLE)
        return len(data) == 1 and len(data[0].values) >= 2 and bool(above)

    def _goes_on(self, start: int, row: Strip) -> bool:
        """Whether a row at the top of a page stands under the columns of the table that ended the page before."""
        if start > LINES_ABOVE or not row.label or not self.edges:
            return False
        return all(any(abs(value.edge - edge) < value.size for edge in self.edges) for value in row.values)

    def _end(self, start: int) -> int:
        """The index after the last row of figures of the table whose first figures stand at `start`."""
        last, seen_data = start, self.strips[start].role is Role.DATA
        boundary = min(value.x0 for value in self.strips[start].values)
        for at in range(start + 1, len(self.strips)):
            strip = self.strips[at]
            if self._apart(at, last) or at - last > MAX_LABELS_BETWEEN:
                break
            if strip.role is Role.DATA:
                boundary = min(boundary, *(value.x0 for value in strip.values))
                last, seen_data = at, True
            elif seen_data and self._is_header(strip, boundary):
                break
            elif strip.role is Role.YEARS:
                last = at
            elif self._is_prose(strip, boundary) or self._is_title(strip, boundary):
                break
        return self._with_tail(last) if seen_data else start

    def _apart(self, at: int, last: int) -> bool:
        above, strip = self.strips[at - 1].line, self.strips[at].line
        space = (strip.base - above.base) - strip.size
        return space > WIDE_GAP * max(strip.size, above.size) and not (at - 1 == last and self._alike(at, last))

    def _alike(self, at: int, last: int) -> bool:
        """Whether a row after a wide gap has figures under those above it."""
        edges = [value.edge for value in self.strips[last].values]
        strip = self.strips[at]
        near = [value for value in strip.values if any(abs(value.edge - edge) < value.size for edge in edges)]
        return strip.role is Role.DATA and len(near) == len(strip.values) == len(edges)

    def _is_header(self, strip: Strip, boundary: float) -> bool:
        """A line of years or texts over the columns, after rows of figures: a new table begins."""
        over = [part for part in strip.segments if part.center > boundary]
        if strip.role is Role.YEARS:
            label = strip.label
            return label is None or bool(PERIOD.search(label.text) or units_in(label.text)) or len(over) > 2
        return strip.role is Role.MULTI and len(over) == len(strip.segments) and len(over) > 1

    def _is_prose(self, strip: Strip, boundary: float) -> bool:
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

    def _is_title(self, strip: Strip, boundary: float) -> bool:
        """A line set in the middle of the column, across labels and figures."""
        line = strip.line
        middle = abs((line.x0 + line.x1) / 2 - (self.left + self.right) / 2) < 0.03 * (self.right - self.left)
        indented = line.x0 > self.left + 3 * line.size
        return strip.role is Role.SINGLE and middle and indented and line.x0 < boundary - line.size

    def _with_tail(self, last: int) -> int:
        """Take in the lines of a label that wraps below its figures, and of texts in other columns."""
        end = last + 1
        while end < len(self.strips):
            above, strip = self.strips[end - 1], self.strips[end]
            beside = strip.line.x0 > self.left + 2 * strip.line.size
            pitch = strip.line.base - above.line.base
            if (
                not self._wraps(above, strip)
                and not _lies_lower(above, strip)
                and not (beside and continues_cell(strip, self.strips[last], pitch))
            ):
                break
            end += 1
        return end

    def _wraps(self, above: Strip, strip: Strip) -> bool:
        close = strip.line.base - above.line.base < 1.35 * strip.line.size
        label = strip.role is Role.SINGLE and above.label is not None and strip.label is not None
        if not (close and label and above.label and strip.label):
            return False
        within = strip.line.x1 < min((value.x0 for value in above.values), default=self.right)
        return within and strip.label.text[0].islower() and strip.words < PROSE_WORDS

    def _region(self, start: int, end: int, floor: int) -> tuple[int, int, Region]:
        first_data = next(at for at in range(start, end) if self.strips[at].role is Role.DATA)
        boundary = self._boundary(first_data, end)
        top = self._header_top(start, floor, boundary)
        split = self._body_start(top, first_data, boundary)
        return top, end, Region(self.strips[top:split], self.strips[split:end])

    def _boundary(self, start: int, end: int) -> float:
        """Where the leftmost column of figures begins."""
        return median(strip.values[0].x0 for strip in self.strips[start:end] if strip.role is Role.DATA)

    def _header_top(self, start: int, floor: int, boundary: float) -> int:
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
        return strip.role is Role.SINGLE and strip.words > LONGEST_HEADER and not units_in(strip.line.text)

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
        if strip.role is Role.DATA or self._is_prose(strip, boundary) or self._is_title(strip, boundary):
            return False
        over = [part for part in strip.segments if part.center > boundary - 2 * part.size]
        if strip.role is Role.SINGLE:
            return bool(over) and strip.line.x0 > self.left + 0.15 * (self.right - self.left)
        return bool(over)

    def _may_stand_within(self, strip: Strip, boundary: float) -> bool:
        """A label or a line of units between or above header lines does not end the header."""
        if self._is_prose(strip, boundary) or self._is_title(strip, boundary):
            return bool(units_in(strip.line.text)) and strip.words < PROSE_WORDS
        return strip.role is Role.SINGLE and not strip.line.text.endswith(".")

    def _body_start(self, top: int, first_data: int, boundary: float) -> int:
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


def _lies_lower(figures: Strip, label: Strip) -> bool:
    """Whether a label stands a little lower than its figures, which have none."""
    return (
        not figures.label
        and label.role is Role.SINGLE
        and label.line.base - figures.line.base < LOWER * label.line.size
    )
