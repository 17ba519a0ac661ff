"""BM25 from where each lexeme stands, added up in memory: a third of the time that the same sums take in Postgres."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from apps.retrieval.found import SearchSettings
from apps.retrieval.ranked import keys

# Arrays come as Postgres sends them, a whole lexeme at a time: a row a version would cost more than the sums.
HELD = """
COPY (SELECT weight, held.versions, held.counts, held.places
FROM unnest(%(lexemes)s::text[], %(weights)s::float8[]) WITH ORDINALITY AS given(lexeme, weight, number)
CROSS JOIN LATERAL (
    SELECT array_send(array_agg(version_id)) AS versions,
        array_send(array_agg(cardinality(places)::bigint)) AS counts,
        string_agg(substr(array_send(places), %(head)s), ''::bytea) AS places
    FROM documents_lexemecount
    WHERE lexeme = given.lexeme AND version_id = ANY(%(versions)s) AND cardinality(places) > 0
) AS held
WHERE held.places IS NOT NULL ORDER BY number)
TO STDOUT (FORMAT BINARY)
"""
PASSAGES = """
SELECT c.id, score FROM unnest(%s::bigint[], %s::bigint[], %s::float8[]) AS best(version_id, ordinal, score)
JOIN documents_chunk AS c USING (version_id, ordinal) ORDER BY score DESC, c.id
"""
HEAD = 20  # bytes before the numbers: dimensions, whether any is null, type, how many, first index
COLUMNS = ("float8", "bytea", "bytea", "bytea")
SENT = np.dtype([("bytes", ">i4"), ("number", ">i8")])
Numbers = NDArray[np.int64]
Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Held:
    """Where one lexeme stands: in these versions so many places each, which are as `LexemeCount.places` has them."""

    weight: float
    versions: Numbers
    counts: Numbers
    places: Numbers


def best_placed(
    weights: Mapping[str, float], versions: Sequence[int], average: float, settings: SearchSettings, limit: int
) -> list[tuple[int, float]]:
    """The `limit` passages of these versions with the highest BM25 score, and their scores, best first.

    weights: of each lexeme, its inverse frequency in it; average: tokens of a passage.
    """
    held = _held(weights, versions)
    if not held:
        return []
    known = np.unique(np.concatenate([one.versions for one in held]))
    runs = np.searchsorted(known, np.concatenate([one.versions for one in held]))
    counts = np.concatenate([one.counts for one in held])
    ordinals = np.concatenate([one.places for one in held]) >> 24
    ends = np.zeros(len(known) + 1, dtype=np.int64)
    np.maximum.at(ends, runs + 1, np.maximum.reduceat(ordinals, np.cumsum(counts) - counts) + 1)
    starts = np.cumsum(ends)  # room for the passages of one version after the other
    added = np.concatenate([_scores(one, average, settings) for one in held])
    scores: Scores = np.bincount(np.repeat(starts[runs], counts) + ordinals, added)  # type: ignore[assignment]
    best = _best(scores, limit)
    of = np.searchsorted(starts, best, side="right") - 1
    return _passages(known[of], best - starts[of], scores[best])


def _held(weights: Mapping[str, float], versions: Sequence[int]) -> list[Held]:
    given: dict[str, Any] = {
        "lexemes": list(weights),
        "weights": list(weights.values()),
        "versions": keys(versions),
        "head": HEAD + 1,
    }
    # Django's cursor for debugging takes no parameters for COPY: psycopg's own does.
    with connection.cursor() as cursor, cursor.cursor.copy(HELD, given) as copy:
        copy.set_types(COLUMNS)
        return [
            Held(weight, _numbers(of[HEAD:]), _numbers(counts[HEAD:]), _numbers(places))
            for weight, of, counts, places in copy.rows()
        ]


def _numbers(sent: Any) -> Numbers:
    return np.frombuffer(sent, SENT)["number"].astype(np.int64)


def _scores(one: Held, average: float, settings: SearchSettings) -> Scores:
    """What each place of a lexeme adds to its passage; in place, for there are many."""
    k1, b = settings.bm25_k1, settings.bm25_b
    scores = (one.places >> 16 & 255).astype(np.float64)
    below = (one.places & 65535) * (k1 * b / average)
    below += k1 * (1 - b)
    below += scores
    scores *= one.weight * (k1 + 1)
    scores /= below
    return scores


def _best(scores: Scores, limit: int) -> Numbers:
    """The places of the highest scores above 0, best first; of equal ones the first."""
    if limit < len(scores):
        least = np.partition(scores, -limit)[-limit]
        (best,) = np.nonzero((scores >= least) & (scores > 0))
    else:
        (best,) = np.nonzero(scores)
    best = best[np.argsort(-scores[best], kind="stable")][:limit]
    return best.astype(np.int64)


def _passages(versions: Numbers, ordinals: Numbers, scores: Scores) -> list[tuple[int, float]]:
    with connection.cursor() as cursor:
        cursor.execute(PASSAGES, [versions.tolist(), ordinals.tolist(), scores.tolist()])
        rows: list[tuple[int, float]] = cursor.fetchall()
    return rows
