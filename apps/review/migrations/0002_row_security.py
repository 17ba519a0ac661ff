"""The second lock: a review is shown with its answer, a saved view to its owner. Reviewers' pages act as the service."""

from django.db import migrations

SERVES = "(SELECT finrag_serves())"
POLICIES = {
    "review_review": f"{SERVES} OR (SELECT true FROM answers_answer AS above WHERE above.id = answer_id)",
    "review_reviewnote": f"{SERVES} OR (SELECT true FROM review_review AS above WHERE above.id = review_id)",
    "review_savedview": f"{SERVES} OR owner_id = (SELECT finrag_person())",
}


class Migration(migrations.Migration):
    dependencies = [("review", "0001_reviews"), ("chat", "0003_row_security")]
    operations = [
        migrations.RunSQL(
            f"CREATE POLICY seen ON {table} USING ({seen}); ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;",
            f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY; DROP POLICY seen ON {table};",
        )
        for table, seen in POLICIES.items()
    ]
