"""Decoders are a kind of trained model, too. The column holds what it held."""

from django.db import migrations, models

KINDS = [("reranker", "Re-ranker and judge"), ("embedder", "Embedder"), ("decoder", "Decoder re-ranker")]


class Migration(migrations.Migration):
    dependencies = [("learning", "0004_pairs")]
    operations = [migrations.AlterField("trainedmodel", "kind", models.CharField(choices=KINDS, max_length=10))]
