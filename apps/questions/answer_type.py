"""Whether words or figures answer a question, by a small trained model; it is asked where the grammar is at a loss.

A linear layer over the same words and pairs of words as that of operations, trained on questions that readers wrote
(`manage.py train types`, docs/learning.md). "What is its tax dispute about" names a line, as one for a figure does.
"""

import json
import lzma
from collections.abc import Mapping
from functools import cache
from math import exp
from pathlib import Path

from apps.questions.operations import TIME, grams, words_of
from apps.questions.query import Intent, Query

WEIGHTS = Path(__file__).parent / "data" / "answer_type.json.xz"
SURE = 0.8  # of questions for words 8 in 10 are above it, of those for figures 1 in 100 (docs/learning.md)
LEAST = -30.0  # logit; a long question may sum up to what no float holds


def words_answer(query: Query) -> bool:
    """Whether a question that is read as one for figures, but not to its last word, asks for words."""
    return query.intent is Intent.FIGURE and bool(query.unread) and likely_in_words(query) >= SURE


def likely_in_words(query: Query) -> float:
    """The probability that sentences answer it rather than figures."""
    weights = _weights()
    summed = weights[""] + sum(weights.get(gram, 0.0) for gram in sorted(set(grams(told_words(query)))))
    return 1 / (1 + exp(-max(summed, LEAST)))


def told_words(query: Query) -> tuple[str, ...]:
    """Its words and periods without the marks between them, which tell who wrote it."""
    return tuple(word for word in words_of(query) if word == TIME or word[0].isalnum())


@cache
def _weights() -> Mapping[str, float]:
    """By gram what it says for words; "" is what holds for any question."""
    with lzma.open(WEIGHTS, "rt", encoding="utf-8") as content:
        raw: dict[str, float] = json.load(content)
    return raw
