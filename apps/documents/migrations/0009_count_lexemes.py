from django.db import migrations

# What `documents.lexical.write_lexemes` counts from now on, for versions whose lexemes stand already.
TOTALS = """
INSERT INTO documents_passagetotals (version_id, passages, tokens)
SELECT version_id, count(*) FILTER (WHERE duplicate_of_id IS NULL),
    coalesce(sum(tokens) FILTER (WHERE duplicate_of_id IS NULL), 0)
FROM documents_chunk GROUP BY version_id HAVING count(lexemes) = count(*)
ON CONFLICT DO NOTHING
"""
COUNTS = """
INSERT INTO documents_lexemecount (lexeme, version_id, passages)
SELECT word, version_id, ndoc
FROM documents_passagetotals CROSS JOIN LATERAL ts_stat(
    format('SELECT lexemes FROM documents_chunk WHERE version_id = %s AND duplicate_of_id IS NULL', version_id)
)
ON CONFLICT DO NOTHING
"""


class Migration(migrations.Migration):
    dependencies = [
        ("documents", "0008_lexeme_counts"),
    ]

    operations = [
        migrations.RunSQL([TOTALS, COUNTS], migrations.RunSQL.noop),
    ]
