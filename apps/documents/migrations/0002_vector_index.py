import pgvector.django
from django.db import migrations


class Migration(migrations.Migration):
    """Passages of many filings are found by walking this graph; those of a few are compared one by one."""

    dependencies = [("documents", "0001_initial")]

    operations = [
        migrations.AddIndex(
            model_name="chunkvector",
            index=pgvector.django.HnswIndex(
                fields=["dense"],
                name="chunk_vector_dense",
                m=16,
                ef_construction=64,
                opclasses=["halfvec_cosine_ops"],
            ),
        ),
    ]
