from django.db import migrations

# Anew, rather than changed: rows that were never changed are found in the index alone.
EMPTY = "TRUNCATE documents_lexemecount"
PLACES = """
INSERT INTO documents_lexemecount (lexeme, version_id, passages, places)
SELECT held.lexeme, totals.version_id, held.passages, held.places
FROM documents_passagetotals AS totals CROSS JOIN LATERAL (
    SELECT lexeme, count(*) AS passages, array_agg(
        (ordinal::bigint << 24) | (least(cardinality(positions), 255)::bigint << 16) | least(tokens, 65535)
        ORDER BY ordinal
    ) AS places
    FROM documents_chunk CROSS JOIN unnest(lexemes)
    WHERE version_id = totals.version_id AND duplicate_of_id IS NULL
    GROUP BY lexeme
) AS held
"""


class Migration(migrations.Migration):
    dependencies = [
        ("documents", "0010_lexeme_places"),
    ]

    operations = [
        migrations.RunSQL([EMPTY, PLACES], migrations.RunSQL.noop),
    ]
