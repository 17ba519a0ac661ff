"""A row of figures as a small line: SVG made here, of numbers alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

WIDTH, HEIGHT, EDGE = 64, 18, 2


@dataclass(frozen=True, slots=True)
class Sparkline:
    """points: of a polyline, the oldest first. last: where the newest figure stands. zero: the height of nought."""

    points: str
    last: tuple[str, str]
    zero: str = ""


def sparkline(values: Sequence[Decimal | None]) -> Sparkline | None:
    """None for fewer than two figures; gaps are passed over."""
    held = [(place, float(value)) for place, value in enumerate(values) if value is not None]
    if len(held) < 2:
        return None
    low, high = min(value for _, value in held), max(value for _, value in held)
    spread = (high - low) or 1.0
    step = (WIDTH - 2 * EDGE) / max(1, len(values) - 1)
    across = [EDGE + place * step for place, _ in held]
    up = [HEIGHT - EDGE - (value - low) / spread * (HEIGHT - 2 * EDGE) for _, value in held]
    zero = HEIGHT - EDGE - (0 - low) / spread * (HEIGHT - 2 * EDGE)
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(across, up, strict=True))
    return Sparkline(points, (f"{across[-1]:.1f}", f"{up[-1]:.1f}"), f"{zero:.1f}" if low < 0 < high else "")
