"""A cross-encoder as a judge: its score of (question, sentence) and what else is known of it, made a probability."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp

from apps.answers.compute.rereading import is_guess
from apps.answers.judge.judge import Judged
from apps.answers.judge.rules import names_what_is_asked, speaks_first_of_the_period
from apps.answers.judge.signs import Signs, Standing, signs
from apps.answers.judge.slots import FIGURES_ASKED
from apps.answers.sources.candidate import Candidate
from apps.answers.sources.passages import Told
from apps.inference.pair_scoring import PairScorer
from apps.questions.query import Query

FARTHEST = 30.0  # beyond it a float knows no doubt
LONGEST_HEADING = 80  # characters


@dataclass(frozen=True, slots=True)
class Calibration:
    """probability = sigmoid(shift + the sum of weight * (sign - usual)); a sign that nobody knows is as it usually is.

    weights: of signs by their names, each with what is usual. Fitted on questions that nothing was learned from.
    """

    weights: Mapping[str, Sequence[float]] = field(default_factory=lambda: {"score": (1.0, 0.0)})
    shift: float = 0.0

    def probability(self, of: Signs) -> float:
        weighed = self.shift + sum(
            weight * (sign - usual)
            for name, (weight, usual) in self.weights.items()
            if (sign := getattr(of, name)) is not None
        )
        return 1 / (1 + exp(-min(max(weighed, -FARTHEST), FARTHEST)))


@dataclass(frozen=True, slots=True)
class PairJudge:
    """scorer: any model that scores pairs from 0 to 1. numbers: of its scores of marked numbers, if it reads them."""

    scorer: PairScorer
    calibration: Calibration = field(default_factory=Calibration)
    numbers: Calibration | None = None

    @property
    def name(self) -> str:
        return self.scorer.name

    def judge(self, question: str, told: Sequence[Told]) -> list[Judged]:
        """How likely each answers, be it a sentence or several."""
        said = map(self.calibration.probability, self.signs(question, told))
        return [Judged(one.candidate, answers, by=self.name) for one, answers in zip(told, said, strict=True)]

    def signs(self, question: str, told: Sequence[Told]) -> list[Signs]:
        """Of each, in their order."""
        texts = [in_context(one.candidate) for one in told]
        return self._signs(question, texts, [Standing(one.covers, one.passage) for one in told])

    def probabilities(self, question: str, texts: Sequence[str], standings: Sequence[Standing]) -> list[float]:
        """How likely each of these texts answers, in their order."""
        return list(map(self.calibration.probability, self._signs(question, texts, standings)))

    def _signs(self, question: str, texts: Sequence[str], standings: Sequence[Standing]) -> list[Signs]:
        return signs(question, self.scorer.score(question, texts), texts, standings)


def tells(query: Query, candidate: Candidate) -> bool:
    """Whether a model may be asked of a sentence at all.

    Which measure or year a figure is of it does not know. Where a figure is surely asked for, the sentence names what.
    """
    if query.intent in FIGURES_ASKED and _surely_read(query) and not names_what_is_asked(query, candidate):
        return False
    return speaks_first_of_the_period(query, candidate)


def _surely_read(query: Query) -> bool:
    """Whether every word has its place, and every line a name that is known: else words may be asked for."""
    return bool(query.measures) and not query.unread and not any(map(is_guess, query.measures))


def in_context(candidate: Candidate) -> str:
    """The candidate as a model reads it: of which filer and period, under which heading, and its words."""
    filer = candidate.filer.name if candidate.filer else ""
    period = candidate.period.label if candidate.period else ""
    return worded(filer, period, candidate.above[-1] if candidate.above else "", candidate.text)


def worded(filer: str, period: str, heading: str, text: str) -> str:
    """What models are trained on and asked with alike."""
    above = (" ".join(one.split()).removesuffix(".") for one in (filer, period, heading[:LONGEST_HEADING]))
    return ". ".join(filter(None, [*above, " ".join(text.split())]))
