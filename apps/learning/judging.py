"""A model on whole roads: how far up it brings the page that answers, and whether what it accepts answers.

Its probabilities are fitted on some of the filers held out and tried on the others, each in turn: no question is judged
by weights that it helped to fit.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from apps.answers.judge.pair_model import Calibration
from apps.answers.judge.signs import NAMES, Signs, Standing, signs
from apps.inference.pair_scoring import PairScorer
from apps.learning.calibration import fit_all
from apps.learning.gate import Verdict, compare
from apps.learning.roads import ANSWERS, Quotation, Road, first_page

TOP, K = 20, 20  # passages re-ranked, and the constant of the fusion, as SearchSettings has them
JUDGED = 12  # as TextSettings has it
NORMAL = 1.96  # of a 95% interval


@dataclass(frozen=True, slots=True)
class Seen:
    """A quotation that the judge saw on a road, with its signs."""

    road: Road
    quotation: Quotation
    signs: Signs

    @property
    def asked(self) -> tuple[str, str]:
        return self.road.filer, self.road.question

    @property
    def right(self) -> bool:
        return self.quotation.said == ANSWERS


@dataclass(frozen=True, slots=True)
class Accepted:
    """At a threshold: of how many questions one had a quotation accepted, and how many of these answer."""

    least: float
    questions: int
    accepted: int
    right: int

    @property
    def precision(self) -> tuple[float, float, float]:
        return wilson(self.right, self.accepted)

    def told(self) -> str:
        share, low, high = self.precision
        asked = self.accepted / max(1, self.questions)
        right = f"right {share:.0%} ({low:.0%} to {high:.0%})"
        return f"from {self.least:.2f}: {self.accepted} accepted ({asked:.0%}), {right}"


Answers = Callable[[Seen], bool]


def written_down(one: Seen) -> bool:
    """Whether the reader of the question named it. Others may answer, too: who reads those knows better."""
    return one.right


def scored(road: Road, model: PairScorer) -> list[float]:
    """What the model makes of the first passages."""
    return model.score(road.question, road.views[:TOP])


def ordered(road: Road, scores: Sequence[float]) -> list[int]:
    """The passages as the search orders them once the model's order of the first is fused with its own."""
    top = list(range(len(scores)))
    rank = {at: number for number, at in enumerate(sorted(top, key=lambda at: -scores[at]), start=1)}
    fused = sorted(top, key=lambda at: -(1 / (K + at + 1) + 1 / (K + rank[at])))
    return [*fused, *range(len(top), len(road.views))]


def pages(roads: Sequence[Road], order: Sequence[Sequence[int]]) -> tuple[float, Verdict]:
    """MRR@10 of the page over questions for words without the model, and how much better it is with it."""
    asked = [(road, own) for road, own in zip(roads, order, strict=True) if road.for_words and road.right]
    without = [first_page(road, range(len(road.views))) for road, _ in asked]
    return float(np.mean(without)), compare(without, [first_page(road, own) for road, own in asked])


def seen(road: Road, scores: Sequence[float], model: PairScorer) -> list[Seen]:
    """What the judge would be shown of it, scored. scores: of the first passages; told only of questions for words."""
    rank = {passage: number for number, passage in enumerate(ordered(road, scores))}
    shown = sorted(road.quotations, key=lambda one: rank[one.passage])[:JUDGED]
    known = dict(enumerate(scores)) if road.for_words else {}
    standings = [Standing(one.covers, known.get(one.passage)) for one in shown]
    texts = [one.text for one in shown]
    told = signs(road.question, model.score(road.question, texts), texts, standings)
    return [Seen(road, one, its) for one, its in zip(shown, told, strict=True)]


def fitted(of: Sequence[Seen], answers: Answers = written_down) -> Calibration:
    """Of all quotations. Raises ValueError unless some answer and some do not."""
    return calibrated([one.signs for one in of], [answers(one) for one in of])


def calibrated(of: Sequence[Signs], answers: Sequence[bool]) -> Calibration:
    """Raises ValueError unless some answer and some do not."""
    inputs = np.asarray([[getattr(one, name) for name in NAMES] for one in of], dtype=float)
    known = ~np.isnan(inputs)
    usual = np.where(known, inputs, 0).sum(axis=0) / np.maximum(known.sum(axis=0), 1)
    *weights, shift = fit_all(np.where(known, inputs, usual) - usual, answers)
    return Calibration(dict(zip(NAMES, zip(weights, map(float, usual), strict=True), strict=True)), shift)


def crossed(of: Sequence[Seen], answers: Answers = written_down) -> list[tuple[Seen, float]]:
    """Of each question the likeliest quotation, with its probability by a calibration fitted on other filers."""
    said = [
        (one, calibration.probability(one.signs))
        for filer in sorted({one.road.filer for one in of})
        for calibration in [fitted([one for one in of if one.road.filer != filer], answers)]
        for one in of
        if one.road.filer == filer
    ]
    return list({one.asked: (one, chance) for one, chance in sorted(said, key=lambda pair: pair[1])}.values())


def accepted(said: Sequence[tuple[Seen, float]], least: float, answers: Answers = written_down) -> Accepted:
    """What the judge would accept from a probability on."""
    taken = [one for one, probability in said if probability >= least]
    return Accepted(least, len(said), len(taken), sum(map(answers, taken)))


def wilson(right: int, of: int) -> tuple[float, float, float]:
    """The share, and its 95% interval."""
    if not of:
        return 0.0, 0.0, 1.0
    share, weight = right / of, NORMAL**2 / of
    middle = (share + weight / 2) / (1 + weight)
    half = sqrt(share * (1 - share) * weight + weight**2 / 4) / (1 + weight)
    return share, middle - half, middle + half
