"""The lexical path: BM25 over Postgres' own lexemes (A6, V8).

There is no BM25 in Postgres, but a tsvector holds every term's positions, so term frequencies need no table of our own.
Document frequencies are kept a version (`documents.lexical`) and summed over the versions that are searched: exact for
the filings chosen, and nothing about passages that the asker may not see can show in a score.
"""

from collections.abc import Iterable, Sequence
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
MOST_SCORED = 2_000  # passages that are read for all terms
MOST_LOOKED_UP = 20_000  # places in the index that are looked up to find those

LEXEMES = "SELECT tsvector_to_array(to_tsvector(%s::regconfig, %s)), tsvector_to_array(to_tsvector(%s::regconfig, %s))"
TOTALS = """
SELECT coalesce(sum(passages), 0)::bigint, coalesce(sum(tokens), 0)::bigint, array_agg(version_id)
FROM documents_passagetotals WHERE version_id = ANY(%s)
"""
COUNTS = """
SELECT lexeme, sum(passages)::bigint FROM documents_lexemecount
WHERE lexeme = ANY(%s) AND version_id = ANY(%s) GROUP BY lexeme
"""
# ts_rank of a single term is (1 + 1/4 + 1/9 + ... + 1/n^2) / (pi^2/6) for a term that occurs n times, and the missing
# rest of that series is 1/(n + 1/2) to within five percent: so n is read from it, which takes a third of the time that
# unnesting the lexemes takes. What is appended unpacks the stored value once, not once a term.
SCORES = """
WITH term AS (SELECT * FROM unnest(%(terms)s::tsquery[], %(weights)s::float8[]) AS given(query, weight))
SELECT c.id, (
    SELECT sum(weight * times * (%(k1)s::float8 + 1) / (times + %(k1)s::float8 * length))
    FROM (
        SELECT weight, CASE WHEN rank > 0 THEN 1 / (1.64493406685 * (1 - rank)) - 0.5 ELSE 0 END AS times
        FROM (SELECT weight, ts_rank('{{1,1,1,1}}', c.lexemes, query)::float8 AS rank FROM term) AS ranked
    ) AS counted
) AS score
FROM (
    SELECT id, lexemes || ''::tsvector AS lexemes,
        1 - %(b)s::float8 + %(b)s::float8 * tokens / %(average)s::float8 AS length
    FROM documents_chunk WHERE {which} OFFSET 0
) AS c
ORDER BY score DESC, c.id LIMIT %(limit)s
"""
ALL = "version_id = ANY(%(versions)s) AND duplicate_of_id IS NULL AND lexemes @@ %(any)s::tsquery"
BEST = "id = ANY(%(best)s)"
# BM25 as if each term occurred once, which the index and the row tell without unpacking the lexemes. Thousands of
# versions are joined: of a list to compare with, the planner would weigh every element.
LOOK = """
SELECT id, version_id, %s::float8 / (1 + %s::float8 * (1 - %s::float8 + %s::float8 * tokens / %s::float8)) AS score
FROM documents_chunk WHERE duplicate_of_id IS NULL AND lexemes @@ %s::tsquery
"""
LIKELIEST = """
SELECT id FROM ({looks}) AS looked WHERE version_id IN (SELECT unnest(%s::bigint[]))
GROUP BY id ORDER BY sum(score) DESC, id LIMIT %s
"""
UNCOUNTED = """
SELECT count(*), coalesce(sum(tokens), 0)::bigint{counts} FROM (
    SELECT tokens, lexemes || ''::tsvector AS unpacked FROM documents_chunk
    WHERE version_id = ANY(%s) AND duplicate_of_id IS NULL OFFSET 0
) AS passage
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
        passages, tokens, held = _counted(cursor, lexemes, versions)
    average = tokens / passages if passages else 0.0
    return Terms({lexeme: weights[lexeme] for lexeme in lexemes}, passages, average, held)


def _counted(cursor: CursorWrapper, lexemes: list[str], versions: Sequence[int]) -> tuple[int, int, dict[str, int]]:
    """Passages and tokens of these versions, and how many of the passages hold each lexeme."""
    cursor.execute(TOTALS, [list(versions)])
    passages, tokens, counted = cursor.fetchone() or (0, 0, None)
    cursor.execute(COUNTS, [lexemes, list(versions)])
    held = dict.fromkeys(lexemes, 0) | dict(cursor.fetchall())
    if uncounted := set(versions) - set(counted or ()):
        more = _scanned(cursor, lexemes, uncounted)
        passages, tokens = passages + more[0], tokens + more[1]
        held = {lexeme: held[lexeme] + also for lexeme, also in zip(lexemes, more[2:], strict=True)}
    return passages, tokens, held


def _scanned(cursor: CursorWrapper, lexemes: Sequence[str], versions: Iterable[int]) -> tuple[int, ...]:
    """The same for versions that a process of an older release has indexed: passages, tokens, then each lexeme's."""
    counts = ", count(*) FILTER (WHERE unpacked @@ %s::tsquery)" * len(lexemes)
    cursor.execute(UNCOUNTED.format(counts=counts), [*map(quoted, lexemes), list(versions)])
    return tuple(cursor.fetchone() or ())


def best_matches(terms: Terms, versions: Sequence[int], settings: SearchSettings) -> list[Ranked]:
    """The passages with the highest BM25 score.

    Where more than MOST_SCORED passages hold a term, those are scored that promise most by their rarer terms.
    """
    scored = _scored(terms)
    if not scored:
        return []
    given: dict[str, Any] = {
        "terms": [quoted(lexeme) for lexeme in scored],
        "weights": list(scored.values()),
        "k1": settings.bm25_k1,
        "b": settings.bm25_b,
        "average": terms.average or 1.0,
        "limit": settings.lexical_candidates,
    }
    with connection.cursor() as cursor:
        if min(terms.passages, sum(terms.holding.values())) <= MOST_SCORED:
            which = {"versions": list(versions), "any": " | ".join(given["terms"])}
            cursor.execute(SCORES.format(which=ALL), given | which)
        else:
            best = _likeliest(cursor, terms, scored, versions, settings)
            cursor.execute(SCORES.format(which=BEST), given | {"best": best})
        rows = cursor.fetchall()
    return ranked([row for row in rows if row[1] >= settings.lexical_floor * rows[0][1]])


def _scored(terms: Terms) -> dict[str, float]:
    return {lexeme: weight * terms.idf(lexeme) for lexeme, weight in terms.weights.items() if terms.holding[lexeme]}


def _likeliest(
    cursor: CursorWrapper, terms: Terms, scored: dict[str, float], versions: Sequence[int], settings: SearchSettings
) -> list[int]:
    """The passages that promise most by the rarer terms that they hold."""
    looked_up = _looked_up(terms, scored)
    given: list[Any] = []
    for lexeme in looked_up:
        length = [settings.bm25_k1, settings.bm25_b, settings.bm25_b, terms.average or 1.0]
        given += [scored[lexeme], *length, quoted(lexeme)]
    looks = " UNION ALL ".join([LOOK] * len(looked_up))
    cursor.execute(LIKELIEST.format(looks=looks), [*given, list(versions), MOST_SCORED])
    return [passage for (passage,) in cursor.fetchall()]


def _looked_up(terms: Terms, scored: dict[str, float]) -> list[str]:
    """The rarest terms, as many as may be looked up; always one."""
    looked_up: list[str] = []
    places = 0
    for lexeme in sorted(scored, key=lambda lexeme: (terms.holding[lexeme], lexeme)):
        places += terms.holding[lexeme]
        if looked_up and places > MOST_LOOKED_UP:
            break
        looked_up.append(lexeme)
    return looked_up


def quoted(lexeme: str) -> str:
    """A lexeme as a tsquery that means exactly it."""
    return "'" + lexeme.replace("\\", "\\\\").replace("'", "''") + "'"
