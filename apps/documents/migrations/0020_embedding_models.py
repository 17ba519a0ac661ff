"""Vectors of any dimension: which model made them is a row, and each model has indexes of its own."""

import pgvector.django.halfvec
from django.db import migrations, models

# An index needs one dimension, the column has none: so each model gets one over its own rows. The application may not
# make indexes and asks the owner's function, which makes them for a name and a number and nothing else.
INDEXES = """
CREATE FUNCTION finrag_vector_indexes(model text, dimensions integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE kind text;
BEGIN
    FOREACH kind IN ARRAY ARRAY['chunk', 'section'] LOOP
        EXECUTE format(
            'CREATE INDEX IF NOT EXISTS %I ON %I USING hnsw ((dense::halfvec(%s)) halfvec_cosine_ops)
                WITH (m = 16, ef_construction = 64) WHERE model = %L',
            kind || '_dense_' || left(md5(model), 12), 'documents_' || kind || 'vector', dimensions, model
        );
    END LOOP;
END $$
"""
NO_INDEXES = "DROP FUNCTION finrag_vector_indexes(text, integer)"
# What a store of an earlier release holds was made by the model that comes with the product, or by one that nothing is
# known of but its name: the first process that has it says the rest.
KNOWN = """
INSERT INTO documents_embeddingmodel (name, digest, dimensions, precision, backend, place, state, created)
SELECT model, '', 384, '', '', '', 'serving', now() FROM documents_chunkvector GROUP BY model
ORDER BY count(*) DESC LIMIT 1
"""
ITS_INDEXES = "SELECT finrag_vector_indexes(name, dimensions) FROM documents_embeddingmodel"
SHIPPED = "SELECT finrag_vector_indexes('all-MiniLM-L6-v2-int8', 384)"


class Migration(migrations.Migration):
    dependencies = [("documents", "0019_passage_bands")]

    operations = [
        migrations.CreateModel(
            name="EmbeddingModel",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=100, unique=True)),
                ("digest", models.CharField(max_length=64)),
                ("dimensions", models.PositiveSmallIntegerField()),
                ("precision", models.CharField(max_length=16)),
                ("backend", models.CharField(max_length=32)),
                ("place", models.CharField(blank=True, max_length=500)),
                (
                    "state",
                    models.CharField(
                        choices=[("filling", "Being filled"), ("serving", "Serving"), ("retired", "Retired")],
                        default="filling",
                        max_length=8,
                    ),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "serving")), fields=("state",), name="one_model_serves"
                    )
                ]
            },
        ),
        migrations.RemoveIndex(model_name="chunkvector", name="chunk_vector_dense"),
        migrations.RemoveIndex(model_name="sectionvector", name="section_vector_dense"),
        migrations.AlterField(
            model_name="chunkvector", name="dense", field=pgvector.django.halfvec.HalfVectorField()
        ),
        migrations.AlterField(
            model_name="sectionvector", name="dense", field=pgvector.django.halfvec.HalfVectorField()
        ),
        migrations.AddField(model_name="chunkvector", name="content", field=models.UUIDField(null=True)),
        migrations.AddIndex(
            model_name="chunkvector", index=models.Index(fields=["content"], name="chunk_vector_content")
        ),
        migrations.RunSQL(INDEXES, NO_INDEXES),
        migrations.RunSQL(KNOWN, migrations.RunSQL.noop),
        migrations.RunSQL(SHIPPED, migrations.RunSQL.noop),
        migrations.RunSQL(ITS_INDEXES, migrations.RunSQL.noop),
    ]
