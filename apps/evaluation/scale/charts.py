"""Line charts as SVG: one measure over the number of passages, both on logarithmic axes where asked."""

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 540, 300, 76, 134, 34, 44
COLOURS = ("#17589c", "#b3362b", "#2f7d4f", "#94650a", "#6b4fa0")
Points = Sequence[tuple[float, float]]


def chart(title: str, unit: str, lines: Mapping[str, Points], *, limit: float | None = None, zero: bool = False) -> str:
    """lines: by name, points (passages, value), values above 0 unless `zero`, which makes their axis linear from 0.

    limit: a dashed line across, for what must not be passed.
    """
    values = [value for points in lines.values() for _, value in points] + ([limit] if limit else [])
    across = _Axis.of([x for points in lines.values() for x, _ in points], log=True)
    up = _Axis.of([0.0, max(values)] if zero else values, log=not zero)
    parts = [_text(LEFT, 18, title, "start", 13), *_frame(across, up, unit)]
    if limit:
        y = _y(up, limit)
        parts.append(f'<path d="M{LEFT} {y}H{WIDTH - RIGHT}" stroke="#b3362b" stroke-dasharray="5 4" fill="none"/>')
        parts.append(_text(WIDTH - RIGHT + 6, y + 4, f"{limit:g} {unit}", "start"))
    for number, (name, points) in enumerate(lines.items()):
        parts += _line(name, points, across, up, number)
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="system-ui, sans-serif" '
        f'font-size="11" fill="#1b2228">\n<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>\n{body}\n</svg>\n'
    )


class _Axis:
    """From the lowest to the highest tick."""

    def __init__(self, ticks: list[float], *, log: bool) -> None:
        self.ticks, self._log = ticks, log

    @classmethod
    def of(cls, values: Sequence[float], *, log: bool) -> "_Axis":
        low, high = min(values), max(values)
        if log:
            first, last = floor(log10(low)), max(ceil(log10(high)), floor(log10(low)) + 1)
            return cls([10.0**power for power in range(first, last + 1)], log=True)
        step = 10.0 ** floor(log10(high)) / 2 if high else 0.5
        return cls([step * number for number in range(ceil(high / step) + 1)], log=False)

    def share(self, value: float) -> float:
        """How far along the axis, from 0 to 1."""
        low, high = self.ticks[0], self.ticks[-1]
        if self._log:
            return (log10(value) - log10(low)) / (log10(high) - log10(low))
        return (value - low) / (high - low)


def _x(axis: _Axis, value: float) -> float:
    return round(LEFT + axis.share(value) * (WIDTH - LEFT - RIGHT), 1)


def _y(axis: _Axis, value: float) -> float:
    return round(HEIGHT - BOTTOM - axis.share(value) * (HEIGHT - TOP - BOTTOM), 1)


def _frame(across: _Axis, up: _Axis, unit: str) -> list[str]:
    parts = []
    for tick in up.ticks:
        y = _y(up, tick)
        parts.append(f'<path d="M{LEFT} {y}H{WIDTH - RIGHT}" stroke="#e1e5e8" fill="none"/>')
        parts.append(_text(LEFT - 6, y + 4, f"{tick:,g} {unit}", "end"))
    parts += [_text(_x(across, tick), HEIGHT - BOTTOM + 16, f"{tick:,.0f}", "middle") for tick in across.ticks]
    return [*parts, _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, "passages", "middle")]


def _line(name: str, points: Points, across: _Axis, up: _Axis, number: int) -> list[str]:
    colour = COLOURS[number % len(COLOURS)]
    places = [(_x(across, x), _y(up, y)) for x, y in points]
    path = "M" + "L".join(f"{x} {y}" for x, y in places)
    dots = [f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in places]
    key = TOP + 14 * number + 10
    label = _text(WIDTH - RIGHT + 22, key, name, "start")
    return [
        f'<path d="{path}" stroke="{colour}" stroke-width="1.5" fill="none"/>',
        *dots,
        f'<path d="M{WIDTH - RIGHT + 6} {key - 4}h12" stroke="{colour}" stroke-width="2"/>',
        label,
    ]


def _text(x: float, y: float, words: str, anchor: str, size: int = 11) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}">{escape(words)}</text>'
