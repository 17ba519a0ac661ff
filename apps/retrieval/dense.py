"""The dense path: nearest passages by cosine (A6)."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from django.db import connection, transaction
from numpy.typing import NDArray

from apps.retrieval.ranked import Ranked, keys, ranked

WIDTH = 10  # nodes that a walk keeps in view for each passage wanted: two miss a quarter of a million's nearest
# Adding zero keeps the planner from the vector index: an exact scan over few passages is faster and complete.
EXACT = """
SELECT v.chunk_id, 1 - distance FROM (
    SELECT v.chunk_id, v.dense <=> %(vector)s::halfvec AS distance
    FROM documents_chunk c JOIN documents_chunkvector v ON v.chunk_id = c.id AND v.model = %(model)s
    WHERE c.version_id = ANY(%(versions)s) AND c.duplicate_of_id IS NULL
) v ORDER BY distance + 0, v.chunk_id LIMIT %(limit)s
"""
# As the index of a model is written: over its own rows, and of its dimensions.
INDEXED = """
SELECT v.chunk_id, 1 - (v.dense::halfvec({dimensions}) <=> %(vector)s::halfvec({dimensions}))
FROM documents_chunkvector v JOIN documents_chunk c ON c.id = v.chunk_id
WHERE v.model = %(model)s AND c.version_id = ANY(%(versions)s) AND c.duplicate_of_id IS NULL
ORDER BY v.dense::halfvec({dimensions}) <=> %(vector)s::halfvec({dimensions}) LIMIT %(limit)s
"""


def nearest(
    vector: NDArray[np.float32], model: str, versions: Sequence[int], limit: int, *, exact: bool
) -> list[Ranked]:
    """The `limit` passages of these versions nearest to `vector`, of vectors that `model` made.

    exact: look at all of them; else walk the HNSW index, going on while filters leave too few (iterative scan).
    """
    given: dict[str, Any] = {"vector": literal(vector), "model": model, "versions": keys(versions), "limit": limit}
    with transaction.atomic(), connection.cursor() as cursor:
        if not exact:
            cursor.execute("SET LOCAL hnsw.iterative_scan = relaxed_order")
            cursor.execute("SELECT set_config('hnsw.ef_search', %s, true)", [str(max(40, min(WIDTH * limit, 1000)))])
        cursor.execute(EXACT if exact else INDEXED.format(dimensions=len(vector)), given)
        rows = sorted(cursor.fetchall(), key=lambda row: (-row[1], row[0]))  # relaxed order is nearly sorted
    return ranked(rows)


def literal(vector: NDArray[np.float32]) -> str:
    """The vector as PostgreSQL reads it."""
    return "[" + ",".join(f"{value:.6g}" for value in vector.tolist()) + "]"
