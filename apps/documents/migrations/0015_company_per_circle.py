from django.db import migrations, models


class Migration(migrations.Migration):
    """Circles that do not see each other's documents have a company each: a name may stand there more than once."""

    dependencies = [("documents", "0014_statement_check_note")]

    operations = [
        migrations.AddField(
            model_name="company",
            name="settled",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AlterField(
            model_name="company", name="name", field=models.CharField(db_index=True, max_length=200)
        ),
    ]
