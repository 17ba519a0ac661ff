"""The lexical path: BM25 over Postgres' own lexemes (A6, V8).

There is no BM25 in Postgres, but a tsvector holds every term's positions, so term frequencies need no table of our own.
Document frequencies are counted over the passages that are searched: exact for the filings chosen, and nothing about
passages that the asker may not see can show in a score.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Any

from django.db import connection
from django.db.backends.utils import CursorWrapper

from apps.documents.lexical import CONFIGURATION, without_separators
from apps.retrieval.found import SearchSettings
from apps.retrieval.ranked import Ranked, ranked
from apps.retrieval.wording import Wording

MOST_TERMS = 48  # of a question; a longer one is cut
MOST_SCANNED = 10_000  # passages that are read one by one for their terms; above, the index counts
MOST_SCORED = 10_000  # passages; beyond it only those with rarer terms are scored

LEXEMES = "SELECT tsvector_to_array(to_tsvector(%s::regconfig, %s)), tsvector_to_array(to_tsvector(%s::regconfig, %s))"
SIZE = """
SELECT count(*), coalesce(avg(tokens), 0) FROM documents_chunk WHERE version_id = ANY(%s) AND duplicate_of_id IS NULL
"""
# Of few passages each is read once for all terms: what is appended unpacks the stored value, which every single look at
# the column would do again (a fifth of the time, here and in SCORES).
SCAN = """
SELECT {counts} FROM (
    SELECT lexemes || ''::tsvector AS unpacked FROM documents_chunk
    WHERE version_id = ANY(%s) AND duplicate_of_id IS NULL OFFSET 0
) AS passage
"""
# Of many: a count a term, so that the planner takes the index on lexemes or the one on versions, whichever is shorter.
COUNT = """
SELECT %s, count(*) FROM documents_chunk
WHERE version_id = ANY(%s) AND duplicate_of_id IS NULL AND lexemes @@ %s::tsquery
"""
# ts_rank of a single term is (1 + 1/4 + 1/9 + ... + 1/n^2) / (pi^2/6) for a term that occurs n times, and the missing
# rest of that series is 1/(n + 1/2) to within five percent: so n is read from it, which takes a third of the time that
# unnesting the lexemes takes.
SCORES = """
WITH term AS (SELECT * FROM unnest(%(terms)s::tsquery[], %(weights)s::float8[]) AS given(query, weight))
SELECT c.id, (
    SELECT sum(weight * times * (%(k1)s::float8 + 1) / (times + %(k1)s::float8 * length))
    FROM (
        SELECT weight, CASE WHEN rank > 0 THEN 1 / (1.64493406685 * (1 - rank)) - 0.5 ELSE 0 END AS times
        FROM (SELECT weight, ts_rank('{1,1,1,1}', c.lexemes, query)::float8 AS rank FROM term) AS ranked
    ) AS counted
) AS score
FROM (
    SELECT id, lexemes || ''::tsvector AS lexemes,
        1 - %(b)s::float8 + %(b)s::float8 * tokens / %(average)s::float8 AS length
    FROM documents_chunk
    WHERE version_id = ANY(%(versions)s) AND duplicate_of_id IS NULL AND lexemes @@ %(any)s::tsquery OFFSET 0
) AS c
ORDER BY score DESC, c.id LIMIT %(limit)s
"""


@dataclass(frozen=True, slots=True)
class Terms:
    """weights: of each lexeme in the question; passages, average: of what is searched; holding: passages per lexeme."""

    weights: dict[str, float]
    passages: int
    average: float
    holding: dict[str, int]

    def idf(self, lexeme: str) -> float:
        held = self.holding[lexeme]
        return log(1 + (self.passages - held + 0.5) / (held + 0.5))


def count_terms(wording: Wording, versions: Sequence[int], settings: SearchSettings) -> Terms:
    """The question's lexemes and how many of the passages searched hold each. Three queries, whatever is asked."""
    with connection.cursor() as cursor:
        cursor.execute(LEXEMES, [CONFIGURATION, without_separators(wording.words), CONFIGURATION, wording.expansion])
        said, meant = cursor.fetchone() or ([], [])
        weights = dict.fromkeys(meant, settings.expansion_weight) | dict.fromkeys(said, 1.0)
        lexemes = sorted(weights, key=lambda lexeme: (-weights[lexeme], lexeme))[:MOST_TERMS]
        cursor.execute(SIZE, [list(versions)])
        passages, average = cursor.fetchone() or (0, 0)
        held = (_scanned if passages <= MOST_SCANNED else _holding)(cursor, lexemes, versions)
    return Terms({lexeme: weights[lexeme] for lexeme in lexemes}, passages, float(average), held)


def _scanned(cursor: CursorWrapper, lexemes: Sequence[str], versions: Sequence[int]) -> dict[str, int]:
    if not lexemes:
        return {}
    counts = ", ".join(["count(*) FILTER (WHERE unpacked @@ %s::tsquery)"] * len(lexemes))
    cursor.execute(SCAN.format(counts=counts), [*map(quoted, lexemes), list(versions)])
    return dict(zip(lexemes, cursor.fetchone() or (), strict=True))


def _holding(cursor: CursorWrapper, lexemes: Sequence[str], versions: Sequence[int]) -> dict[str, int]:
    if not lexemes:
        return {}
    given = [value for lexeme in lexemes for value in (lexeme, list(versions), quoted(lexeme))]
    cursor.execute(" UNION ALL ".join([COUNT] * len(lexemes)), given)
    return dict(cursor.fetchall())


def best_matches(terms: Terms, versions: Sequence[int], settings: SearchSettings) -> list[Ranked]:
    """The passages with the highest BM25 score."""
    scored = _scored(terms)
    if not scored:
        return []
    given: dict[str, Any] = {
        "terms": [quoted(lexeme) for lexeme in scored],
        "weights": list(scored.values()),
        "k1": settings.bm25_k1,
        "b": settings.bm25_b,
        "average": terms.average or 1.0,
        "versions": list(versions),
        "any": " | ".join(quoted(lexeme) for lexeme in _gate(terms, scored)),
        "limit": settings.lexical_candidates,
    }
    with connection.cursor() as cursor:
        cursor.execute(SCORES, given)
        rows = cursor.fetchall()
    return ranked([row for row in rows if row[1] >= settings.lexical_floor * rows[0][1]])


def _scored(terms: Terms) -> dict[str, float]:
    return {lexeme: weight * terms.idf(lexeme) for lexeme, weight in terms.weights.items() if terms.holding[lexeme]}


def _gate(terms: Terms, scored: dict[str, float]) -> list[str]:
    """The terms of which a passage must hold one to be scored: the rarest, until they bring passages enough."""
    gate: list[str] = []
    passages = 0
    for lexeme in sorted(scored, key=lambda lexeme: terms.holding[lexeme]):
        if gate and passages + terms.holding[lexeme] > MOST_SCORED:
            break
        gate.append(lexeme)
        passages += terms.holding[lexeme]
    return gate


def quoted(lexeme: str) -> str:
    """A lexeme as a tsquery that means exactly it."""
    return "'" + lexeme.replace("\\", "\\\\").replace("'", "''") + "'"
