"""Reading order: a page in bands from top to bottom, a band in columns where an empty gutter runs through it.

Two columns of prose, and two tables side by side, are both cut at the gutter; the columns of one table are not,
because only its first column reads as text of its own.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import accumulate, pairwise
from statistics import median

from apps.reading.layout.lines import Line, build_lines, segments
from apps.reading.layout.segments import Kind, split
from apps.reading.layout.words import Word

MIN_LINES = 6  # of a band that is cut
MIN_SHARE = 0.26  # of the width of the text, for each side
MIN_COVER = 0.66  # of the height of the band, for each side
PROSE_WORDS = 5
MAX_DEPTH = 3


@dataclass(slots=True)
class Flow:
    """Lines that are read one after the other, and the edges between which they stand."""

    lines: list[Line]

    @property
    def left(self) -> float:
        return min(line.x0 for line in self.lines)

    @property
    def right(self) -> float:
        return max(line.x1 for line in self.lines)


def flows(lines: list[Line], depth: int = 0) -> list[Flow]:
    """The columns of a page in reading order."""
    if len(lines) < MIN_LINES or depth >= MAX_DEPTH:
        return [Flow(lines)] if lines else []
    band = _widest_band(lines)
    if band is None:
        return [Flow(lines)]
    start, end, gutter = band
    words = [word for line in lines[start:end] for word in line.words]
    sides = ([word for word in words if word.x1 <= gutter + 1], [word for word in words if word.x1 > gutter + 1])
    inner = [flow for side in sides for flow in flows(build_lines(side), depth + 1)]
    return flows(lines[:start], depth) + inner + flows(lines[end:], depth)


def _widest_band(lines: list[Line]) -> tuple[int, int, float] | None:
    """(first line, line after the last, x) of the highest band with a gutter."""
    best: tuple[int, int, float] | None = None
    for gutter in _gutters(lines):
        for start, end in _open_runs(lines, gutter):
            taller = best is None or end - start > best[1] - best[0]
            if taller and _is_cut(lines[start:end], gutter):
                best = (start, end, gutter)
    return best


def _gutters(lines: list[Line]) -> list[float]:
    """Places worth trying: middles of gaps that several lines share, most shared first."""
    left, right = min(line.x0 for line in lines), max(line.x1 for line in lines)
    middles: list[tuple[float, float]] = []
    for line in lines:
        parts = segments(line.words)
        for before, after in pairwise(parts):
            middle = (before[-1].x1 + after[0].x0) / 2
            if MIN_SHARE < (middle - left) / max(right - left, 1.0) < 1 - MIN_SHARE:
                middles.append((before[-1].x1, after[0].x0))
    return _most_shared(middles) + _shared_starts(lines, left, right)


def _shared_starts(lines: list[Line], left: float, right: float) -> list[float]:
    """Just before the places where many lines begin, for columns whose baselines differ."""
    starts = Counter(round(line.x0) for line in lines)
    inner = [x for x, count in starts.most_common(4) if count >= MIN_LINES]
    return [x - 2.0 for x in inner if MIN_SHARE < (x - left) / max(right - left, 1.0) < 1 - MIN_SHARE]


def _most_shared(gaps: list[tuple[float, float]]) -> list[float]:
    """Up to four places that the most gaps share, apart from one another."""
    steps = [0] * (int(max((high for _, high in gaps), default=0.0)) + 2)
    for low, high in gaps:
        steps[max(0, int(low) + 1)] += 1
        steps[max(0, int(high))] -= 1
    shared = list(accumulate(steps))
    chosen: list[float] = []
    for x in sorted(range(len(shared)), key=lambda at: -shared[at]):
        if shared[x] < MIN_LINES // 2 or len(chosen) == 4:
            break
        if all(abs(x - other) > 8 for other in chosen):
            chosen.append(float(x))
    return chosen


def _open_runs(lines: list[Line], x: float) -> list[tuple[int, int]]:
    """Runs of consecutive lines that leave `x` free, long enough to be a band."""
    runs: list[tuple[int, int]] = []
    start: int | None = None
    for at, line in enumerate(lines):
        if any(word.x0 < x < word.x1 for word in line.words) or _crosses(line, x):
            if start is not None:
                runs.append((start, at))
            start = None
        elif start is None:
            start = at
    if start is not None:
        runs.append((start, len(lines)))
    return [run for run in runs if run[1] - run[0] >= MIN_LINES]


def _crosses(line: Line, x: float) -> bool:
    """Whether `x` falls between two words of one segment."""
    return any(part[0].x0 < x < part[-1].x1 for part in segments(line.words))


def _is_cut(band: list[Line], gutter: float) -> bool:
    words = [word for line in band for word in line.words]
    top, bottom = min(word.top for word in words), max(word.bottom for word in words)
    sides = ([word for word in words if word.x1 <= gutter + 1], [word for word in words if word.x1 > gutter + 1])
    if not all(sides) or bottom <= top:
        return False
    return all(_stands_alone(side, bottom - top) for side in sides)


def _stands_alone(words: list[Word], height: float) -> bool:
    """Whether one side reads as a column: it fills the height, and holds prose or labelled figures."""
    lines = build_lines(words)
    if len(lines) < MIN_LINES:
        return False
    leading = median(b.base - a.base for a, b in pairwise(lines))
    covered = sum(min(b.base - a.base, 1.6 * max(leading, a.size)) for a, b in pairwise(lines))
    if (covered + lines[0].size) / height < MIN_COVER:
        return False
    left, right = min(line.x0 for line in lines), max(line.x1 for line in lines)
    good = sum(_reads(line, left, right) for line in lines)
    return good >= 0.5 * len(lines)


def _reads(line: Line, left: float, right: float) -> bool:
    parts = split(line)
    if len(parts) == 1:
        return len(line.words) >= PROSE_WORDS and line.x1 - line.x0 > 0.6 * (right - left)
    labelled = parts[0].kind is Kind.TEXT and any(char.isalpha() for char in parts[0].text)
    return (
        labelled and line.x0 < left + 0.25 * (right - left) and parts[-1].is_value and parts[-1].kind is not Kind.YEAR
    )
