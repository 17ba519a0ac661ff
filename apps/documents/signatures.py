"""MinHash signatures of passages: how much two have in common, told from sixteen numbers each (V2).

Broder, "On the resemblance and containment of documents" (1997): the share of equal minima over random orders of all
shingles estimates the share of shingles that two texts have in common.
"""

import re
from functools import lru_cache
from zlib import crc32

import numpy as np

from apps.statements.values.periods import MONTH

SIZE = 16  # minima: the estimate is right to about an eighth
SHINGLE = 3  # words
LEAST_WORDS = 30  # shorter passages are alike by chance
WORD = re.compile(r"[a-z]+")
DATED = frozenset(MONTH.split("|"))
PRIME = (1 << 61) - 1
ORDERS = np.random.default_rng(20011).integers(1, 1 << 31, (2, SIZE), dtype=np.uint64)
PLACES = np.arange(SIZE, dtype=np.uint64) * np.uint64(0x9E3779B1)


def signature(text: str) -> list[int] | None:
    """Sixteen 32-bit numbers, each of which two texts share as likely as they share a shingle; None for short texts.

    Numbers, dates and case do not count: what only they tell apart has one signature. A number also says which of the
    sixteen it is, so that equal ones can be counted without regard to order.
    """
    words = [word for word in WORD.findall(text.lower()) if word not in DATED]
    if len(words) < LEAST_WORDS:
        return None
    hashes = np.fromiter(map(_hash, words), dtype=np.uint64, count=len(words))
    shingles = hashes[:-2] + hashes[1:-1] * np.uint64(31) + hashes[2:] * np.uint64(961)
    ordered = (shingles[:, None] % np.uint64(1 << 32) * ORDERS[0] + ORDERS[1]) % np.uint64(PRIME)
    minima = (ordered.min(axis=0) ^ PLACES) & np.uint64(0xFFFFFFFF)
    return [int(number) for number in minima.astype(np.uint32).view(np.int32)]


@lru_cache(maxsize=50_000)
def _hash(word: str) -> int:
    return crc32(word.encode())
