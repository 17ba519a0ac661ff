"""Chunk bundling (V9): a hit grows by neighbours that are about the same; context, displacing no other hit."""

from collections import defaultdict
from collections.abc import Sequence

from django.db import connection

# The sums stand apart: they may fail, and row-level security keeps what may fail from the index on places.
SQL = """
SELECT hit.id, near.id
FROM (
    SELECT id, version_id, ordinal - %(k)s AS first, ordinal + %(k)s AS last
    FROM documents_chunk WHERE id = ANY(%(hits)s) OFFSET 0
) hit
JOIN documents_chunk near ON near.version_id = hit.version_id AND near.duplicate_of_id IS NULL AND near.id <> hit.id
    AND near.ordinal BETWEEN hit.first AND hit.last
JOIN documents_chunkvector a ON a.chunk_id = hit.id AND a.model = %(model)s
JOIN documents_chunkvector b ON b.chunk_id = near.id AND b.model = %(model)s
WHERE 1 - (a.dense <=> b.dense) > %(tau)s
ORDER BY hit.id, near.ordinal
"""


def bundles(hits: Sequence[int], model: str, k: int, tau: float) -> dict[int, tuple[int, ...]]:
    """For each hit the passages within `k` places of the same version whose cosine with it exceeds `tau`, in order."""
    if not hits or not k:
        return {}
    found: dict[int, list[int]] = defaultdict(list)
    with connection.cursor() as cursor:
        cursor.execute(SQL, {"k": k, "model": model, "hits": list(hits), "tau": tau})
        for hit, near in cursor.fetchall():
            found[hit].append(near)
    return {hit: tuple(near) for hit, near in found.items()}
