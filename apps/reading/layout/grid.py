"""A region of lines to a grid: labels, columns, header levels, joined rows."""

from dataclasses import dataclass, field

from apps.reading.layout.composing import Grid, GridCell
from apps.reading.layout.headers import spans
from apps.reading.layout.rows import BodyLine, RowJoiner
from apps.reading.layout.segments import Segment, split_header
from apps.reading.layout.strips import Strip
from apps.reading.layout.table_columns import Column, figure_columns, text_columns
from apps.reading.layout.words import Rule, Word


@dataclass(slots=True)
class Region:
    """Lines of one table: those above the first row of figures, and the rest."""

    header: list[Strip]
    body: list[Strip]


@dataclass(slots=True)
class _Slot:
    lines: list[list[Word]] = field(default_factory=list)
    marks: list[Word] = field(default_factory=list)


def build_grid(region: Region, rules: list[Rule]) -> Grid:
    """The grid of a region. Column 0 holds the labels, empty where the table has none."""
    columns = table_columns(region)
    cells: list[GridCell] = []
    header_rows = len(region.header)
    header = HeaderReader(columns, rules, region)
    for at, strip in enumerate(region.header):
        cells.extend(header.cells(strip, at, at + 1 == header_rows))
    rows = RowJoiner([BodyLine(strip, _placed(strip, columns).get(0, [])) for strip in region.body]).rows()
    for at, row in enumerate(rows):
        cells.extend(_row_cells(row, header_rows + at, columns))
    edges = tuple(column.edge for column in columns)
    return Grid(cells, header_rows + len(rows), 1 + len(columns), header_rows, edges=edges)


def table_columns(region: Region) -> list[Column]:
    """Columns of figures and of texts, from left to right. Without figures the header shows columns as rows do."""
    columns = figure_columns(region.body)
    texts = text_columns(region.body if columns else region.header + region.body, columns)
    return sorted(columns + texts, key=lambda column: column.middle)


class HeaderReader:
    """Sets the texts of header lines over the columns of one table."""

    def __init__(self, columns: list[Column], rules: list[Rule], region: Region) -> None:
        self.columns, self.rules = columns, rules
        labels = [strip.label for strip in region.body if strip.label]
        self.left = min((label.x0 for label in labels), default=0.0)
        self.labels_end = max((label.x1 for label in labels), default=0.0)
        self.above: list[Segment] = []

    def cells(self, strip: Strip, row: int, lowest: bool) -> list[GridCell]:
        """The cells of one header line: the header of the labels first, then the others with their spans."""
        parts = split_header(strip.line)
        labels = [part for part in parts if self._heads_labels(part)]
        others = [part for part in parts if not any(part is label for label in labels)]
        self.above.extend(others)
        cells = [GridCell([[word for part in labels for word in part.words + part.marks]], row, 0)] if labels else []
        for part, (first, last) in zip(others, spans(others, self.columns, self.rules, lowest), strict=True):
            if cells and cells[-1].column == 1 + first:
                cells[-1].lines[0].extend(part.words + part.marks)
            else:
                cells.append(GridCell([part.words], row, 1 + first, 1, last - first + 1, part.marks))
        return cells

    def _heads_labels(self, part: Segment) -> bool:
        """Whether a header stands over the labels: at their left edge, or among them with no other header above it."""
        if not self.columns:
            return True
        first = self.columns[0]
        if part.x0 < self.left + part.size:
            return part.x1 < first.x1
        alone = not any(min(part.x1, other.x1) > max(part.x0, other.x0) for other in self.above)
        return alone and part.center < self.labels_end and part.x1 < first.x0 + 0.3 * part.size


def _row_cells(row: list[BodyLine], number: int, columns: list[Column]) -> list[GridCell]:
    slots: dict[int, _Slot] = {}
    for line in row:
        for column, segments in _placed(line.strip, columns).items():
            slot = slots.setdefault(column, _Slot())
            slot.lines.append([word for segment in segments for word in segment.words])
            slot.marks.extend(mark for segment in segments for mark in segment.marks)
    return [
        GridCell(slot.lines, number, column, marks=slot.marks) for column, slot in sorted(slots.items()) if slot.lines
    ]


def _placed(strip: Strip, columns: list[Column]) -> dict[int, list[Segment]]:
    """The segments of a line by grid column; a text that stands at no column goes with the cell before it."""
    placed: dict[int, list[Segment]] = {}
    last = 0
    for at, segment in enumerate(strip.segments):
        last = max(last, _column_of(segment, at, columns, last))
        placed.setdefault(last, []).append(segment)
    return placed


def _column_of(segment: Segment, at: int, columns: list[Column], last: int) -> int:
    for number, column in enumerate(columns):
        if any(segment is member for _, member in column.members):
            return number + 1
    if at == 0 and (not columns or segment.x0 < columns[0].x0 - 0.5 * segment.size):
        return 0
    overlaps = [(column.overlap(segment), number + 1) for number, column in enumerate(columns) if number + 1 > last]
    best = max(overlaps, default=(0.0, last))
    return best[1] if best[0] > 0 else last
