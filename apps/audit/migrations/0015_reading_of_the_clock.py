from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("audit", "0014_clock_and_backups")]

    operations = [
        migrations.AddField(
            model_name="sealingstate",
            name="reading",
            field=models.TextField(blank=True, default=""),
            preserve_default=False,
        ),
    ]
