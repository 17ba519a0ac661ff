"""Scores do not depend on the order of a set, which differs from process to process: a replay must give the same."""

from math import sqrt

from apps.retrieval.headings import Heading, _score
from apps.retrieval.rows import Asked

WEIGHTS = {"0": 0.1, "8": 0.2, "16": 0.3}


class Word(str):
    """Words whose places in a set depend on the order in which they come, as in another process."""

    __slots__ = ()

    def __hash__(self) -> int:
        return int(self)


def test_sums_over_words_are_exact() -> None:
    for order in (("0", "8", "16"), ("16", "8", "0"), ("8", "16", "0")):
        words = frozenset(map(Word, order))
        weights = {Word(name): WEIGHTS[name] for name in order}
        assert Asked(weights).held_by(words) == 0.6
        assert _score(Heading(1, words, frozenset(), frozenset()), weights) == 0.6 / sqrt(6)
