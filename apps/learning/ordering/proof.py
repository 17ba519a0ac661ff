"""What a learned order is worth: on filers held out, and each filer by what the others taught."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from apps.learning.gate import Verdict, compare
from apps.learning.ordering.examples import Example
from apps.learning.ordering.fitting import OrderSettings, fit
from apps.learning.ordering.questions import FILE
from apps.retrieval.ordering.weights import Order

KINDS: dict[str, Callable[[Example], bool]] = {
    "readers, for words": lambda one: one.asked.origin != FILE and not one.asked.figures,
    "of the file, for words": lambda one: one.asked.origin == FILE and not one.asked.figures,
    "of the file, for figures": lambda one: one.asked.origin == FILE and one.asked.figures,
    "by rule, for figures": lambda one: one.asked.origin != FILE and one.asked.figures,
}


@dataclass(frozen=True, slots=True)
class Proof:
    """Of one kind of question. five: with a page that answers among the first five; reciprocal: MRR@10."""

    kind: str
    before: tuple[float, float]
    five: Verdict
    reciprocal: Verdict

    def told(self) -> str:
        both = zip(("R@5", "MRR@10"), self.before, (self.five, self.reciprocal), strict=True)
        each = (
            f"{name} {before:.3f} -> {before + one.difference:.3f} ({one.low:+.3f} to {one.high:+.3f})"
            for name, before, one in both
        )
        return f"{self.kind}, {self.five.questions} questions: {', '.join(each)}"


Scores = Sequence[float]


def scored(order: Order, examples: Sequence[Example]) -> list[Scores]:
    return [[float(score) for score in order.scores(one.names, one.rows, figures=one.numeric)] for one in examples]


def as_they_come(examples: Sequence[Example]) -> list[Scores]:
    """The order by reciprocal ranks alone."""
    return [[-float(at) for at in range(len(one.pages))] for one in examples]


def crossed(examples: Sequence[Example], settings: OrderSettings | None = None) -> tuple[list[Example], list[Scores]]:
    """Each filer's questions, scored by what was learned from those that name none of its filings."""
    tried: list[Example] = []
    scores: list[Scores] = []
    for filer in sorted({filer for one in examples for filer in one.asked.filers}):
        own = [one for one in examples if min(one.asked.filers) == filer]
        named = {name for one in own for name in one.asked.filers}
        others = [one for one in examples if not named & one.asked.filers]
        if own and others:
            tried += own
            scores += scored(fit(others, settings), own)
    return tried, scores


def proofs(examples: Sequence[Example], active: Sequence[Scores], candidate: Sequence[Scores]) -> Iterator[Proof]:
    """The candidate's order against the active one's, by kind of question; kinds without questions are left out."""
    for kind, belongs in KINDS.items():
        chosen = [at for at, one in enumerate(examples) if belongs(one)]
        if chosen:
            yield _proof(
                kind, *([one.found(by[at]) for at, one in _at(examples, chosen)] for by in (active, candidate))
            )


def _at(examples: Sequence[Example], chosen: Sequence[int]) -> list[tuple[int, Example]]:
    return [(at, examples[at]) for at in chosen]


def _proof(kind: str, before: Sequence[tuple[float, float]], after: Sequence[tuple[float, float]]) -> Proof:
    five = compare([one for one, _ in before], [one for one, _ in after])
    reciprocal = compare([one for _, one in before], [one for _, one in after])
    return Proof(
        kind, (float(np.mean([one for one, _ in before])), float(np.mean([one for _, one in before]))), five, reciprocal
    )


def holds(of: Sequence[Proof]) -> bool:
    """The gate: better beyond chance in one figure at least, and worse beyond chance in none."""
    verdicts = [verdict for one in of for verdict in (one.five, one.reciprocal)]
    return any(one.low > 0 for one in verdicts) and all(one.high >= 0 for one in verdicts)
