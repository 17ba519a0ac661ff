"""Which printed line is taken for a name that none bears, and how likely that answers: trained trees choose (A8, H2).

Each line that comes near is put in the place of the leaf, and what the query then comes to is weighed like any outcome.
Trained by `manage.py train links` on questions whose answers readers wrote, and which the rules leave without a figure.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from math import exp
from pathlib import Path

import numpy as np

from apps.answers.compute.books import Shelf, books_of
from apps.answers.compute.linking import lines
from apps.answers.compute.linking.lines import Near, lines_of, near
from apps.answers.compute.linking.sought import Sought, placed, sought
from apps.answers.compute.links import Links
from apps.answers.compute.missing import NotComputedError
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.programs.choice import AGREEING
from apps.answers.compute.programs.trees import Array, Sums, Trees
from apps.answers.compute.programs.trying import times_of
from apps.answers.judge import figures
from apps.answers.judge.figures import is_judged, own_signs
from apps.answers.sources.evidence import Evidence
from apps.inference.embedding import Embedder
from apps.inference.errors import ModelUnavailable
from apps.inference.pair_scoring import PairScorer
from apps.questions.query import Query

logger = logging.getLogger(__name__)
TREES = Path(__file__).parent / "data" / "links.npz"
ORDER, SURE = "order", "sure"
TRIED = 6  # lines, or pairs of lines, that are put in the place of leaves
PAIRED = 12  # lines of each of two leaves, of which those in one table are paired
OWN = len(figures.NAMES) - len(AGREEING)
UNKNOWN, BEHIND = -1.0, -9.0
MEANT = ("outcome to question", "scored", "line scored")  # as the models hold what came out against the question
NAMES = (*MEANT, *lines.NAMES)  # the first of its signs
COMPARED = tuple(NAMES.index(one) for one in (*MEANT, "own", "around", "all", *lines.MEANINGS, "sum"))
Compute = Callable[[Query, Links], Outcome]


@dataclass(frozen=True, slots=True)
class Models:
    """Those that the trees know: the embedded model, and the shipped one that scores pairs."""

    embedder: Embedder
    scorer: PairScorer


@dataclass(frozen=True, slots=True)
class Linked:
    """What the query comes to with these lines, and the signs of both, alone and beside the others that were tried."""

    outcome: Outcome
    signs: tuple[float, ...]

    @property
    def told(self) -> tuple[str, ...]:
        return tuple(f"{one.amount.value:.6g}" for one in self.outcome.figures)


def linked(
    question: str, outcome: Outcome, evidence: Evidence, held: Shelf, models: Models, compute: Compute
) -> Outcome | None:
    """The likeliest outcome of all, with how likely it answers; None where there is none."""
    try:
        every = tries(question, outcome, evidence, held, models, compute)
    except ModelUnavailable as error:
        logger.warning("no printed line is taken for another name: %s", error)
        return None
    if not every:
        return None
    order, sure = _trees()
    rows = table_of(every)
    best, beside = first_of(order.sums(rows), [one.told for one in every])
    score = float(sure.sums(np.array([[*beside, *rows[best]]], dtype=np.float32))[0])
    return replace(every[best].outcome, likely=1 / (1 + exp(-score)), guessed=True)


def tries(
    question: str, outcome: Outcome, evidence: Evidence, held: Shelf, models: Models, compute: Compute
) -> list[Linked]:
    """Every outcome that lines near to what is wanting come to, of one filer alone."""
    wanted, (books, _) = sought(outcome.query, outcome), books_of(outcome.query, held)
    if wanted is None or len(books) != 1 or evidence.strangers:
        return []
    try:
        found = lines_of(evidence, books[0], times_of(outcome.query, books[0]))
    except NotComputedError:
        return []  # no filing tells which periods are meant
    seek = partial(near, question=question, lines=found, book=books[0], model=models.embedder)
    first = seek(wanted.query, wanted.wanting)
    told = [_tried(wanted, one, compute) for one in first[:TRIED]]
    if not any(one.figures for one, _ in told):
        lacking = next((leaf for one, _ in told for leaf in one.wanting if leaf != wanted.wanting), None)
        told = _paired(wanted, first[:PAIRED], seek(wanted.query, lacking)[:PAIRED], compute) if lacking else []
    every = [
        Linked(replace(one, query=outcome.query), _signs(wanted, one, taken, evidence))
        for one, taken in told
        if one.figures and not one.missing and not one.ambiguous and _rests_on(one, taken)
    ]
    return _with_meaning(question, every, models)


def _tried(wanted: Sought, one: Near, compute: Compute) -> tuple[Outcome, list[Near]]:
    """What comes out with a line in the place of what is wanting, and the lines."""
    at = placed(wanted.query, wanted.wanting, one.name)
    return (compute(at[0], {at[1]: one}) if at else Outcome(wanted.query)), [one]


def _paired(
    wanted: Sought, first: Sequence[Near], other: Sequence[Near], compute: Compute
) -> list[tuple[Outcome, list[Near]]]:
    """The same with two lines of one table, where beside the first there is another leaf that nothing meets."""
    pairs = [[one, two] for one in first for two in other if one.series.table is two.series.table and one != two]
    pairs.sort(key=lambda pair: -sum(one.signs[-1] for one in pair))
    return [(_of_both(wanted, one, two, compute), [one, two]) for one, two in pairs[:TRIED]]


def _of_both(wanted: Sought, one: Near, two: Near, compute: Compute) -> Outcome:
    nothing = Outcome(wanted.query)
    if not (at := placed(wanted.query, wanted.wanting, one.name)):
        return nothing
    beside = placed(at[0], two.leaf, two.name)
    return compute(beside[0], {at[1]: one, beside[1]: two}) if beside else nothing


def _rests_on(found: Outcome, taken: Sequence[Near]) -> bool:
    """Whether every line that was taken is among the operands."""
    told = {says for one in found.operands for says in one.says}
    return all(one.says in told for one in taken)


def _signs(wanted: Sought, found: Outcome, taken: Sequence[Near], evidence: Evidence) -> tuple[float, ...]:
    told = replace(found, query=wanted.query)
    own = own_signs(told, evidence.passages) if is_judged(told) else [UNKNOWN] * OWN
    signs = np.mean([one.signs for one in taken], axis=0)
    return (*signs.tolist(), float(len(taken)), float(wanted.how), *_beside(found, taken), *own)


def _with_meaning(question: str, told: Sequence[Linked], models: Models) -> list[Linked]:
    """With how near what they come to is to the question, in the order of MEANT."""
    if not told:
        return []
    leads = [one.outcome.headline for one in told]
    taken = [" ".join(dict.fromkeys(text for each in one.outcome.operands for text in each.says)) for one in told]
    vectors = models.embedder.embed([*leads, question])
    columns = vectors[:-1] @ vectors[-1], models.scorer.score(question, leads), models.scorer.score(question, taken)
    return [replace(one, signs=(*row, *one.signs)) for one, row in zip(told, zip(*columns, strict=True), strict=True)]


def _beside(found: Outcome, taken: Sequence[Near]) -> Iterator[float]:
    """How many other operands there are, and what part of them the same table prints."""
    tables = [place.table for one in found.operands if (place := one.candidate.place)]
    own = {one.series.table.table.pk for one in taken}
    yield float(len(found.operands))
    yield sum(one in own for one in tables) / (len(tables) or 1)


def table_of(every: Sequence[Linked]) -> Array:
    """A row for each: its own signs, and how far it is ahead of the best that comes to another figure."""
    rows = []
    for one in every:
        others = np.array([other.signs for other in every if other.told != one.told])
        mine = np.array(one.signs)
        ahead = [float(mine[at] - others[:, at].max()) if len(others) else -BEHIND for at in COMPARED]
        alike = float(sum(other.told == one.told for other in every))
        rows.append([*ahead, alike, float(len(every)), *one.signs])
    return np.array(rows, dtype=np.float32)


def first_of(sums: Sums, told: Sequence[tuple[str, ...]]) -> tuple[int, tuple[float, float]]:
    """The place of the best; its sum, and how far it is ahead of the next that comes to another figure."""
    best = int(np.argmax(sums))
    others = [float(one) for one, each in zip(sums, told, strict=True) if each != told[best]]
    return best, (float(sums[best]), float(sums[best]) - max(others, default=BEHIND))


@cache
def _trees() -> tuple[Trees, Trees]:
    with np.load(TREES, allow_pickle=False) as held:
        arrays = {name: held[name] for name in held.files}
    return Trees.of(arrays, ORDER), Trees.of(arrays, SURE)
