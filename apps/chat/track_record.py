"""How often answers of each degree of trust were right on fresh questions, by readers who did not build it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

COUNTED = Path(__file__).parent / "data" / "fresh_sets.json"
VERDICTS = ("right", "wrong", "partly", "offered", "declined")
DEGREES = ("High", "Medium", "Low", "Requires Review", "Critical Issues", "None")


@dataclass(frozen=True, slots=True)
class Line:
    """Of one degree of trust: how many answers had each verdict, in the order of VERDICTS."""

    trust: str
    counts: tuple[int, ...]

    @property
    def of(self) -> int:
        """All answers of this degree."""
        return sum(self.counts)


@dataclass(frozen=True, slots=True)
class FreshSet:
    """One set of questions, asked once: its lines by falling trust."""

    name: str
    lines: tuple[Line, ...]


@require_GET
def track_record(request: HttpRequest) -> HttpResponse:
    """A table of all sets together, and one of each, the latest first."""
    sets = fresh_sets()
    together = FreshSet("All sets", _summed([line for one in sets for line in one.lines]))
    return render(request, "chat/track_record.html", {"together": together, "sets": sets[::-1], "verdicts": VERDICTS})


@cache
def fresh_sets() -> tuple[FreshSet, ...]:
    """The sets in the order in which they were asked."""
    written: dict[str, dict[str, dict[str, int]]] = json.loads(COUNTED.read_text())
    return tuple(FreshSet(name, _lines(by_trust)) for name, by_trust in written.items())


def _lines(by_trust: dict[str, dict[str, int]]) -> tuple[Line, ...]:
    return tuple(
        Line(trust, tuple(by_trust[trust].get(verdict, 0) for verdict in VERDICTS))
        for trust in DEGREES
        if trust in by_trust
    )


def _summed(lines: Sequence[Line]) -> tuple[Line, ...]:
    alike = [(trust, [line.counts for line in lines if line.trust == trust]) for trust in DEGREES]
    return tuple(Line(trust, tuple(map(sum, zip(*counts, strict=True)))) for trust, counts in alike if counts)
