import django.db.models.deletion
from django.db import migrations, models

# Django cannot say INCLUDE of a primary key. With the count in it, and its table never updated, a question reads the
# index alone.
COVERING = """
ALTER TABLE documents_lexemecount
    DROP CONSTRAINT documents_lexemecount_pkey,
    ADD CONSTRAINT documents_lexemecount_pkey PRIMARY KEY (lexeme, version_id) INCLUDE (passages)
"""
PLAIN = """
ALTER TABLE documents_lexemecount
    DROP CONSTRAINT documents_lexemecount_pkey,
    ADD CONSTRAINT documents_lexemecount_pkey PRIMARY KEY (lexeme, version_id)
"""


class Migration(migrations.Migration):
    dependencies = [
        ("documents", "0007_token_vectors"),
    ]

    operations = [
        migrations.CreateModel(
            name="PassageTotals",
            fields=[
                (
                    "version",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="passage_totals",
                        serialize=False,
                        to="documents.documentversion",
                    ),
                ),
                ("passages", models.PositiveIntegerField()),
                ("tokens", models.PositiveBigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="LexemeCount",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "lexeme", "version_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("lexeme", models.TextField()),
                ("passages", models.PositiveIntegerField()),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lexeme_counts",
                        to="documents.documentversion",
                    ),
                ),
            ],
        ),
        migrations.RunSQL(COVERING, PLAIN),
    ]
