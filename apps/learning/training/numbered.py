"""The calibration of numbers in sentences: how likely one answers, by its score and its lead (A8).

Each question whose number a reader marked is read and searched as it is when it is asked, and the likeliest number of
the sentences found is held against the marked one. Only questions about filers held out say how far it may be believed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from apps.accounts.models import User
from apps.answers.judge.numbers import Marked, asks_a_number, numbers_in, numbers_of, signs_of
from apps.answers.judge.pair_model import Calibration, tells
from apps.answers.judge.rules import judged_by_rules
from apps.answers.judge.signs import Signs
from apps.answers.run.settings import TextSettings
from apps.answers.sources.evidence import gather
from apps.answers.sources.passages import sentences
from apps.inference.pair_scoring import PairScorer
from apps.learning.builders.filed import Filed
from apps.learning.builders.numbers import AskedNumber
from apps.learning.builders.readers import COMPANY
from apps.learning.calibration import fit_all
from apps.learning.shipping.recipe import Recipe
from apps.learning.training.programs import Likeliest
from apps.retrieval.found import Scope, SearchSettings
from apps.retrieval.reading import read_for

LEAST = (0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5)  # probabilities that are told of


@dataclass(frozen=True, slots=True)
class Numbered:
    """The likeliest number that was found for a question about `filer`. right: it is the marked amount."""

    filer: str
    signs: Signs
    right: bool


def held_out(asked: Iterable[AskedNumber], filed: Mapping[str, Filed], recipe: Recipe) -> list[AskedNumber]:
    """Those about filers that the recipe holds out. filed: by SHA-256."""
    return [one for one in asked if one.filing in filed and recipe.holds_out(filed[one.filing].name)]


def numbered(
    of: Iterable[AskedNumber], filed: Mapping[str, Filed], viewer: User, scorer: PairScorer
) -> Iterator[list[Numbered]]:
    """Of each question that asks for a number the likeliest that `viewer` may read, if any sentence has one."""
    text = TextSettings()
    for one in of:
        filing = filed[one.filing]
        question = one.question.replace(COMPANY, filing.short)
        query = (reading := read_for(viewer, Scope(), question)).query
        marked = _marked(one, filing)
        if marked is None or not asks_a_number(query):
            yield []
            continue
        evidence = gather(reading, viewer, Scope(), SearchSettings())
        every = sentences(evidence, query, passages=text.passages, silent=True)
        verdicts = zip(every, judged_by_rules(query, every), strict=True)
        open_ = [each for each, verdict in verdicts if not verdict.refused and verdict.answers is None]
        read = [each for _, each in numbers_of([each for each in open_ if tells(query, each.candidate)])]
        best = max(zip(signs_of(scorer, question, read), read, strict=True), key=_score, default=None)
        yield [Numbered(filing.name, best[0], best[1].amount == marked.amount)] if best else []


def _score(of: tuple[Signs, Marked]) -> float:
    return of[0].score


def _marked(one: AskedNumber, filing: Filed) -> Marked | None:
    said = filing.by_place.get(one.sentence)
    found = list(numbers_in(said.text)) if said else []
    return Marked(found[one.number], "") if one.number < len(found) else None


def learned(of: Sequence[Numbered]) -> Calibration:
    """Raises ValueError unless some are right and some are not."""
    usual = [sum(column) / (len(of) or 1) for column in zip(*map(_columns, of), strict=True)]
    rows = [[sign - mean for sign, mean in zip(_columns(one), usual, strict=True)] for one in of]
    *weights, shift = fit_all(np.array(rows), [one.right for one in of])
    return Calibration(dict(zip(("score", "lead"), zip(weights, usual, strict=True), strict=True)), shift)


def _columns(one: Numbered) -> tuple[float, float]:
    return one.signs.score, one.signs.lead


def crossed(of: Sequence[Numbered]) -> list[Likeliest]:
    """Each by a calibration that saw no question about its filer."""
    found = []
    for filer in sorted({one.filer for one in of}):
        made = learned([one for one in of if one.filer != filer])
        found += [Likeliest(made.probability(one.signs), one.right) for one in of if one.filer == filer]
    return found
