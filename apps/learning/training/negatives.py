"""What an embedder learns from: a question, a text that answers it, and texts that do not.

Texts that a builder or a reader set beside the answer are taken as they are. Mined ones are the nearest of the same
filer that nobody graded for this question. One of them may well answer, too: those that score nearly as high as the
answer are left out.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from apps.inference.embedding import Vectors
from apps.learning.groups import Grade, Group
from apps.learning.training.settings import EmbedderSettings

Embed = Callable[[Sequence[str]], Vectors]


@dataclass(frozen=True, slots=True)
class Contrast:
    """negatives: as many as of every other of its set."""

    question: str
    positive: str
    negatives: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pool:
    """The texts of one filer, each once, and the vector of each."""

    texts: tuple[str, ...]
    vectors: Vectors


def contrasts(groups: Sequence[Group], embed: Embed, settings: EmbedderSettings) -> list[Contrast]:
    """One for each text that answers. embed: of the model that is tuned, unit vectors.

    Raises ValueError where no group has an answer, or the set has too few other texts to set it against.
    """
    answered = [group for group in groups if group.answered()]
    every = sorted({text for group in groups for text in group.texts})
    if not answered:
        raise ValueError("an embedder learns from questions that a text answers")
    mined = _mined(groups, answered, embed, settings) if settings.mined and settings.negatives else {}
    rng = random.Random(settings.seed)  # noqa: S311 - examples, not secrets
    return [
        Contrast(group.question, text, _chosen(group, mined.get((at, text), []), every, settings, rng))
        for at, group in enumerate(answered)
        for text in dict.fromkeys(graded(group, Grade.ANSWERS))
    ]


def graded(group: Group, least: int, below: int = Grade.ANSWERS + 1) -> list[str]:
    """Its texts with a grade from `least` on, but below `below`."""
    return [text for text, grade in zip(group.texts, group.grades, strict=True) if least <= grade < below]


def _chosen(
    group: Group, mined: Sequence[str], every: Sequence[str], settings: EmbedderSettings, rng: random.Random
) -> tuple[str, ...]:
    """Its own first, then mined ones, each with its share; where both are too few, any texts of the set."""
    own = graded(group, Grade.OFF_TOPIC, Grade.SUPPORTS)
    share = max(settings.negatives - settings.mined, 0)
    found = [*own[:share], *mined[: settings.mined], *own[share:], *mined[settings.mined :]][: settings.negatives]
    missing, known = settings.negatives - len(found), {*group.texts, *found}
    strangers = rng.sample(every, min(len(every), missing + len(known))) if missing else []
    found += [text for text in strangers if text not in known][:missing]
    if len(found) < settings.negatives:
        raise ValueError(f"there are no {settings.negatives} texts that do not answer: {group.question[:60]}")
    return tuple(found)


def _mined(
    groups: Sequence[Group], answered: Sequence[Group], embed: Embed, settings: EmbedderSettings
) -> dict[tuple[int, str], list[str]]:
    """For each number of a group and its answering text the nearest texts below the margin, nearest first."""
    pools = {company: Pool(texts, embed(texts)) for company, texts in _texts(groups).items()}
    asked = embed([group.question for group in answered])
    return {
        (at, text): near
        for at, group in enumerate(answered)
        for text, near in _below_answers(group, asked[at], pools[group.company], settings)
    }


def _texts(groups: Sequence[Group]) -> dict[str, tuple[str, ...]]:
    """Of each filer, the texts of all groups, each once."""
    by_filer: dict[str, dict[str, None]] = defaultdict(dict)
    for group in groups:
        by_filer[group.company] |= dict.fromkeys(group.texts)
    return {company: tuple(texts) for company, texts in by_filer.items()}


def _below_answers(
    group: Group, asked: Vectors, pool: Pool, settings: EmbedderSettings
) -> Iterator[tuple[str, list[str]]]:
    scores = pool.vectors @ asked
    of, known = dict(zip(pool.texts, scores, strict=True)), set(group.texts)
    order = [at for at in np.argsort(-scores, kind="stable") if pool.texts[at] not in known]
    for text in dict.fromkeys(graded(group, Grade.ANSWERS)):
        near = (pool.texts[at] for at in order if scores[at] < settings.margin * of[text])
        yield text, list(islice(near, settings.negatives))
