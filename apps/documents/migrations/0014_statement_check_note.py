from django.db import migrations, models


class Migration(migrations.Migration):
    """What the size of a self-check's difference tells of its cause."""

    dependencies = [("documents", "0013_fact_charge")]

    operations = [
        migrations.AddField(
            model_name="statementcheck",
            name="note",
            field=models.CharField(blank=True, db_default="", default="", max_length=200),
        )
    ]
