"""Header lines over columns: which columns does each header span?"""

from functools import cache

from apps.reading.layout.periods import SPAN
from apps.reading.layout.segments import Segment
from apps.reading.layout.table_columns import Column
from apps.reading.layout.words import Rule

Span = tuple[int, int]  # first and last column
Extent = tuple[float, float, float]  # of a column: left, right, right edge of its figures

UNCOVERED = 0.05
UNCOVERED_PERIOD = 0.8  # a period named once stands for all columns beneath it
WIDENING = 0.5


def spans(headers: list[Segment], columns: list[Column], rules: list[Rule], lowest: bool = False) -> list[Span]:
    """For each header of one line, the first and last column (indices) that it stands over.

    Headers keep their order and never share a column, unless there are more of them than columns. An underline
    decides where there is one; otherwise the assignment with the least distance between centres (or right edges) wins.
    On the lowest line of headers nothing can follow beneath, so that a single text there stands for all the columns
    that it is centred on.
    """
    if not headers or not columns:
        return []
    if len(headers) > len(columns):
        return [_nearest(header, columns) for header in headers]
    if len(headers) == len(columns):
        return [(at, at) for at in range(len(columns))]
    wide = any(SPAN.search(header.text) for header in headers) or (lowest and len(headers) == 1)
    priced = [_prices(header, headers, rules, columns) for header in headers]
    return list(_cheapest(priced, len(columns), UNCOVERED_PERIOD if wide else UNCOVERED))


def _cheapest(priced: list[dict[Span, float]], columns: int, waste: float) -> tuple[Span, ...]:
    """The spans, one for each header, in order and apart, whose prices and uncovered columns cost least."""

    @cache
    def best(header: int, column: int) -> tuple[float, tuple[Span, ...]]:
        """The cheapest assignment of headers from `header` on to columns from `column` on; there is always one."""
        if header == len(priced):
            return waste * (columns - column), ()
        options = [
            (price + waste * (span[0] - column) + rest[0], (span, *rest[1]))
            for span, price in priced[header].items()
            if column <= span[0] and span[1] < columns - (len(priced) - header - 1)
            for rest in [best(header + 1, span[1] + 1)]
        ]
        return min(options)

    return best(0, 0)[1]


def _prices(header: Segment, headers: list[Segment], rules: list[Rule], columns: list[Column]) -> dict[Span, float]:
    """What it costs to set a header over each span of columns that it could mean."""
    ruled = _underline(header, headers, rules, columns)
    extents = [(column.x0, column.x1, column.edge) for column in columns]
    spans = [(first, last) for first in range(len(columns)) for last in range(first, len(columns))]
    return {span: _cost(header, extents, *span, ruled) for span in spans}


def _nearest(header: Segment, columns: list[Column]) -> Span:
    nearest = min(range(len(columns)), key=lambda at: abs(columns[at].middle - header.center))
    return nearest, nearest


def _cost(header: Segment, extents: list[Extent], first: int, last: int, ruled: Span | None) -> float:
    if ruled is not None:
        return 0.0 if (first, last) == ruled else 20.0 + abs(first - ruled[0]) + abs(last - ruled[1])
    size = header.size
    left, right, edge = extents[first][0], extents[last][1], extents[last][2]
    apart = abs((left + right) / 2 - header.center)
    if first == last:
        apart = min(apart, abs(edge - header.edge), abs(left - header.x0))
    outside = max(0.0, header.x0 - right) + max(0.0, left - header.x1)
    beyond = _reach(header, extents, first, last)
    return apart / size + 3 * outside / size + beyond / size + WIDENING * (last - first)


def _reach(header: Segment, extents: list[Extent], first: int, last: int) -> float:
    """How far the header reaches over columns that it is not given."""
    over = 0.0
    if first and header.x0 < extents[first - 1][1]:
        over += extents[first - 1][1] - header.x0
    if last + 1 < len(extents) and header.x1 > extents[last + 1][0]:
        over += header.x1 - extents[last + 1][0]
    return over


def _underline(header: Segment, headers: list[Segment], rules: list[Rule], columns: list[Column]) -> Span | None:
    """The columns over a rule right beneath this header and no other; None when no rule says so."""
    base, size = header.words[0].base, header.size
    under = [
        rule
        for rule in rules
        if -0.1 * size < rule.y - base < 1.1 * size
        and rule.x0 - size < header.x0
        and header.x1 < rule.x1 + size
        and not any(other is not header and rule.x0 < other.center < rule.x1 for other in headers)
    ]
    if not under:
        return None
    rule = min(under, key=lambda item: (abs(item.y - base) > 0.7 * size, item.x1 - item.x0))
    covered = [at for at, column in enumerate(columns) if rule.x0 - size / 2 < column.middle < rule.x1 + size / 2]
    return (covered[0], covered[-1]) if covered else None
