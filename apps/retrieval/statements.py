"""The primary statements that a question needs, and the tables that look like them.

Statement tables hardly resemble the words of a question, so similarity misses them. They are alike in all filings,
though: this path finds them by what they always say. It gives way to typed facts where a filing has them.
"""

import re
from collections.abc import Sequence

from django.db import connection

from apps.documents.statements.ontology import Statement, concepts
from apps.retrieval.ranked import Ranked, ranked
from apps.retrieval.vocabulary import vocabulary

STATEMENTS = {Statement(key): entry for key, entry in vocabulary()["statements"].items()}
NAMED = {statement: re.compile(entry["named"], re.IGNORECASE) for statement, entry in STATEMENTS.items()}
SIGNS: dict[Statement, list[list[str]]] = {statement: entry["signs"] for statement, entry in STATEMENTS.items()}
MEASURES = [
    (re.compile(measure["pattern"], re.IGNORECASE), [Statement(key) for key in measure["statements"]])
    for measure in vocabulary()["measures"]
]
TITLE = 2.0  # what the title counts, against 1 for any other sign
LEAST = 5  # signs, the title counting as two; fewer are a table that only mentions some lines
EACH = 3  # tables of each statement in each filing

SQL = """
WITH sign AS (
    SELECT statement, weight, websearch_to_tsquery('english', query) AS query
    FROM unnest(%s::text[], %s::float8[], %s::text[]) AS given(statement, weight, query)
), met AS (
    SELECT c.id, c.version_id, c.ordinal, sign.statement,
           sum(sign.weight) + CASE WHEN c.kind = 'table' THEN 1 ELSE 0 END AS score
    FROM documents_chunk c JOIN sign ON c.lexemes @@ sign.query
    WHERE c.version_id = ANY(%s) AND c.duplicate_of_id IS NULL
    GROUP BY c.id, c.version_id, c.ordinal, c.kind, sign.statement
    HAVING sum(sign.weight) >= %s
), placed AS (
    SELECT *, row_number() OVER (PARTITION BY version_id, statement ORDER BY score DESC, ordinal) AS place FROM met
)
SELECT id, max(score) FROM placed WHERE place <= %s GROUP BY id ORDER BY min(place), max(score) DESC, id
"""


def statements_needed(question: str) -> tuple[Statement, ...]:
    """The statements named, else those in which what is asked for stands; empty for other questions."""
    if named := [s for s, pattern in NAMED.items() if pattern.search(question)]:
        return tuple(named)
    needed = [s for pattern, statements in MEASURES if pattern.search(question) for s in statements]
    needed += [c.statement for c in concepts().values() if any(asked.search(question) for asked in c.asked)]
    return tuple(dict.fromkeys(needed))


def statement_tables(versions: Sequence[int], statements: Sequence[Statement]) -> list[Ranked]:
    """The passages of these versions that look most like these statements, best first. One query."""
    rows = [(str(s), sign, TITLE if place == 0 else 1.0) for s in statements for place, sign in enumerate(SIGNS[s])]
    if not rows or not versions:
        return []
    names, signs, weights = zip(*rows, strict=True)
    queries = [_query(sign) for sign in signs]
    with connection.cursor() as cursor:
        cursor.execute(SQL, [list(names), list(weights), queries, list(versions), LEAST, EACH])
        return ranked(cursor.fetchall())


def _query(sign: Sequence[str]) -> str:
    """Any of these phrases, as text that `websearch_to_tsquery` reads."""
    return " or ".join(f'"{phrase}"' for phrase in sign)
