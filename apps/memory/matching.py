"""Three matchers of wording (V6): normalized text, lexical, embedding. Each gives 0 to 1; any may carry a match.

Company and period are slots and never text: they are taken out before anything is compared.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from apps.questions.query import Query, Role

SLOTS = frozenset({Role.FILER, Role.PERIOD})
SAYS_NOTHING = frozenset({Role.FUNCTION, Role.FRAME})
K1, B = 1.2, 0.75

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Scores:
    """Of the best wording of a question, by each matcher. dense: None where no embedding was asked or is there."""

    sequence: float = 0.0
    lexical: float = 0.0
    dense: float | None = None


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What each matcher must reach, where the query itself is the same (figures) and where only words are (words).

    Calibrated by `manage.py memory calibrate`; near: from which on a cell is offered.
    """

    sequence: float = 0.0  # where the query is the same, no wording was found that must be refused
    lexical: float = 0.0
    dense: float = 0.3
    words_sequence: float = 0.85
    words_lexical: float = 0.85
    words_dense: float = 0.9
    near: float = 0.75


def plain_text(query: Query) -> str:
    """The words of the question without its slots, as they are embedded."""
    return " ".join(token.text for token in query.tokens if token.role not in SLOTS and token.text[:1].isalnum())


def content(query: Query) -> tuple[str, ...]:
    """The words that say something, in order, in one form."""
    kept = (token.text for token in query.tokens if token.role not in SLOTS | SAYS_NOTHING)
    return tuple(word for text in kept for word in text.lower().replace("-", " ").split() if word[:1].isalnum())


def sequence(one: Sequence[str], other: Sequence[str]) -> float:
    """How much of both is their longest common subsequence: 2 L / (m + n)."""
    if not one or not other:
        return 0.0
    row = [0] * (len(other) + 1)
    for word in one:
        before = row[:]
        for place, there in enumerate(other, start=1):
            row[place] = before[place - 1] + 1 if word == there else max(before[place], row[place - 1])
    return 2 * row[-1] / (len(one) + len(other))


class Lexical:
    """BM25 over wordings; a score is a part of what the wording gives for itself."""

    def __init__(self, wordings: Sequence[Sequence[str]]) -> None:
        held = Counter(word for words in wordings for word in set(words))
        count = max(1, len(wordings))
        self._idf = {word: math.log(1 + (count - n + 0.5) / (n + 0.5)) for word, n in held.items()}
        self._unknown = math.log(1 + (count + 0.5) / 0.5)
        self._mean = sum(map(len, wordings)) / count or 1.0

    def score(self, asked: Sequence[str], wording: Sequence[str]) -> float:
        """Words of the question that the wording does not have count against it."""
        most = max(self._of(wording, wording), self._of(asked, asked))
        return self._of(asked, wording) / most if most else 0.0

    def _of(self, asked: Sequence[str], wording: Sequence[str]) -> float:
        counts, norm = Counter(wording), K1 * (1 - B + B * len(wording) / self._mean)
        found = ((self._idf.get(word, self._unknown), counts[word]) for word in set(asked))
        return sum(idf * n * (K1 + 1) / (n + norm) for idf, n in found)


def dense(vector: Vectors, held: Vectors) -> list[float]:
    """Cosines of a question with wordings; all vectors are of unit length."""
    return [float(one) for one in held @ vector]


def passes(scores: Scores, tau: Thresholds, *, words: bool) -> str:
    """The matcher that carries a match, or ""."""
    least = (
        (tau.words_sequence, tau.words_lexical, tau.words_dense) if words else (tau.sequence, tau.lexical, tau.dense)
    )
    found = zip(("text", "lexical", "embedding"), (scores.sequence, scores.lexical, scores.dense), least, strict=True)
    return next((name for name, score, limit in found if score is not None and score >= limit), "")
