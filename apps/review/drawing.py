"""Charts as SVG that the server draws: bars that are links, with what they stand for as their titles."""

from collections.abc import Iterator
from dataclasses import dataclass

from apps.review.overview import Bar, Chart

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 420.0, 170.0, 40.0, 22.0, 8.0
TONES = 8


@dataclass(frozen=True, slots=True)
class Rectangle:
    x: float
    y: float
    width: float
    height: float
    tone: int
    title: str
    query: str


@dataclass(frozen=True, slots=True)
class Tick:
    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """legend: (tone, name) of each series."""

    chart: Chart
    rectangles: tuple[Rectangle, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    legend: tuple[tuple[int, str], ...]
    width: float = WIDTH
    height: float = HEIGHT
    left: float = LEFT
    floor: float = HEIGHT - BOTTOM


def drawn(chart: Chart) -> Drawing:
    most = _most(chart)
    tones = {name: number % TONES for number, name in enumerate(chart.series)}
    marks = tuple(Tick(round(_up(share * most, most), 1), _short(share * most)) for share in (0, 0.5, 1))
    rows = tuple(_rectangles(chart, most, tones))
    return Drawing(chart, rows, tuple(_days(chart)), marks, tuple((tones[name], name) for name in chart.series))


def _most(chart: Chart) -> float:
    if not chart.stacked:
        return max((bar.value for bar in chart.bars), default=0.0) or 1.0
    sums = [sum(bar.value for bar in chart.bars if bar.day == day) for day in chart.days]
    return max(sums, default=0.0) or 1.0


def _up(value: float, most: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / most


def _rectangles(chart: Chart, most: float, tones: dict[str, int]) -> Iterator[Rectangle]:
    step = (WIDTH - LEFT) / max(len(chart.days), 1)
    by_day: dict[object, list[Bar]] = {}
    for bar in chart.bars:
        if bar.value and bar.series in tones:
            by_day.setdefault(bar.day, []).append(bar)
    for place, day in enumerate(chart.days):
        bars = sorted(by_day.get(day, []), key=lambda bar: chart.series.index(bar.series))
        yield from (_stacked if chart.stacked else _beside)(bars, LEFT + place * step, step * 0.8, most, tones, chart)


def _stacked(
    bars: list[Bar], x: float, width: float, most: float, tones: dict[str, int], chart: Chart
) -> Iterator[Rectangle]:
    below = 0.0
    for bar in bars:
        top, foot = _up(below + bar.value, most), _up(below, most)
        yield Rectangle(
            _r(x), _r(top), _r(width), _r(max(foot - top, 0.5)), tones[bar.series], _title(bar, chart), bar.query
        )
        below += bar.value


def _beside(
    bars: list[Bar], x: float, width: float, most: float, tones: dict[str, int], chart: Chart
) -> Iterator[Rectangle]:
    each = width / max(len(chart.series), 1)
    for bar in bars:
        at, top = x + each * chart.series.index(bar.series), _up(bar.value, most)
        height = max(HEIGHT - BOTTOM - top, 0.5)
        yield Rectangle(_r(at), _r(top), _r(each), _r(height), tones[bar.series], _title(bar, chart), bar.query)


def _title(bar: Bar, chart: Chart) -> str:
    return f"{bar.day:%Y-%m-%d}, {bar.series}: {_number(bar.value)} {chart.unit}"


def _days(chart: Chart) -> Iterator[Tick]:
    step = (WIDTH - LEFT) / max(len(chart.days), 1)
    every = max(1, len(chart.days) // 5)
    for place, day in enumerate(chart.days):
        if place % every == 0:
            yield Tick(_r(LEFT + place * step), f"{day:%m-%d}")


def _r(number: float) -> float:
    return round(number, 2)


def _short(value: float) -> str:
    """As beside an axis, where there is room for five characters."""
    for least, size, letter in ((1e9, 1e9, "B"), (1e6, 1e6, "M"), (1e4, 1e3, "k")):
        if value >= least:
            return f"{_number(value / size)}{letter}"
    return _number(value)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 20 or value == int(value) else f"{value:.2g}"
