"""Passages of one filing that say the same (V2): a later one points at the earlier one and is not searched."""

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from apps.documents.models import Chunk, ChunkKind, ChunkVector, DocumentVersion

ROWS = 512  # of the similarity matrix that are held at a time
FIGURE = re.compile(r"\d+(?:[.,]\d+)*%?")
WORD = re.compile(r"[^\W\d_]+")
SHARED_WORDS = 0.8  # of both texts: the vectors of two statements may be close though one denies the other


def mark_near_duplicates(version: DocumentVersion, model: str) -> int:
    """Point passages at the earlier one that they repeat and drop their vectors; returns how many. In a transaction."""
    kept = ChunkVector.objects.filter(chunk__version=version, chunk__duplicate_of=None, model=model)
    rows = list(kept.exclude(chunk__kind=ChunkKind.FIGURE).order_by("chunk__ordinal").values_list("chunk_id", "dense"))
    if not rows:
        return 0
    chunks = Chunk.objects.only("text").in_bulk([pk for pk, _ in rows])
    vectors = np.array([dense for _, dense in rows], dtype=np.float32)
    found = repeats(vectors, [chunks[pk].text for pk, _ in rows], float(settings.TAU_SIM))
    for later, earlier in found.items():
        chunks[rows[later][0]].duplicate_of = chunks[rows[earlier][0]]
    repeated = [chunks[rows[later][0]] for later in found]
    Chunk.objects.bulk_update(repeated, ["duplicate_of"], batch_size=ROWS)
    ChunkVector.objects.filter(chunk__in=repeated).delete()
    return len(repeated)


def repeats(vectors: NDArray[np.float32], texts: Sequence[str], threshold: float) -> dict[int, int]:
    """Which texts repeat an earlier one, and which: cosine above `threshold`, the same figures, nearly the same words.

    vectors: unit rows, one a text. The earlier one repeats nothing itself. Figures, years among them, decide: two
    tables or sentences that differ in one are never duplicates.
    """
    found: dict[int, int] = {}
    for start in range(0, len(texts), ROWS):
        close = vectors[start : start + ROWS] @ vectors.T > threshold
        for later, earlier in zip(*np.nonzero(np.tril(close, start - 1)), strict=True):
            one, other = start + int(later), int(earlier)
            if one not in found and other not in found and says_the_same(texts[one], texts[other]):
                found[one] = other
    return found


def says_the_same(one: str, other: str) -> bool:
    """Whether two texts have the same figures, each as often, and share four words in five."""
    if Counter(FIGURE.findall(one)) != Counter(FIGURE.findall(other)):
        return False
    words, others = Counter(WORD.findall(one.lower())), Counter(WORD.findall(other.lower()))
    return (words & others).total() >= SHARED_WORDS * (words | others).total()
