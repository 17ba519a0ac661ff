from django.db import migrations, models


class Migration(migrations.Migration):
    """Which figures are costs that their statement adds as negative numbers."""

    dependencies = [("documents", "0012_section_vector_index")]

    operations = [migrations.AddField(model_name="fact", name="charge", field=models.BooleanField(null=True))]
