"""Synthetic filings, written from a seed: nothing of them is read anywhere, but they are spread as real ones are.

Vectors: unit length; all share something, filers and topics share more, and each passage comes again every year with
small changes. The shares are chosen so that neighbours are as near as in a store of 10-Ks (27,000 passages there:
nearest 0.93, hundredth 0.66, any two 0.31 in the median; here 0.94, 0.64, 0.31; from questions 0.66 and 0.55, here 0.71
and 0.54). Words: frequent and rare as Zipf says, with figures among them. 200 passages a filing, ten years a filer.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from apps.inference.minilm import DIMENSIONS

Vectors = NDArray[np.float32]
SEED = 20
PASSAGES, YEARS, FIRST_YEAR = 200, 10, 2015  # passages a filing; filings a filer, one a year
TOPICS, WORDS, EXPONENT = 40, 40_000, 1.07
LENGTH, FIGURES = 130, 0.15  # words a passage, and the part of them that are figures
COMMON, FILER, TOPIC, PLACE, CHANGE = 0.30, 0.20, 0.22, 0.14, 0.14  # of a vector's square length
DIRECTIONS = 12  # in which places differ
ASKING = 0.5  # what a question has of its own, where a passage has its place
SYLLABLES = [first + second for first in "bdfgklmnprstvz" for second in "aeiou"]
ASKED = (20, 60, 200, 600, 2_000, 8_000)  # ranks of the words of a question, from frequent to rare


@dataclass(frozen=True, slots=True)
class Block:
    """The passages of one filing, number `filing` from 0."""

    filing: int
    texts: list[str]
    vectors: Vectors


@dataclass(frozen=True, slots=True)
class Query:
    vector: Vectors
    words: str


class Synthetic:
    """The same seed and count give the same store and the same questions."""

    def __init__(self, chunks: int) -> None:
        if chunks < PASSAGES * YEARS:
            raise ValueError(f"At least {PASSAGES * YEARS:,} passages: one filer's.")
        self.filers = chunks // (PASSAGES * YEARS)
        self.filings = self.filers * YEARS
        self.chunks = self.filings * PASSAGES
        chance = np.random.default_rng(SEED)
        self._common = _points(chance, 1)
        self._filers = _points(chance, self.filers)
        self._topics = _points(chance, TOPICS)
        self._directions = _points(chance, DIRECTIONS)

    @cached_property
    def _words(self) -> list[str]:
        """Three syllables each, all different."""
        count = len(SYLLABLES)
        return [
            SYLLABLES[n % count] + SYLLABLES[n // count % count] + SYLLABLES[(n // count**2 + n) % count] + "x"
            for n in range(WORDS)
        ]

    @cached_property
    def _shares(self) -> NDArray[np.float64]:
        """Of each word and all more frequent ones together."""
        shares: NDArray[np.float64] = np.cumsum(np.arange(1, WORDS + 1, dtype=np.float64) ** -EXPONENT)
        shares /= shares[-1]
        return shares

    def block(self, filing: int) -> Block:
        chance = np.random.default_rng((SEED, filing))
        return Block(filing, self._texts(chance), self._vectors(filing // YEARS, chance))

    def _vectors(self, filer: int, chance: np.random.Generator) -> Vectors:
        """The same places every year: they come from the filer alone. Changes come from the filing."""
        lasting = np.random.default_rng((SEED, filer, 1))
        topics = lasting.integers(TOPICS, size=PASSAGES)
        places = _unit(lasting.standard_normal((PASSAGES, DIRECTIONS), dtype=np.float32) @ self._directions)
        changes = np.sqrt(CHANGE * chance.standard_exponential((PASSAGES, 1), dtype=np.float32)) * _points(
            chance, PASSAGES
        )
        return _unit(self._about(np.full(PASSAGES, filer), topics) + PLACE**0.5 * places + changes)

    def _about(self, filers: NDArray[np.int64], topics: NDArray[np.int64]) -> Vectors:
        about: Vectors = (
            COMMON**0.5 * self._common + FILER**0.5 * self._filers[filers] + TOPIC**0.5 * self._topics[topics]
        )
        return about

    def _texts(self, chance: np.random.Generator) -> list[str]:
        ranks = np.searchsorted(self._shares, chance.random((PASSAGES, LENGTH)))
        figures = chance.random((PASSAGES, LENGTH)) < FIGURES
        amounts = chance.integers(1, 99_999, size=(PASSAGES, LENGTH))
        return [
            " ".join(f"{amount:,}" if figure else self._words[rank] for rank, figure, amount in zip(*row, strict=True))
            for row in zip(ranks.tolist(), figures.tolist(), amounts.tolist(), strict=True)
        ]

    def queries(self, count: int) -> list[Query]:
        """Questions near real passages; their words range from those that most passages hold to rare ones."""
        chance = np.random.default_rng((SEED, self.filings + 1))
        filers, topics = chance.integers(self.filers, size=count), chance.integers(TOPICS, size=count)
        vectors = _unit(self._about(filers, topics) + ASKING**0.5 * _points(chance, count))
        spread = chance.uniform(0.7, 1.4, size=(count, len(ASKED)))
        ranks = (spread * np.array(ASKED)).astype(int).tolist()
        return [
            Query(vector, " ".join(self._words[rank] for rank in row))
            for vector, row in zip(vectors, ranks, strict=True)
        ]

    def year_of(self, filing: int) -> int:
        return FIRST_YEAR + filing % YEARS


def _points(chance: np.random.Generator, count: int) -> Vectors:
    return _unit(chance.standard_normal((count, DIMENSIONS), dtype=np.float32))


def _unit(rows: Vectors) -> Vectors:
    unit: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit
