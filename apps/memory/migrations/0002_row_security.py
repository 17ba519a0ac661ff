"""The second lock: a cell is shown to those of its circle who see every filing behind it, evidence with its cell.

Were evidence shown by its filing alone, the application could not see that some of a cell is hidden, and show the cell.
"""

from django.db import migrations

MAKE = """
CREATE FUNCTION finrag_circles() RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
RETURN (
    SELECT ARRAY['everyone', 'user:' || person.uid, 'team:' || team.uid]
    FROM accounts_user AS person LEFT JOIN accounts_team AS team ON team.id = person.team_id
    WHERE person.id = finrag_person()
);
CREATE VIEW finrag_hidden_evidence AS
    SELECT evidence.cell_id FROM memory_evidence AS evidence
    WHERE NOT EXISTS (SELECT 1 FROM finrag_versions AS version WHERE version.id = evidence.version_id);
"""
SERVES = "(SELECT finrag_serves())"
POLICIES = {
    "memory_grid": f"""{SERVES} OR owner_id = (SELECT finrag_person())
        OR circle = ANY ((SELECT finrag_circles())::text[])""",
    "memory_cell": f"""{SERVES} OR (
        circle = ANY ((SELECT finrag_circles())::text[])
        AND NOT EXISTS (SELECT 1 FROM finrag_hidden_evidence AS hidden WHERE hidden.cell_id = memory_cell.id)
    )""",
    "memory_evidence": f"{SERVES} OR (SELECT true FROM memory_cell AS above WHERE above.id = cell_id)",
    "memory_review": f"{SERVES} OR (SELECT true FROM memory_cell AS above WHERE above.id = cell_id)",
    "memory_disagreement": f"""{SERVES} OR (
        (SELECT true FROM documents_fact AS above WHERE above.id = fact_id)
        AND (SELECT true FROM documents_fact AS above WHERE above.id = other_id)
    )""",
}


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0001_memory_bank"),
        ("documents", "0017_row_security"),
        ("accounts", "0003_row_security_functions"),
    ]
    operations = [
        migrations.RunSQL(MAKE, "DROP VIEW finrag_hidden_evidence; DROP FUNCTION finrag_circles();"),
        *(
            migrations.RunSQL(
                f"CREATE POLICY seen ON {table} USING ({seen}); ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;",
                f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY; DROP POLICY seen ON {table};",
            )
            for table, seen in POLICIES.items()
        ),
    ]
