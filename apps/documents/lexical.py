"""The lexical side of the index: one statement per version turns its chunks into weighted lexemes.

A: title and section path; B: what else stands above the text in the view (a table's caption, units and rows in words,
V1; what a model says of references and figures, V3); C: the text, with the header rows above later parts of a table.
Numbers are kept, without thousands separators; a query must be written the same way (`without_separators`).
"""

import re

from django.db import connection, transaction

from apps.documents.models import LexemeCount, PassageTotals

CONFIGURATION = "english"
SEPARATOR = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")

STATEMENT = r"""
UPDATE documents_chunk AS chunk
SET lexemes = setweight(to_tsvector('english', concat_ws(' ', document.title, array_to_string(section.path, ' '))), 'A')
    || setweight(to_tsvector('english', regexp_replace(told.above, '(\d),(?=\d{3}(?!\d))', '\1', 'g')), 'B')
    || setweight(to_tsvector('english', regexp_replace(told.body, '(\d),(?=\d{3}(?!\d))', '\1', 'g')), 'C')
FROM documents_chunk AS same
JOIN documents_documentversion AS version ON version.id = same.version_id
JOIN documents_document AS document ON document.id = version.document_id
LEFT JOIN documents_section AS section ON section.id = same.section_id
CROSS JOIN LATERAL (
    SELECT split_part(same.view, E'\n\n', 1) AS about, strpos(same.view, E'\n\n') AS cut
) AS parts
CROSS JOIN LATERAL (
    SELECT CASE WHEN cut = 0 THEN ''
            WHEN cardinality(coalesce(section.path, '{}')) = 0 THEN regexp_replace(about, '^[^\n]*\n?', '')
            ELSE regexp_replace(about, '^[^\n]*\n?[^\n]*\n?', '') END AS above,
        CASE WHEN cut = 0 THEN same.text ELSE substr(same.view, cut + 2) END AS body
) AS told
WHERE same.id = chunk.id AND chunk.version_id = %s
"""
SECTIONS = r"""
UPDATE documents_section
SET lexemes = setweight(to_tsvector('english', array_to_string(path, ' ')), 'A')
    || setweight(to_tsvector('english', regexp_replace(summary, '(\d),(?=\d{3}(?!\d))', '\1', 'g')), 'C')
WHERE version_id = %s AND summary <> ''
"""
TOTALS = """
INSERT INTO documents_passagetotals (version_id, passages, tokens)
SELECT %s, count(*), coalesce(sum(tokens), 0) FROM documents_chunk WHERE version_id = %s AND duplicate_of_id IS NULL
"""
COUNTS = """
INSERT INTO documents_lexemecount (lexeme, version_id, passages, places)
SELECT lexeme, version_id, count(*), array_agg(
    (ordinal::bigint << 24) | (least(cardinality(positions), 255)::bigint << 16) | least(tokens, 65535)
    ORDER BY ordinal
)
FROM documents_chunk CROSS JOIN unnest(lexemes)
WHERE version_id = %s AND duplicate_of_id IS NULL
GROUP BY lexeme, version_id
"""


def write_lexemes(version_id: int) -> int:
    """Fill `lexemes` of all chunks of a version, and of its sections with a summary (V4); returns how many chunks.

    Counts how many passages hold each and notes which, for BM25: in the same transaction. Repeats do not count.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(SECTIONS, [version_id])
        cursor.execute(STATEMENT, [version_id])
        written = int(cursor.rowcount)
    count_lexemes(version_id)
    return written


def count_lexemes(version_id: int) -> None:
    """Count anew which passages of a version hold which lexeme: after more of them were marked as repeats."""
    with transaction.atomic(), connection.cursor() as cursor:
        LexemeCount.objects.filter(version=version_id).delete()
        PassageTotals.objects.filter(version=version_id).delete()
        cursor.execute(TOTALS, [version_id, version_id])
        cursor.execute(COUNTS, [version_id])


def without_separators(text: str) -> str:
    """ "1,577" as it stands in the lexemes: "1577"."""
    return SEPARATOR.sub("", text)
