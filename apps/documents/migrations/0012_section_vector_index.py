import pgvector.django
from django.db import migrations


class Migration(migrations.Migration):
    """Summaries of sections are found like passages: by walking a graph where there are many."""

    dependencies = [("documents", "0011_place_lexemes")]

    operations = [
        migrations.AddIndex(
            model_name="sectionvector",
            index=pgvector.django.HnswIndex(
                fields=["dense"],
                name="section_vector_dense",
                m=16,
                ef_construction=64,
                opclasses=["halfvec_cosine_ops"],
            ),
        ),
    ]
