"""Parts of signatures, by which passages alike are looked up, and fresh statistics for whoever does not own tables."""

import django.db.models.deletion
from django.db import migrations, models

# What is published already: as `recurring` files it.
FILE = """
INSERT INTO documents_passageband (company_id, band, day, chunk_id)
SELECT d.company_id, hashtextextended(array_to_string(c.signature[part.first:part.last], ','), part.first),
    coalesce(d.period_end, d.filed, d.created::date), c.id
FROM documents_document d JOIN documents_chunk c ON c.version_id = d.current_id
CROSS JOIN (VALUES (1, 5), (6, 10), (11, 16)) AS part(first, last)
WHERE d.company_id IS NOT NULL AND c.signature IS NOT NULL AND c.duplicate_of_id IS NULL
"""
SEEN = """
CREATE POLICY seen ON documents_passageband USING (
    (SELECT finrag_serves()) OR (SELECT true FROM finrag_chunks AS above WHERE above.id = documents_passageband.chunk_id)
);
ALTER TABLE documents_passageband ENABLE ROW LEVEL SECURITY;
"""
UNSEEN = "ALTER TABLE documents_passageband DISABLE ROW LEVEL SECURITY; DROP POLICY seen ON documents_passageband;"
# The application owns no table and may not analyze one: after a bulk load it asks the owner's function to.
STATISTICS = """
CREATE FUNCTION finrag_fresh_statistics() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
    ANALYZE documents_document, documents_documentversion, documents_page, documents_section, documents_table,
        documents_fact, documents_chunk, documents_chunkvector, documents_sectionvector, documents_lexemecount,
        documents_passagetotals, documents_passageband;
END $$
"""
NO_STATISTICS = "DROP FUNCTION finrag_fresh_statistics()"


class Migration(migrations.Migration):
    dependencies = [("documents", "0018_left_files")]

    operations = [
        migrations.CreateModel(
            name="PassageBand",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "company_id",
                        "band",
                        "day",
                        "chunk_id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("band", models.BigIntegerField()),
                ("day", models.DateField()),
                (
                    "chunk",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="bands", to="documents.chunk"
                    ),
                ),
                (
                    "company",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="documents.company",
                    ),
                ),
            ],
        ),
        migrations.RunSQL(FILE, migrations.RunSQL.noop),
        migrations.RunSQL(SEEN, UNSEEN),
        migrations.RunSQL(STATISTICS, NO_STATISTICS),
    ]
