"""Where tables stand among the lines of one column of a page."""

from collections.abc import Sequence
from statistics import median

from apps.reading.layout.grid import Region
from apps.reading.layout.periods import PERIOD, units_in
from apps.reading.layout.strips import PROSE_WORDS, Role, Strip
from apps.reading.layout.table_headers import HeaderFinder
from apps.reading.layout.text_tables import continues_cell

MAX_LABELS_BETWEEN = 7  # rows without figures between two rows with figures
WIDE_GAP = 3.2  # of the font size, between the bottom of one line and the top of the next
LOWER = 0.6  # of the font size: figures and their label set on two baselines
LINES_ABOVE = 4  # a title said again, above the first row of a page


class TableFinder:
    """Finds the regions of one column of lines, from top to bottom."""

    def __init__(self, strips: list[Strip], left: float, right: float, edges: Sequence[float] = ()) -> None:
        """edges: of the columns of figures of a table that may go on here."""
        self.strips, self.left, self.right, self.edges = strips, left, right, edges
        self.headers = HeaderFinder(strips, left, right)

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
            elif self.headers.is_prose(strip, boundary) or self.headers.is_title(strip, boundary):
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
        top = self.headers.header_top(start, floor, boundary)
        split = self.headers.body_start(top, first_data, boundary)
        return top, end, Region(self.strips[top:split], self.strips[split:end])

    def _boundary(self, start: int, end: int) -> float:
        """Where the leftmost column of figures begins."""
        return median(strip.values[0].x0 for strip in self.strips[start:end] if strip.role is Role.DATA)


def _lies_lower(figures: Strip, label: Strip) -> bool:
    """Whether a label stands a little lower than its figures, which have none."""
    return (
        not figures.label
        and label.role is Role.SINGLE
        and label.line.base - figures.line.base < LOWER * label.line.size
    )
