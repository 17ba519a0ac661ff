"""How well a scorer ranks and judges groups that it never learned from."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import exp, log
from typing import Any

from apps.inference.pair_scoring import PairScorer
from apps.learning.calibration import Fitted, fit, reliability, threshold
from apps.learning.gate import compare
from apps.learning.groups import Grade, Group

LEAST = 1e-6
PRECISION = 0.9


@dataclass(frozen=True, slots=True)
class Scored:
    """A group with the score of each text."""

    group: Group
    scores: tuple[float, ...]

    def reciprocal_rank(self) -> float:
        """Of the best text that answers; ties count against it."""
        right = [score for score, grade in self._pairs() if grade == Grade.ANSWERS]
        wrong = [score for score, grade in self._pairs() if grade != Grade.ANSWERS]
        return 1 / (1 + sum(score >= max(right) for score in wrong)) if right else 0.0

    def _pairs(self) -> list[tuple[float, int]]:
        return list(zip(self.scores, self.group.grades, strict=True))


def scored(model: PairScorer, groups: Sequence[Group]) -> list[Scored]:
    return [Scored(group, tuple(model.score(group.question, group.texts))) for group in groups]


def ranks(of: Sequence[Scored]) -> list[float]:
    return [one.reciprocal_rank() for one in of if one.group.answered()]


def calibrated(of: Sequence[Scored]) -> Fitted:
    """Raises ValueError where the groups hold no text that answers, or none that does not."""
    return fit([_logit(score) for one in of for score in one.scores], _truth(of))


def figures(of: Sequence[Scored], fitted: Fitted) -> dict[str, Any]:
    """MRR with its interval; of the judge its threshold, precision and recall, and how true its probabilities are."""
    reciprocal = ranks(of)
    interval = compare([0.0] * len(reciprocal), reciprocal)
    said = [_probability(score, fitted) for one in of for score in one.scores]
    return {
        "questions": len(of),
        "mrr": {"mean": interval.difference, "low": interval.low, "high": interval.high},
        "judge": asdict(threshold(said, _truth(of), precision=PRECISION)),
        "reliability": [asdict(one) for one in reliability(said, _truth(of))],
    }


def both(before: Sequence[float], after: Sequence[float]) -> dict[str, float]:
    """A measure of the same questions before and after, with the difference and its interval by paired bootstrap."""
    verdict = asdict(compare(before, after))
    del verdict["questions"]
    return {"before": sum(before) / len(before), "after": sum(after) / len(after), **verdict}


def told(of: dict[str, Any]) -> list[str]:
    """Figures of `both`, by the texts that they are of, for people: a line each."""
    return [
        f"{measure} among the texts of the {among}: {one['before']:.3f} before, {one['after']:.3f} after, "
        f"{one['difference']:+.3f} ({one['low']:+.3f} to {one['high']:+.3f}), {of['questions']} questions"
        for among, measures in of.items()
        if isinstance(measures, dict)
        for measure, one in measures.items()
    ]


def _truth(of: Sequence[Scored]) -> list[bool]:
    return [grade == Grade.ANSWERS for one in of for grade in one.group.grades]


def _logit(score: float) -> float:
    inside = min(max(score, LEAST), 1 - LEAST)
    return log(inside / (1 - inside))


def _probability(score: float, fitted: Fitted) -> float:
    return 1 / (1 + exp(-(fitted.slope * _logit(score) + fitted.shift)))
