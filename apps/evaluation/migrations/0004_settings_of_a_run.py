"""Settings of the pipeline that a run brings itself."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("evaluation", "0003_judgements_of_three_readers")]

    operations = [
        migrations.AddField(
            "run",
            "settings",
            models.JSONField(blank=True, default=dict, db_default=models.Value({}, output_field=models.JSONField())),
        ),
    ]
