import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("documents", "0005_cards"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="continues",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="continued_by",
                to="documents.table",
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="footnotes",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
