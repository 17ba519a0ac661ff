"""An embedder that was tuned, entered as a candidate: how far up it brings the answering text, before and after.

It is read as the product would read it, and compared with the model that makes the store's vectors.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from apps.documents import embedders
from apps.inference.embedding import Embedder, embedder_of
from apps.learning import measuring
from apps.learning.candidates import Made, Training, row
from apps.learning.gate import Verdict, compare
from apps.learning.groups import Grade, Group
from apps.learning.models import DataSet, ModelKind, TrainedModel

if TYPE_CHECKING:
    from apps.learning.training.embedder import Tuned

BACKEND = "sentence-transformers"
WITHIN, FIRST = 10, 5  # of MRR@10 and R@5


@dataclass(frozen=True, slots=True)
class Rank:
    """Where the best answering text of a question stands, from 1: of its group's texts, and of all of its filer's."""

    group: int
    filer: int


def ranks(model: Embedder, groups: Sequence[Group]) -> list[Rank]:
    """Of each group with an answer. The filer's texts are those of all these groups; ties count against the answer."""
    by_filer: dict[str, list[Group]] = defaultdict(list)
    for group in groups:
        by_filer[group.company].append(group)
    of = {id(group): rank for same in by_filer.values() for group, rank in _of_filer(model, same)}
    return [of[id(group)] for group in groups if id(group) in of]


def _of_filer(model: Embedder, groups: Sequence[Group]) -> list[tuple[Group, Rank]]:
    texts = list(dict.fromkeys(text for group in groups for text in group.texts))
    place = {text: at for at, text in enumerate(texts)}
    answered = [group for group in groups if group.answered()]
    if not answered:
        return []
    scores = model.embed([group.question for group in answered]) @ model.embed(texts).T
    right = _answers(groups, place)
    return [
        (group, Rank(_rank(row, right[group.question], _places(group, place)), _rank(row, right[group.question])))
        for group, row in zip(answered, scores, strict=True)
    ]


def _answers(groups: Sequence[Group], place: dict[str, int]) -> dict[str, list[int]]:
    """For each question the places of the texts that answer it in any of the groups."""
    right: dict[str, list[int]] = defaultdict(list)
    for group in groups:
        graded = zip(group.texts, group.grades, strict=True)
        right[group.question] += [place[text] for text, grade in graded if grade == Grade.ANSWERS]
    return right


def _places(group: Group, place: dict[str, int]) -> list[int]:
    return [place[text] for text in dict.fromkeys(group.texts)]


def _rank(scores: Any, right: Sequence[int], among: Sequence[int] | None = None) -> int:
    wrong = np.ones(len(scores), dtype=bool) if among is None else np.zeros(len(scores), dtype=bool)
    if among is not None:
        wrong[among] = True
    best = max(scores[at] for at in right if wrong[at])
    wrong[right] = False
    return 1 + int((scores[wrong] >= best).sum())


def figures(before: Sequence[Rank], after: Sequence[Rank]) -> dict[str, Any]:
    """MRR@10 and R@5 before and after, with the difference and its interval, among both sets of texts."""
    return {
        "questions": len(before),
        **{
            among: {
                "mrr@10": measuring.both([_mrr(one, among) for one in before], [_mrr(one, among) for one in after]),
                "r@5": measuring.both([_first(one, among) for one in before], [_first(one, among) for one in after]),
            }
            for among in ("filer", "group")
        },
    }


def _mrr(rank: Rank, among: str) -> float:
    at: int = getattr(rank, among)
    return 1 / at if at <= WITHIN else 0.0


def _first(rank: Rank, among: str) -> float:
    return float(getattr(rank, among) <= FIRST)


def verdict(before: Sequence[Rank], after: Sequence[Rank]) -> Verdict:
    """By MRR@10 among all texts of the filer. Raises ValueError where nothing was measured."""
    return compare([_mrr(one, "filer") for one in before], [_mrr(one, "filer") for one in after])


def entered(made: "Tuned", name: str, data: DataSet, held: Sequence[Group], training: Training) -> TrainedModel:
    """The row of the model in `made.folder`, measured on `held`. Raises ValueError where no question there has an
    answer, ModelUnavailable where one of the models cannot be loaded.
    """
    before = ranks(embedders.own(), held)
    after = ranks(embedder_of(BACKEND, str(made.folder)), held)
    tuned = Made(name, ModelKind.EMBEDDER, made.folder, made.digest)
    return row(tuned, data, training, figures(before, after), verdict(before, after))
