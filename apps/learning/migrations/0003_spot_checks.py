"""A person's grade of what a model annotated. Both are of filings that everybody may read, so every grader sees them."""

import django.db.models.deletion
from django.db import migrations, models

OWN = "(SELECT finrag_serves()) OR annotator_id = (SELECT finrag_person())"
SEEN = f"{OWN} OR origin = 'model' OR checks_id IS NOT NULL"


class Migration(migrations.Migration):
    dependencies = [("learning", "0002_row_security")]
    operations = [
        migrations.AddField(
            "example",
            "checks",
            models.ForeignKey(
                null=True,
                blank=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="gradings",
                to="learning.example",
            ),
        ),
        migrations.RunSQL(
            f"ALTER POLICY seen ON learning_example USING ({SEEN});",
            f"ALTER POLICY seen ON learning_example USING ({OWN});",
        ),
    ]
