"""The lexical path: BM25 over Postgres' own lexemes (A6, V8).

There is no BM25 in Postgres. `documents.lexical` keeps for each version which passages hold a lexeme, how often and of
what length. Frequencies are summed over the versions that are searched: exact for the filings chosen, and nothing about
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
from apps.retrieval.places import best_placed
from apps.retrieval.ranked import Ranked, keys, ranked
from apps.retrieval.wording import Wording

MOST_TERMS = 48  # of a question; a longer one is cut
# Places where a term stands, some 150 ms of work; beyond it the most frequent terms are not looked up.
MOST_LOOKED_UP = 1_000_000
MOST_READ = 500  # passages that are then read for those
NO_MARKUP = str.maketrans("<>", "  ")  # Postgres drops what stands in tags; what a user typed is all words

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
UNKEPT = "version_id = ANY(%(versions)s) AND duplicate_of_id IS NULL AND lexemes @@ %(any)s::tsquery"
BEST = "id = ANY(%(best)s)"
UNCOUNTED = """
SELECT count(*), coalesce(sum(tokens), 0)::bigint{counts} FROM (
    SELECT tokens, lexemes || ''::tsvector AS unpacked FROM documents_chunk
    WHERE version_id = ANY(%s) AND duplicate_of_id IS NULL OFFSET 0
) AS passage
"""


@dataclass(frozen=True, slots=True)
class Terms:
    """weights: of each lexeme in the question; passages, average: of what is searched; holding: passages per lexeme.

    unkept: versions of which that was not written down, since a process of an older release indexed them.
    """

    weights: dict[str, float]
    passages: int
    average: float
    holding: dict[str, int]
    unkept: tuple[int, ...] = ()

    def idf(self, lexeme: str) -> float:
        held = self.holding[lexeme]
        return log(1 + (self.passages - held + 0.5) / (held + 0.5))


def count_terms(wording: Wording, versions: Sequence[int], settings: SearchSettings) -> Terms:
    """The question's lexemes and how many of the passages searched hold each. Three queries, whatever is asked."""
    with connection.cursor() as cursor:
        words = without_separators(wording.words.translate(NO_MARKUP))
        cursor.execute(LEXEMES, [CONFIGURATION, words, CONFIGURATION, wording.expansion])
        said, meant = cursor.fetchone() or ([], [])
        weights = dict.fromkeys(meant, settings.expansion_weight) | dict.fromkeys(said, 1.0)
        lexemes = sorted(weights, key=lambda lexeme: (-weights[lexeme], lexeme))[:MOST_TERMS]
        return _counted(cursor, {lexeme: weights[lexeme] for lexeme in lexemes}, versions)


def _counted(cursor: CursorWrapper, weights: dict[str, float], versions: Sequence[int]) -> Terms:
    cursor.execute(TOTALS, [keys(versions)])
    passages, tokens, kept = cursor.fetchone() or (0, 0, None)
    cursor.execute(COUNTS, [list(weights), keys(versions)])
    held = dict.fromkeys(weights, 0) | dict(cursor.fetchall())
    unkept = tuple(sorted(set(versions) - set(kept or ())))
    if unkept:
        counts = ", count(*) FILTER (WHERE unpacked @@ %s::tsquery)" * len(weights)
        cursor.execute(UNCOUNTED.format(counts=counts), [*map(quoted, weights), list(unkept)])
        more, longer, *also = cursor.fetchone() or (0, 0)
        passages, tokens = passages + more, tokens + longer
        held = {lexeme: held[lexeme] + count for lexeme, count in zip(weights, also, strict=True)}
    return Terms(weights, passages, tokens / passages if passages else 0.0, held, unkept)


def best_matches(terms: Terms, versions: Sequence[int], settings: SearchSettings) -> list[Ranked]:
    """The passages with the highest BM25 score.

    Where the terms stand in more than MOST_LOOKED_UP places, the rarer ones choose MOST_READ passages, and those are
    read for all terms.
    """
    scored = _scored(terms)
    if not scored:
        return []
    rows = _looked_up(terms, scored, versions, settings)
    if terms.unkept:
        any_ = " | ".join(map(quoted, scored))
        rows += _read(terms, scored, UNKEPT, {"versions": list(terms.unkept), "any": any_}, settings)
    rows = sorted(rows, key=lambda row: (-row[1], row[0]))[: settings.lexical_candidates]
    return ranked([row for row in rows if row[1] >= settings.lexical_floor * rows[0][1]])


def _scored(terms: Terms) -> dict[str, float]:
    return {lexeme: weight * terms.idf(lexeme) for lexeme, weight in terms.weights.items() if terms.holding[lexeme]}


def _looked_up(
    terms: Terms, scored: dict[str, float], versions: Sequence[int], settings: SearchSettings
) -> list[tuple[int, float]]:
    """Passages and scores, from where each term stands."""
    lexemes = _rarer(terms, scored)
    whole = len(lexemes) == len(scored)
    limit = settings.lexical_candidates if whole else max(MOST_READ, settings.lexical_candidates)
    rows = best_placed({lexeme: scored[lexeme] for lexeme in lexemes}, versions, terms.average or 1.0, settings, limit)
    return rows if whole else _read(terms, scored, BEST, {"best": [passage for passage, _ in rows]}, settings)


def _rarer(terms: Terms, scored: dict[str, float]) -> list[str]:
    """The rarest terms, as many as may be looked up; always one."""
    lexemes: list[str] = []
    places = 0
    for lexeme in sorted(scored, key=lambda lexeme: (terms.holding[lexeme], lexeme)):
        places += terms.holding[lexeme]
        if lexemes and places > MOST_LOOKED_UP:
            break
        lexemes.append(lexeme)
    return lexemes


def _read(
    terms: Terms, scored: dict[str, float], which: str, passages: dict[str, Any], settings: SearchSettings
) -> list[tuple[int, float]]:
    """Passages and scores, from the lexemes of each passage."""
    given = _constants(terms, settings) | passages
    given |= {"terms": [quoted(lexeme) for lexeme in scored], "weights": list(scored.values())}
    with connection.cursor() as cursor:
        cursor.execute(SCORES.format(which=which), given | {"limit": settings.lexical_candidates})
        return list(cursor.fetchall())


def _constants(terms: Terms, settings: SearchSettings) -> dict[str, Any]:
    return {"k1": settings.bm25_k1, "b": settings.bm25_b, "average": terms.average or 1.0}


def quoted(lexeme: str) -> str:
    """A lexeme as a tsquery that means exactly it."""
    return "'" + lexeme.replace("\\", "\\\\").replace("'", "''") + "'"
