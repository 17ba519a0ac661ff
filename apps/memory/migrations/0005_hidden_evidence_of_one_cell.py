"""Whether a cell has hidden evidence is asked for that cell alone.

As NOT EXISTS, with old statistics, the planner gathered the hidden evidence of the whole bank for each query instead.
"""

from django.db import migrations

HIDDEN = "FROM finrag_hidden_evidence AS hidden WHERE hidden.cell_id = memory_cell.id"
POLICY = """ALTER POLICY seen ON memory_cell USING (
    (SELECT finrag_serves()) OR (circle = ANY ((SELECT finrag_circles())::text[]) AND {none_hidden})
)"""


class Migration(migrations.Migration):
    dependencies = [("memory", "0004_vectors_of_any_model")]
    operations = [
        migrations.RunSQL(
            POLICY.format(none_hidden=f"(SELECT true {HIDDEN} LIMIT 1) IS NULL"),
            POLICY.format(none_hidden=f"NOT EXISTS (SELECT 1 {HIDDEN})"),
        )
    ]
