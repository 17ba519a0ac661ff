"""Settings that a question brings itself, as a run of a question set does."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("answers", "0012_spent_of_each_stage")]

    operations = [
        migrations.AddField(
            "answer",
            "own_settings",
            models.JSONField(blank=True, default=dict, db_default=models.Value({}, output_field=models.JSONField())),
        ),
    ]
