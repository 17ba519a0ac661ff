"""The second lock on what people ask: own questions, their vectors, and what grids consist of.

Somebody's own question is shown to him, to all where he shared it, and to those who see a grid or a cell of it.
"""

from django.db import migrations

SERVES = "(SELECT finrag_serves())"
GRID = f"{SERVES} OR (SELECT true FROM memory_grid AS above WHERE above.id = grid_id)"
POLICIES = {
    "memory_canonicalquestion": f"""{SERVES} OR owner_id IS NULL OR shared OR owner_id = (SELECT finrag_person())
        OR EXISTS (SELECT 1 FROM memory_gridquestion AS used WHERE used.question_id = memory_canonicalquestion.id)
        OR EXISTS (SELECT 1 FROM memory_cell AS cell WHERE cell.question_id = memory_canonicalquestion.id)""",
    "memory_wordingvector": f"""{SERVES}
        OR (SELECT true FROM memory_canonicalquestion AS above WHERE above.id = question_id)""",
    "memory_gridquestion": GRID,
    "memory_grid_documents": GRID,
    "memory_grid_companies": GRID,
    "memory_filingcheck": f"{SERVES} OR EXISTS (SELECT 1 FROM finrag_versions AS above WHERE above.id = version_id)",
}


class Migration(migrations.Migration):
    dependencies = [("memory", "0002_row_security")]
    operations = [
        migrations.RunSQL(
            f"CREATE POLICY seen ON {table} USING ({seen}); ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;",
            f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY; DROP POLICY seen ON {table};",
        )
        for table, seen in POLICIES.items()
    ]
