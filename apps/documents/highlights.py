"""Where a span of a page's text stands on the page: rectangles to draw over its image. No database, no request."""

from collections.abc import Iterable, Sequence
from typing import Protocol

Box = tuple[float, float, float, float]
SAME_LINE = 0.5  # two boxes stand on one line if they share this part of the lower one's height


class PageWithRuns(Protocol):
    """`Page` of the store: `runs` as [[start, end, x0, y0, x1, y1], ...] in points, origin at the top left."""

    number: int
    runs: list[list[float]]


def boxes_for(page: PageWithRuns, start: int, end: int) -> list[list[float]]:
    """[[page, x0, y0, x1, y1], ...] for characters [start, end), one box per line, in points from the top left.

    A run that is only partly covered gives the part of its width that its characters take (all counted as equally
    wide: good to about a character). Empty for sources without geometry and for spans outside all runs.
    """
    parts = (part(run, start, end) for run in page.runs)
    return [[page.number, *box] for box in merged(box for box in parts if box)]


def part(run: Sequence[float], start: int, end: int) -> Box | None:
    """The piece of a run's box that [start, end) covers, or None."""
    first, last, x0, y0, x1, y1 = run
    low, high = max(first, start), min(last, end)
    if low >= high:
        return None
    per_character = (x1 - x0) / (last - first)
    return (round(x0 + (low - first) * per_character, 2), y0, round(x0 + (high - first) * per_character, 2), y1)


def merged(boxes: Iterable[Box]) -> list[Box]:
    """Neighbours in reading order that stand on one line, left to right, become one box: a table row, a line."""
    lines: list[Box] = []
    for box in boxes:
        if lines and on_one_line(lines[-1], box):
            lines[-1] = union(lines[-1], box)
        else:
            lines.append(box)
    return lines


def on_one_line(left: Box, right: Box) -> bool:
    shared = min(left[3], right[3]) - max(left[1], right[1])
    lower = min(left[3] - left[1], right[3] - right[1])
    return right[0] >= left[0] and shared > SAME_LINE * lower


def union(a: Box, b: Box) -> Box:
    return (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
