"""Boilerplate that a company repeats from filing to filing (V2): found by signatures, marked, and still searched.

The filing with the earlier period had it first. Marks are set when a version is published, under a lock for each
company, so that two filings published at once see each other, whichever of them is older.

Publishing must not slow down with a company's history. Two signatures of sixteen numbers that differ in two have one
of three bands whole in common (Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", 3.4): so candidates come from
an index on bands, the nearest in time first, and no more than NEAR of them for each band are looked at.
"""

from django.db import connection

from apps.accounts.models import User
from apps.documents.models import Chunk, Document, DocumentVersion

ALIKE = 14  # of the sixteen numbers of a signature: about nine tenths of the shingles are shared
NEAR = 8  # filings before and after that are looked at for a band: what is repeated is repeated next year

LOCK = "SELECT pg_advisory_xact_lock(hashtext('documents.recurring'), %s)"
DAY = "coalesce(d.period_end, d.filed, d.created::date)"
FORGET = """
DELETE FROM documents_passageband WHERE chunk_id = ANY(ARRAY(
    SELECT id FROM documents_chunk WHERE version_id = ANY(ARRAY(
        SELECT id FROM documents_documentversion WHERE document_id = %(document)s
    ))
))
"""  # arrays: each table is gone through once at most, whatever the statistics say
FILE = f"""
INSERT INTO documents_passageband (company_id, band, day, chunk_id)
SELECT d.company_id, hashtextextended(array_to_string(c.signature[part.first:part.last], ','), part.first), {DAY}, c.id
FROM documents_chunk c
JOIN documents_documentversion v ON v.id = c.version_id JOIN documents_document d ON d.id = v.document_id
CROSS JOIN (VALUES (1, 5), (6, 10), (11, 16)) AS part(first, last)
WHERE c.version_id = %(version)s AND c.signature IS NOT NULL AND c.duplicate_of_id IS NULL
"""  # noqa: S608 - of constants
# Filings of the company as they are now.
FILINGS = f"""
filing AS MATERIALIZED (
    SELECT d.id, d.current_id, d.visibility, d.owner_id, d.team_id, {DAY} AS day
    FROM documents_document d WHERE d.company_id = %(company)s AND d.deleted IS NULL AND d.current_id IS NOT NULL
)"""  # noqa: S608 - of constants
# Only filings whose existence is known to everybody who may see the later one count: a mark must not tell of
# somebody's private document.
KNOWN = """
early.day < late.day AND (
    early.visibility = 'everyone'
    OR (early.visibility = 'team' AND late.visibility = 'team' AND early.team_id = late.team_id)
    OR (late.visibility = 'private' AND early.owner_id = late.owner_id)
)"""
SHARED = """
cardinality(ARRAY(SELECT unnest(a.signature) INTERSECT SELECT unnest(b.signature))) >= %(alike)s"""
MARK = """
UPDATE documents_chunk SET boilerplate = true, card = card || '{"boilerplate": true}' WHERE id IN (SELECT id FROM found)
"""
LOOK = """
own AS MATERIALIZED (
    SELECT o.company_id, o.band, o.day, o.chunk_id, c.boilerplate
    FROM documents_passageband o JOIN documents_chunk c ON c.id = o.chunk_id
    WHERE o.chunk_id = ANY(ARRAY(SELECT id FROM documents_chunk WHERE version_id = %(version)s))
), near AS MATERIALIZED (
    SELECT DISTINCT own.chunk_id AS own, near.chunk_id AS other
    FROM own CROSS JOIN LATERAL (
        SELECT p.chunk_id FROM documents_passageband p
        WHERE p.company_id = own.company_id AND p.band = own.band AND p.day {direction}
        LIMIT %(near)s
    ) near
)"""
BEFORE = "< own.day AND NOT own.boilerplate ORDER BY p.day DESC, p.chunk_id DESC"
AFTER = "> own.day ORDER BY p.day, p.chunk_id"
REPEATS = f"""
WITH {FILINGS}, {LOOK.format(direction=BEFORE)}, found AS (
    SELECT DISTINCT near.own AS id FROM near
    JOIN documents_chunk a ON a.id = near.other JOIN filing early ON early.current_id = a.version_id
    JOIN documents_chunk b ON b.id = near.own JOIN filing late ON late.current_id = b.version_id
    WHERE {KNOWN} AND {SHARED}
) {MARK}"""  # noqa: S608 - of constants
REPEATED = f"""
WITH {FILINGS}, {LOOK.format(direction=AFTER)}, found AS (
    SELECT DISTINCT near.other AS id FROM near
    JOIN documents_chunk a ON a.id = near.own JOIN filing early ON early.current_id = a.version_id
    JOIN documents_chunk b ON b.id = near.other JOIN filing late ON late.current_id = b.version_id
    WHERE NOT b.boilerplate AND {KNOWN} AND {SHARED}
) {MARK}"""  # noqa: S608 - of constants
FIRST = f"""
SELECT v.document_id FROM (
    SELECT DISTINCT other.chunk_id, other.day FROM documents_passageband own CROSS JOIN LATERAL (
        SELECT p.chunk_id, p.day FROM documents_passageband p
        WHERE p.company_id = own.company_id AND p.band = own.band AND p.day < own.day
        ORDER BY p.day, p.chunk_id LIMIT %(far)s
    ) other
    WHERE own.chunk_id = %(chunk)s
) found
JOIN documents_chunk a ON a.id = found.chunk_id JOIN documents_chunk b ON b.id = %(chunk)s
JOIN documents_documentversion v ON v.id = a.version_id
JOIN documents_document d ON d.id = v.document_id AND d.current_id = v.id AND d.deleted IS NULL
WHERE {SHARED} ORDER BY found.day, v.document_id
"""  # noqa: S608 - of constants
FAR = 64  # filings that are looked at for the first: once, for one passage, when somebody asks


def mark_recurring(version: DocumentVersion) -> int:
    """Mark what the published `version` repeats of earlier filings of its company, and what later ones repeat of it.

    Returns how many passages got a new mark, in whichever filing. Runs in the caller's transaction.
    """
    document = version.document
    if document.company_id is None:
        return 0
    given = {"company": document.company_id, "document": document.pk, "version": version.pk}
    given |= {"alike": ALIKE, "near": NEAR}
    marked = 0
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [document.company_id % 2**31])
        cursor.execute(FORGET, given)
        cursor.execute(FILE, given)
        for statement in (REPEATS, REPEATED):
            cursor.execute(statement, given)
            marked += cursor.rowcount
    return marked


def first_with(chunk: Chunk, viewer: User) -> Document | None:
    """The earliest filing of the company that says the same, of those that `viewer` may see; None without a mark."""
    if not chunk.boilerplate:
        return None
    with connection.cursor() as cursor:
        cursor.execute(FIRST, {"chunk": chunk.pk, "alike": ALIKE, "far": FAR})
        keys = [key for (key,) in cursor.fetchall()]
    seen = Document.objects.visible_to(viewer).in_bulk(keys)
    return next((seen[key] for key in keys if key in seen), None)
