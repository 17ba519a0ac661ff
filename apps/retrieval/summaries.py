"""The summary path: sections whose titles and lead sentences read like the question, by their own vectors (V4, V8)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import connection, transaction
from numpy.typing import NDArray

from apps.retrieval.dense import literal
from apps.retrieval.headings import passages_of
from apps.retrieval.ranked import Ranked, keys, ranked

# Adding zero keeps the planner from the vector index: the sections of a few filings are compared one by one.
EXACT = """
SELECT section_id, version_id, 1 - distance FROM (
    SELECT v.section_id, s.version_id, v.dense <=> %(vector)s::halfvec AS distance
    FROM documents_section s JOIN documents_sectionvector v ON v.section_id = s.id AND v.model = %(model)s
    WHERE s.version_id = ANY(%(versions)s)
) v ORDER BY distance + 0, section_id LIMIT %(limit)s
"""
INDEXED = """
SELECT v.section_id, s.version_id, 1 - (v.dense::halfvec({dimensions}) <=> %(vector)s::halfvec({dimensions}))
FROM documents_sectionvector v JOIN documents_section s ON s.id = v.section_id
WHERE v.model = %(model)s AND s.version_id = ANY(%(versions)s)
ORDER BY v.dense::halfvec({dimensions}) <=> %(vector)s::halfvec({dimensions}) LIMIT %(limit)s
"""


@dataclass(frozen=True, slots=True)
class Summary:
    """A section found by its summary. score: the cosine with the question."""

    section: int
    version: int
    score: float


def nearest_summaries(
    vector: NDArray[np.float32], model: str, versions: Sequence[int], limit: int, *, exact: bool
) -> list[Summary]:
    """The sections of these versions whose summaries are nearest to `vector`, best first.

    exact: compare all; else walk the HNSW index, going on while filters leave too few (iterative scan).
    """
    given: dict[str, Any] = {"vector": literal(vector), "model": model, "versions": keys(versions), "limit": limit}
    with transaction.atomic(), connection.cursor() as cursor:
        if not exact:
            cursor.execute("SET LOCAL hnsw.iterative_scan = relaxed_order")
        cursor.execute(EXACT if exact else INDEXED.format(dimensions=len(vector)), given)
        rows = sorted(cursor.fetchall(), key=lambda row: (-row[2], row[0]))  # relaxed order is nearly sorted
    return [Summary(*row) for row in rows]


def summarised_passages(summaries: Sequence[Summary], near: Iterable[Sequence[Ranked]]) -> list[Ranked]:
    """Passages of these sections. near: rankings by which a section's own passages are ordered."""
    best = {summary.section: summary.score for summary in summaries}
    return ranked(passages_of(best, near)) if best else []
