import pgvector.django.halfvec
from django.db import migrations


class Migration(migrations.Migration):
    """Wordings are embedded by whichever model serves, of as many dimensions as it has."""

    dependencies = [("memory", "0003_row_security_of_questions")]

    operations = [
        migrations.AlterField(
            model_name="wordingvector", name="dense", field=pgvector.django.halfvec.HalfVectorField()
        ),
    ]
