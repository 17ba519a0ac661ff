from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("answers", "0004_written"),
    ]

    operations = [
        migrations.AlterField(
            model_name="answer",
            name="status",
            field=models.CharField(
                blank=True,
                choices=[
                    ("Calculated", "Calculated"),
                    ("Extracted", "Extracted"),
                    ("Written", "Written"),
                    ("Closest passages", "Closest passages"),
                    ("Not found", "Not found"),
                    ("Being read", "Being read"),
                ],
                max_length=24,
            ),
        ),
    ]
