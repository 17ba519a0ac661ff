"""A cross-encoder as a judge: one score for (question, sentence), calibrated so that it is a probability."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

from apps.answers.judge.judge import Judged
from apps.answers.judge.rules import names_what_is_asked, speaks_first_of_the_period
from apps.answers.judge.slots import FIGURES_ASKED
from apps.answers.sources.candidate import Candidate
from apps.inference.pair_scoring import PairScorer
from apps.questions.query import Query

LEAST = 1e-6
LONGEST_HEADING = 80  # characters


@dataclass(frozen=True, slots=True)
class Calibration:
    """Platt: probability = sigmoid(slope * logit + shift), fitted on a set that neither trains nor tests the model."""

    slope: float = 1.0
    shift: float = 0.0

    def probability(self, score: float) -> float:
        inside = min(max(score, LEAST), 1 - LEAST)
        return 1 / (1 + exp(-(self.slope * log(inside / (1 - inside)) + self.shift)))


@dataclass(frozen=True, slots=True)
class PairJudge:
    """scorer: any model that scores pairs from 0 to 1."""

    scorer: PairScorer
    calibration: Calibration = Calibration()

    @property
    def name(self) -> str:
        return self.scorer.name

    def judge(self, question: str, query: Query, candidates: Sequence[Candidate]) -> list[Judged]:
        """Which measure or year a figure is of it does not know: it tells only where the sentence names those."""
        told = [_tells(query, one) for one in candidates]
        seen = [one for one, tells in zip(candidates, told, strict=True) if tells]
        scores = iter(self.scorer.score(question, [in_context(one) for one in seen]))
        return [
            Judged(one, self.calibration.probability(next(scores)) if tells else None, by=self.name)
            for one, tells in zip(candidates, told, strict=True)
        ]


def _tells(query: Query, candidate: Candidate) -> bool:
    if query.intent in FIGURES_ASKED and not names_what_is_asked(query, candidate):
        return False
    return speaks_first_of_the_period(query, candidate)


def in_context(candidate: Candidate) -> str:
    """The candidate as a model reads it: of which filer and period, under which heading, and its words."""
    filer = candidate.filer.name if candidate.filer else ""
    period = candidate.period.label if candidate.period else ""
    return worded(filer, period, candidate.above[-1] if candidate.above else "", candidate.text)


def worded(filer: str, period: str, heading: str, text: str) -> str:
    """What models are trained on and asked with alike."""
    above = (" ".join(one.split()).removesuffix(".") for one in (filer, period, heading[:LONGEST_HEADING]))
    return ". ".join(filter(None, [*above, " ".join(text.split())]))
