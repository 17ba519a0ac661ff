"""A cross-encoder as a judge: one score for (question, sentence), calibrated so that it is a probability."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from math import exp, log

from apps.answers.judge.judge import Judged
from apps.answers.judge.rules import names_what_is_asked, speaks_first_of_the_period, years_asked
from apps.answers.judge.slots import FIGURES_ASKED, years_in
from apps.answers.sources.candidate import Candidate
from apps.answers.sources.passages import SAYING
from apps.inference.pair_scoring import PairScorer
from apps.questions.query import Query
from apps.retrieval.stems import stems

LEAST = 1e-6
LEAD = 4.0  # logits; a longer lead says no more
FARTHEST = 60.0  # exp of more is no float
LONGEST_HEADING = 80  # characters


@dataclass(frozen=True, slots=True)
class Beside:
    """What is known of a candidate besides its score.

    lead: its logit above that of the best other candidate. says, shown: the share of the question's words that it says
    itself, and with the headings over it. dated: whether it names a year asked for.
    """

    lead: float = 0.0
    says: float = 0.0
    shown: float = 0.0
    dated: float = 0.0


@dataclass(frozen=True, slots=True)
class Calibration:
    """probability = sigmoid(slope * logit + shift + what is known beside the score, each with its weight).

    Fitted on filers that nothing was learned from. Without `beside` it is Platt's.
    """

    slope: float = 1.0
    shift: float = 0.0
    beside: Beside = Beside()

    def probability(self, score: float, known: Beside = Beside()) -> float:
        weighed = sum(getattr(self.beside, one.name) * getattr(known, one.name) for one in fields(Beside))
        return 1 / (1 + exp(-min(max(self.slope * logit(score) + self.shift + weighed, -FARTHEST), FARTHEST)))


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
        scores = self.scorer.score(question, [in_context(one) for one in seen])
        known = [beside(query, one, lead) for one, lead in zip(seen, leads(scores), strict=True)]
        said = map(self.calibration.probability, scores, known)
        return [
            Judged(one, next(said) if able else None, by=self.name) for one, able in zip(candidates, told, strict=True)
        ]


def logit(score: float) -> float:
    inside = min(max(score, LEAST), 1 - LEAST)
    return log(inside / (1 - inside))


def leads(scores: Sequence[float]) -> list[float]:
    """How far each is before the best of the others, in logits; 0 where there is no other."""
    best = sorted(map(logit, scores), reverse=True)[:2]
    if len(best) < 2:
        return [0.0] * len(scores)
    first, second = best
    ahead = (own - (second if own == first else first) for own in map(logit, scores))
    return [min(max(one, -LEAD), LEAD) for one in ahead]


def beside(query: Query, candidate: Candidate, lead: float = 0.0) -> Beside:
    """What is known of a candidate of a query."""
    asked = {stem for token in query.tokens if token.role in SAYING for stem in stems(token.text)}
    asked |= {stem for term in query.about.terms for stem in stems(term.text)}
    own = stems(candidate.text)
    over = own | stems(" ".join(candidate.above))
    whole = len(asked) or 1
    dated = bool(years_in(candidate.text) & years_asked(query))
    return Beside(lead, len(asked & own) / whole, len(asked & over) / whole, float(dated))


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
