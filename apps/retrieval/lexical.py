"""The lexical path: BM25 over Postgres' own lexemes (A6, V8).

There is no BM25 in Postgres, but a tsvector holds every term's positions, so term frequencies need no further table.
Document frequencies are counted over the passages that are searched: exact for the filings chosen, and nothing about
passages that the asker may not see can show in a score.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Any

from django.db import connection

from apps.documents.lexical import CONFIGURATION, without_separators
from apps.retrieval.found import SearchSettings
from apps.retrieval.ranked import Ranked, ranked
from apps.retrieval.wording import Wording

MOST_TERMS = 48  # of a question: a long one is cut, its rarest terms stay
MOST_SCORED = 20_000  # passages; beyond it only those with rarer terms are scored

LEXEMES = "SELECT tsvector_to_array(to_tsvector(%s::regconfig, %s)), tsvector_to_array(to_tsvector(%s::regconfig, %s))"
COUNTS = """
SELECT count(*), coalesce(avg(tokens), 0), {counts}
FROM documents_chunk WHERE version_id = ANY(%s) AND duplicate_of_id IS NULL
"""
SCORES = """
WITH term AS (SELECT * FROM unnest(%(terms)s::text[], %(weights)s::float8[]) AS given(lexeme, weight))
SELECT c.id, sum(
    term.weight * cardinality(word.positions) * (%(k1)s + 1)
    / (cardinality(word.positions) + %(k1)s * (1 - %(b)s + %(b)s * c.tokens / %(average)s))
) AS score
FROM documents_chunk c CROSS JOIN LATERAL unnest(c.lexemes) AS word JOIN term ON term.lexeme = word.lexeme
WHERE c.version_id = ANY(%(versions)s) AND c.duplicate_of_id IS NULL AND c.lexemes @@ %(any)s::tsquery
GROUP BY c.id ORDER BY score DESC, c.id LIMIT %(limit)s
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
    """The question's lexemes and how many of the passages searched hold each. Two queries, whatever is asked."""
    with connection.cursor() as cursor:
        cursor.execute(LEXEMES, [CONFIGURATION, without_separators(wording.words), CONFIGURATION, wording.expansion])
        said, meant = cursor.fetchone() or ([], [])
        weights = dict.fromkeys(meant, settings.expansion_weight) | dict.fromkeys(said, 1.0)
        lexemes = sorted(weights, key=lambda lexeme: (-weights[lexeme], lexeme))[:MOST_TERMS]
        counts = ", ".join(["count(*) FILTER (WHERE lexemes @@ %s::tsquery)"] * len(lexemes)) or "0"
        cursor.execute(COUNTS.format(counts=counts), [*map(quoted, lexemes), list(versions)])
        passages, average, *holding = cursor.fetchone() or (0, 0)
    held = dict(zip(lexemes, holding, strict=False))
    return Terms({lexeme: weights[lexeme] for lexeme in lexemes}, passages, float(average), held)


def best_matches(terms: Terms, versions: Sequence[int], settings: SearchSettings) -> list[Ranked]:
    """The passages with the highest BM25 score."""
    scored = _scored(terms)
    if not scored:
        return []
    given: dict[str, Any] = {
        "terms": list(scored),
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
