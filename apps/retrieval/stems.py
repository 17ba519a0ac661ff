"""Words as stems, cut the way the lexical index cuts them (Snowball's English), without those that say nothing."""

import re
from functools import cache, lru_cache

import Stemmer

from apps.retrieval.vocabulary import vocabulary

SILENT = frozenset(vocabulary()["silent"].split())
WORD = re.compile(r"[A-Za-z][A-Za-z]+|\d[\d,]*(?:\.\d+)?")


@lru_cache(maxsize=50_000)
def stems(text: str) -> frozenset[str]:
    """The stems of `text`, each once."""
    return frozenset(stem for word in WORD.findall(text) if (stem := _stem(word.lower())))


@lru_cache(maxsize=5_000)
def stem_sequence(text: str) -> tuple[str, ...]:
    """The stems of `text` in its order, repeats included."""
    return tuple(stem for word in WORD.findall(text) if (stem := _stem(word.lower())))


@lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    return "" if word in SILENT else str(_stemmer().stemWord(word.replace(",", "")))


@cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english")
