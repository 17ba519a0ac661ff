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
from apps.retrieval.stems import stems

LEAST = 1e-6
LONGEST_LEAD = 4.0  # logits; a longer one says no more
FARTHEST = 60.0  # exp of more is no float
LONGEST_HEADING = 80  # characters
ALIKE = 0.6  # share of the stems of both, filer, period and heading among them, from which two texts say the same


@dataclass(frozen=True, slots=True)
class Calibration:
    """probability = sigmoid(slope * logit + lead * by how much it is before the best that says something else + shift).

    Fitted on filers that nothing was learned from.
    """

    slope: float = 1.0
    shift: float = 0.0
    lead: float = 0.0

    def probability(self, score: float, ahead: float = 0.0) -> float:
        """ahead: as `leads` tells it; 0 where the score stands alone."""
        weighed = self.slope * logit(score) + self.lead * ahead + self.shift
        return 1 / (1 + exp(-min(max(weighed, -FARTHEST), FARTHEST)))


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
        told = [tells(query, one) for one in candidates]
        seen = [one for one, able in zip(candidates, told, strict=True) if able]
        texts = [in_context(one) for one in seen]
        scores = self.scorer.score(question, texts)
        said = map(self.calibration.probability, scores, leads(scores, texts))
        return [
            Judged(one, next(said) if able else None, by=self.name) for one, able in zip(candidates, told, strict=True)
        ]


def logit(score: float) -> float:
    inside = min(max(score, LEAST), 1 - LEAST)
    return log(inside / (1 - inside))


def leads(scores: Sequence[float], texts: Sequence[str]) -> list[float]:
    """How far each is before the best of those that say something else, in logits; 0 where nothing else is said.

    Filings repeat themselves: the same sentence of another page or year is no rival.
    """
    said = list(map(stems, texts))
    own = list(map(logit, scores))
    order = sorted(range(len(own)), key=lambda at: -own[at])
    rivals = (next((other for other in order if not _alike(said[at], said[other])), at) for at in range(len(own)))
    ahead = (own[at] - own[rival] for at, rival in enumerate(rivals))
    return [min(max(one, -LONGEST_LEAD), LONGEST_LEAD) for one in ahead]


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= ALIKE * len(one | other)


def tells(query: Query, candidate: Candidate) -> bool:
    """Whether the model may be asked of it at all."""
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
