"""Boilerplate that a company repeats from filing to filing (V2): found by signatures, marked, and still searched.

The filing with the earlier period had it first. Marks are set when a version is published, under a lock for each
company, so that two filings published at once see each other, whichever of them is older.
"""

from django.db import connection

from apps.documents.models import DocumentVersion

ALIKE = 14  # of the sixteen numbers of a signature: about nine tenths of the shingles are shared

LOCK = "SELECT pg_advisory_xact_lock(hashtext('documents.recurring'), %s)"
# Pairs of passages that say the same in two filings of one company, the earlier filing first. Only filings whose
# existence is known to everybody who may see the later one count: a mark must not tell of somebody's private document.
MARK = """
WITH filing AS (
    SELECT d.id, d.uid, d.current_id, d.visibility, d.owner_id, d.team_id,
        coalesce(d.period_end, d.filed, d.created::date) AS day
    FROM documents_document d
    WHERE d.company_id = %(company)s AND d.deleted IS NULL AND d.current_id IS NOT NULL
), couple AS (
    SELECT early.current_id AS early, late.current_id AS late, early.uid, early.day
    FROM filing early JOIN filing late ON early.day < late.day
    WHERE %(document)s IN (early.id, late.id) AND (
        early.visibility = 'everyone'
        OR (early.visibility = 'team' AND late.visibility = 'team' AND early.team_id = late.team_id)
        OR (late.visibility = 'private' AND early.owner_id = late.owner_id)
    )
), number AS (
    SELECT c.version_id, c.id, unnest(c.signature) AS one FROM documents_chunk c
    WHERE c.version_id IN (SELECT current_id FROM filing) AND c.duplicate_of_id IS NULL AND c.signature IS NOT NULL
), pair AS (
    SELECT b.id, couple.uid, couple.day
    FROM couple
    JOIN number a ON a.version_id = couple.early
    JOIN number b ON b.version_id = couple.late AND b.one = a.one
    GROUP BY a.id, b.id, couple.uid, couple.day HAVING count(*) >= %(alike)s
), first AS (SELECT DISTINCT ON (id) id, uid, day FROM pair ORDER BY id, day, uid)
UPDATE documents_chunk c
SET boilerplate = true, card = c.card || jsonb_build_object('boilerplate', true, 'first_in', first.uid::text)
FROM first
WHERE c.id = first.id AND NOT EXISTS (
    SELECT FROM documents_document known
    WHERE known.uid::text = c.card ->> 'first_in'
        AND coalesce(known.period_end, known.filed, known.created::date) <= first.day
)
"""


def mark_recurring(version: DocumentVersion) -> int:
    """Mark what the published `version` repeats of earlier filings of its company, and what later ones repeat of it.

    Returns how many passages got a new mark, in whichever filing. Runs in the caller's transaction.
    """
    document = version.document
    if document.company_id is None:
        return 0
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [document.company_id % 2**31])
        cursor.execute(MARK, {"company": document.company_id, "document": document.pk, "alike": ALIKE})
        return int(cursor.rowcount)
