"""The second lock of sentences: a remark is seen with its note or release, a disagreement by who sees both sides."""

from django.db import migrations

SERVES = "(SELECT finrag_serves())"
REMARK = f"{SERVES} OR (SELECT true FROM finrag_versions AS above WHERE above.id = version_id)"
SEEN = "(SELECT true FROM {table} AS above WHERE above.id = {key})"
FACT, OTHER = (SEEN.format(table="documents_fact", key=key) for key in ("fact_id", "other_id"))
SENTENCE = SEEN.format(table="memory_remark", key="remark_id")
POLICY = "ALTER POLICY seen ON memory_disagreement USING ({serves} OR ({fact} AND {beside}))"


class Migration(migrations.Migration):
    dependencies = [("memory", "0007_figures_of_sentences")]
    operations = [
        migrations.RunSQL(
            f"CREATE POLICY seen ON memory_remark USING ({REMARK});"
            " ALTER TABLE memory_remark ENABLE ROW LEVEL SECURITY;",
            "ALTER TABLE memory_remark DISABLE ROW LEVEL SECURITY; DROP POLICY seen ON memory_remark;",
        ),
        migrations.RunSQL(
            POLICY.format(serves=SERVES, fact=FACT, beside=f"({OTHER} OR {SENTENCE})"),
            POLICY.format(serves=SERVES, fact=FACT, beside=OTHER),
        ),
    ]
