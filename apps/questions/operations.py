"""What a question wants computed, by a small trained model: words of the question to a probability of each operation.

A linear layer over words and pairs of words, trained on questions that readers wrote (`manage.py train figures`,
docs/learning.md). It names no line and no company: names are left out and periods are one mark.
"""

import json
import lzma
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import pairwise
from math import exp
from pathlib import Path

from apps.questions.query import Query, Role

WEIGHTS = Path(__file__).parent / "data" / "operations.json.xz"
BEGIN, END, TIME, NUMBER = "^", "$", "#", "0"


class Operation(StrEnum):
    """Over lines of one table, by name of what comes out."""

    VALUE = "value"
    CHANGE = "change"  # as an amount and in percent
    SHARE = "share"  # one line as a part of another
    RATIO = "ratio"  # of two lines of different units
    SUM = "sum"
    DIFFERENCE = "difference"
    AVERAGE = "average"  # over the periods
    LARGEST = "largest"
    SMALLEST = "smallest"
    MOST_RISEN = "most risen"
    MOST_FALLEN = "most fallen"


def words_of(query: Query) -> tuple[str, ...]:
    """Its words in lower case, without the filer; a period is one mark, and so is a number."""
    told: list[str] = []
    for token in query.tokens:
        if token.role is Role.FILER:
            continue
        word = TIME if token.role is Role.PERIOD else NUMBER if token.text[:1].isdigit() else token.text.lower()
        if not (word == TIME and told and told[-1] == TIME):
            told.append(word)
    return tuple(told)


def grams(words: Sequence[str]) -> Iterator[str]:
    """Each word and each pair of neighbors, the ends of the question included."""
    ended = (BEGIN, *words, END)
    yield from ended
    yield from (f"{one} {other}" for one, other in pairwise(ended))


def operations_of(query: Query) -> Mapping[Operation, float]:
    """How likely each operation is meant; they sum to 1."""
    known = _weights()
    sums = list(known[""])
    for gram in set(grams(words_of(query))):
        for place, weight in enumerate(known.get(gram, ())):
            sums[place] += weight
    likely = [exp(one - max(sums)) for one in sums]
    return {operation: one / sum(likely) for operation, one in zip(Operation, likely, strict=True)}


@cache
def _weights() -> dict[str, list[float]]:
    """By gram the weight of each operation, in the order of `Operation`; "" is what holds for any question."""
    with lzma.open(WEIGHTS, "rt", encoding="utf-8") as content:
        raw: dict[str, list[float]] = json.load(content)
    return raw
