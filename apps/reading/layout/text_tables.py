"""Tables of texts: exhibit lists, officers, securities; lines whose parts begin or centre at the same places."""

from apps.reading.layout.grid import Region
from apps.reading.layout.strips import Strip

ALIGNED = 0.8  # of the font size
TIGHT = 1.6  # of the font size, from baseline to baseline, for lines that go on with a cell
LOOSE = 4.0
MIN_ROWS = 3
MIN_ROWS_OF_MANY = 2  # when each row has three parts or more


def text_regions(strips: list[Strip]) -> list[tuple[int, int, Region]]:
    """(first line, line after the last, region) of each table of texts among lines without other tables."""
    found: list[tuple[int, int, Region]] = []
    at = 0
    while at < len(strips):
        end = _end(strips, at) if len(strips[at].segments) > 1 else at
        if end > at and _is_table(strips[at:end]):
            found.append((at, end, _region(strips[at:end])))
            at = end
        else:
            at += 1
    return found


def _region(strips: list[Strip]) -> Region:
    """A first line in bold over lines that are not is the header."""
    headed = len(strips) > MIN_ROWS and strips[0].line.bold and not any(strip.line.bold for strip in strips[1:])
    return Region(strips[:1], strips[1:]) if headed else Region([], strips)


def _is_table(strips: list[Strip]) -> bool:
    rows = [strip for strip in strips if len(strip.segments) > 1]
    if len(rows) >= MIN_ROWS:
        return True
    return len(rows) >= MIN_ROWS_OF_MANY and all(len(strip.segments) > 2 for strip in rows)


def _end(strips: list[Strip], start: int) -> int:
    """The line after the last that keeps to the columns of the first."""
    last, head = start, strips[start]
    for at in range(start + 1, len(strips)):
        strip, above = strips[at], strips[at - 1]
        pitch = strip.line.base - above.line.base
        if pitch > LOOSE * strip.line.size:
            break
        if len(strip.segments) > 1 and _aligned(strip, strips[last], head):
            last = at
        elif not continues_cell(strip, strips[last], pitch):
            break
    return _with_tail(strips, last)


def _aligned(strip: Strip, *others: Strip) -> bool:
    """Whether a part after the first begins or is centred where one of another line is."""
    near = ALIGNED * strip.line.size
    return any(
        abs(part.x0 - other.x0) < near or abs(part.center - other.center) < near
        for part in strip.segments[1:]
        for line in others
        for other in line.segments[1:]
    )


def continues_cell(strip: Strip, row: Strip, pitch: float) -> bool:
    """Whether a single text continues one cell of the row above, within the column of that cell."""
    if len(strip.segments) > 1 or len(row.segments) < 2 or pitch > TIGHT * strip.line.size:
        return False
    near = ALIGNED * strip.line.size
    starts = [part.x0 for part in row.segments]
    return any(abs(strip.line.x0 - x) < near for x in starts[1:]) or (
        abs(strip.line.x0 - starts[0]) < near and strip.line.x1 < starts[1]
    )


def _with_tail(strips: list[Strip], last: int) -> int:
    end = last + 1
    while end < len(strips):
        if not continues_cell(strips[end], strips[last], strips[end].line.base - strips[end - 1].line.base):
            break
        end += 1
    return end
