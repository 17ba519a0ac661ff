"""Columns of a table from the right edges of its figures."""

from dataclasses import dataclass, field

from apps.reading.layout.segments import Kind, Segment
from apps.reading.layout.strips import Strip

EDGE_TOLERANCE = 0.65  # of the font size


@dataclass(slots=True)
class Column:
    """A column of figures or texts: its members, with the row that each stands in."""

    members: list[tuple[int, Segment]] = field(default_factory=list)

    @property
    def x0(self) -> float:
        return min(segment.x0 for _, segment in self.members)

    @property
    def x1(self) -> float:
        return max(segment.x1 for _, segment in self.members)

    @property
    def edge(self) -> float:
        """The right edge that most members share."""
        edges = sorted(segment.edge for _, segment in self.members)
        return edges[len(edges) // 2]

    @property
    def middle(self) -> float:
        """The centre of a typical member."""
        middles = sorted(segment.center for _, segment in self.members)
        return middles[len(middles) // 2]

    @property
    def rows(self) -> set[int]:
        return {row for row, _ in self.members}

    def overlap(self, segment: Segment) -> float:
        return min(self.x1, segment.x1) - max(self.x0, segment.x0)


def figure_columns(strips: list[Strip]) -> list[Column]:
    """Columns from left to right out of the figures of data lines."""
    members = [(row, value) for row, strip in enumerate(strips) for value in strip.values]
    members.sort(key=lambda member: member[1].edge)
    columns: list[Column] = []
    for row, value in members:
        if columns and value.edge - columns[-1].members[-1][1].edge <= EDGE_TOLERANCE * value.size:
            columns[-1].members.append((row, value))
        else:
            columns.append(Column([(row, value)]))
    return _merge_alike(columns)


def _merge_alike(columns: list[Column]) -> list[Column]:
    """Join neighbours that overlap and never stand in one row: dashes set in the middle, figures out of line."""
    merged = list(columns)
    at = 0
    while at + 1 < len(merged):
        left, right = merged[at], merged[at + 1]
        if _alike(left, right):
            merged[at : at + 2] = [Column(left.members + right.members)]
            at = max(0, at - 1)
        else:
            at += 1
    return merged


def _alike(left: Column, right: Column) -> bool:
    if left.rows & right.rows:
        return False
    width = min(left.x1 - left.x0, right.x1 - right.x0)
    return min(left.x1, right.x1) - max(left.x0, right.x0) > 0.3 * width


def text_columns(strips: list[Strip], columns: list[Column]) -> list[Column]:
    """Further columns of texts that stand beside labels and figures in at least two rows, in the same place."""
    spare = [
        (row, segment)
        for row, strip in enumerate(strips)
        for segment in strip.segments[1:]
        if segment.kind is Kind.TEXT and not any(column.overlap(segment) > 0 for column in columns)
    ]
    spare.sort(key=lambda member: member[1].x0)
    found: list[Column] = []
    for row, segment in spare:
        if found and found[-1].overlap(segment) > 0:
            found[-1].members.append((row, segment))
        else:
            found.append(Column([(row, segment)]))
    return [column for column in found if len(column.rows) > 1]
