"""Whether cited filings state the same line of the same period otherwise (A8)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Stated:
    """A figure as one filing states it. full: in whole units; unit: what one in its last printed place is worth."""

    filer: str
    concept: str
    label: str
    year: int
    months: int | None
    full: Decimal
    unit: Decimal
    filing: str
    filing_year: int | None = None

    def told(self) -> str:
        scaled = self.full / self.unit if self.unit else self.full
        return f"{scaled.normalize():,f} in {self.filing}"


def conflicts(stated: Iterable[Stated]) -> Iterator[tuple[Stated, Stated]]:
    """Pairs of cited figures of the same line and period that differ by more than their rounding; one pair a line."""
    groups: dict[tuple[str, str, int, int | None], list[Stated]] = {}
    for one in stated:
        groups.setdefault((one.filer, one.concept, one.year, one.months), []).append(one)
    for group in groups.values():
        first = group[0]
        other = next((one for one in group[1:] if _differ(first, one)), None)
        if other:
            yield first, other


def _differ(first: Stated, other: Stated) -> bool:
    return abs(abs(first.full) - abs(other.full)) > max(first.unit, other.unit) / 2
