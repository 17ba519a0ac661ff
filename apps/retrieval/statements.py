"""The statement path: the pages that look like the primary statements which a question needs.

Statement tables hardly resemble the words of a question, so similarity misses them. They are alike in all filings,
though: where typed facts were read, they tell the page; elsewhere this path finds it by what statements always say.
"""

from collections.abc import Sequence

from django.db import connection

from apps.retrieval.facts import stated_pages
from apps.retrieval.ranked import Ranked, ranked
from apps.retrieval.vocabulary import vocabulary
from apps.statements.ontology import Statement

SIGNS: dict[Statement, list[list[str]]] = {Statement(key): signs for key, signs in vocabulary()["signs"].items()}
AGAINST = vocabulary()["against"]
TITLE = 2.0  # what the title counts, against 1 for any other sign
COUNTER = -2.0  # what each sign against counts
LEAST = 5  # of that on one page; less is a page that only mentions some lines

# A statement may be cut into several passages and stand apart from its title, but it stands on one page: the signs of a
# page are counted together, and its passage with the most of them is taken.
SQL = """
WITH sign AS (
    SELECT statement, number, weight, websearch_to_tsquery('english', query) AS query
    FROM unnest(%s::text[], %s::int[], %s::float8[], %s::text[]) AS given(statement, number, weight, query)
), met AS (
    SELECT c.id, c.version_id, c.page, c.kind, sign.statement, sign.number, sign.weight
    FROM documents_chunk c JOIN sign ON c.lexemes @@ sign.query
    WHERE c.version_id = ANY(%s) AND c.duplicate_of_id IS NULL
), page AS (
    SELECT version_id, page, statement, sum(weight) AS score
    FROM (SELECT DISTINCT version_id, page, statement, number, weight FROM met) AS signs
    GROUP BY version_id, page, statement HAVING sum(weight) >= %s
), placed AS (
    SELECT *, row_number() OVER (PARTITION BY version_id, statement ORDER BY score DESC, page) AS place FROM page
), best AS (
    SELECT DISTINCT ON (version_id, page, statement) id, version_id, page, statement
    FROM met GROUP BY id, version_id, page, statement, kind
    ORDER BY version_id, page, statement, kind = 'table' DESC, sum(weight) DESC, id
)
SELECT best.id, max(placed.score)
FROM placed JOIN best USING (version_id, page, statement)
WHERE placed.place <= %s
GROUP BY best.id, placed.version_id
ORDER BY min(placed.place), array_position(%s::bigint[], placed.version_id), max(placed.score) DESC, best.id
"""


def statement_pages(versions: Sequence[int], statements: Sequence[Statement], each: int) -> list[Ranked]:
    """Passages of the pages of these versions that are, or look most like, these statements; the likeliest first.

    each: pages at most of each statement in each filing that has no facts of it. Pages of one place come in the order
    of `versions`.
    """
    if not statements or not versions:
        return []
    told = stated_pages(versions, statements)
    known = [(chunk, float(cells)) for chunk, cells in told.values()]
    open_ = {statement: [v for v in versions if (v, statement) not in told] for statement in statements}
    looked = [row for statement, left in open_.items() if left for row in _looking_like(left, statement, each)]
    return ranked(list({chunk: (chunk, score) for chunk, score in reversed(known + looked)}.values())[::-1])


def _looking_like(versions: Sequence[int], statement: Statement, each: int) -> list[tuple[int, float]]:
    names, numbers, weights, queries = zip(*_signs([statement]), strict=True)
    given = [list(names), list(numbers), list(weights), list(queries)]
    with connection.cursor() as cursor:
        cursor.execute(SQL, [*given, list(versions), LEAST, each, list(versions)])
        return [(chunk, float(score)) for chunk, score in cursor.fetchall()]


def _signs(statements: Sequence[Statement]) -> list[tuple[str, int, float, str]]:
    """Rows (statement, number, weight, any of the phrases as `websearch_to_tsquery` reads it)."""
    rows = []
    for statement in statements:
        signs = [(sign, 1.0) for sign in SIGNS[statement]] + [([phrase], COUNTER) for phrase in AGAINST]
        signs[0] = (signs[0][0], TITLE)
        for number, (sign, weight) in enumerate(signs):
            rows.append((str(statement), number, weight, " or ".join(f'"{phrase}"' for phrase in sign)))
    return rows
