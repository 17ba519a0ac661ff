"""The runs of a set beside one of them: what each had otherwise, and by how much it came out better or worse."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.answers.models import Answer
from apps.evaluation.conditions import Changed, Conditions, changed, conditions
from apps.evaluation.models import Run
from apps.evaluation.runs import Comparison, Judged, Line, compared, judged, lines

MOST = 30  # runs of a table, the latest


@dataclass(frozen=True, slots=True)
class Variant:
    """against: the comparison with the base; None for the base itself. seconds: half of the answers took no more."""

    run: Run
    line: Line
    seconds: float | None
    changed: list[Changed]
    against: Comparison | None


def variants(of: Sequence[Run], base: Run) -> list[Variant]:
    """In their order; the base is one of them."""
    under, rows = conditions(base), judged(base)
    return [_variant(run, base, under, rows) for run in of]


def _variant(run: Run, base: Run, under: Conditions, rows: Sequence[Judged]) -> Variant:
    if run == base:
        return Variant(run, lines(rows)[0], _seconds(rows), [], None)
    own = judged(run)
    return Variant(run, lines(own)[0], _seconds(own), changed(under, conditions(run)), compared(rows, own))


def _seconds(rows: Sequence[Judged]) -> float | None:
    """From being taken up to the end, as the answers tell it: without waiting for a worker."""
    told = sorted(seconds for one in rows if (seconds := _told(one.row.answer)) is not None)
    return told[len(told) // 2] if told else None


def _told(answer: Answer | None) -> float | None:
    seconds = answer.result.get("seconds") if answer and answer.result else None
    return float(seconds) if seconds is not None else None
