"""The second lock: cells are shown to their circle alone, evidence to whoever sees the filing that it stands in."""

from django.db import migrations

MAKE = """
CREATE FUNCTION finrag_circles() RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
RETURN (
    SELECT ARRAY['everyone', 'user:' || person.uid, 'team:' || team.uid]
    FROM accounts_user AS person LEFT JOIN accounts_team AS team ON team.id = person.team_id
    WHERE person.id = finrag_person()
);
"""
SERVES = "(SELECT finrag_serves())"
POLICIES = {
    "memory_cell": f"{SERVES} OR circle = ANY ((SELECT finrag_circles())::text[])",
    "memory_evidence": f"{SERVES} OR (SELECT true FROM finrag_versions AS above WHERE above.id = version_id)",
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
        migrations.RunSQL(MAKE, "DROP FUNCTION finrag_circles();"),
        *(
            migrations.RunSQL(
                f"CREATE POLICY seen ON {table} USING ({seen}); ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;",
                f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY; DROP POLICY seen ON {table};",
            )
            for table, seen in POLICIES.items()
        ),
    ]
