"""What three reading models say of an answer in words."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("evaluation", "0002_row_security")]

    operations = [
        migrations.AddField("runanswer", "judges", models.JSONField(blank=True, default=list)),
    ]
