"""The second lock: a question set is its owner's alone, and so is what hangs on it."""

from django.db import migrations

OWN = "(SELECT finrag_serves()) OR owner_id = (SELECT finrag_person())"
BELOW = "(SELECT finrag_serves()) OR EXISTS (SELECT 1 FROM {above} AS above WHERE above.id = {table}.{key})"
HANGING = {
    "evaluation_expected": ("evaluation_questionset", "set_id"),
    "evaluation_run": ("evaluation_questionset", "set_id"),
    "evaluation_runanswer": ("evaluation_run", "run_id"),
}


def locked(table: str, seen: str) -> migrations.RunSQL:
    return migrations.RunSQL(
        f"CREATE POLICY seen ON {table} USING ({seen}); ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;",
        f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY; DROP POLICY seen ON {table};",
    )


class Migration(migrations.Migration):
    dependencies = [("evaluation", "0001_question_sets_and_runs"), ("accounts", "0003_row_security_functions")]
    operations = [
        locked("evaluation_questionset", OWN),
        *(locked(table, BELOW.format(table=table, above=above, key=key)) for table, (above, key) in HANGING.items()),
    ]
