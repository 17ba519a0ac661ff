"""The second lock: examples hold questions in people's words; they are shown to whoever wrote them, and to builders."""

from django.db import migrations

SEEN = "(SELECT finrag_serves()) OR annotator_id = (SELECT finrag_person())"


class Migration(migrations.Migration):
    dependencies = [
        ("learning", "0001_models_and_what_they_learn_from"),
        ("accounts", "0003_row_security_functions"),
    ]
    operations = [
        migrations.RunSQL(
            f"CREATE POLICY seen ON learning_example USING ({SEEN});"
            " ALTER TABLE learning_example ENABLE ROW LEVEL SECURITY;",
            "ALTER TABLE learning_example DISABLE ROW LEVEL SECURITY; DROP POLICY seen ON learning_example;",
        )
    ]
