"""Pairs of passages, and which of two people hold to answer better. Both are seen by those who see both filings."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

HELD = "(SELECT true FROM documents_documentversion AS held WHERE held.sha256 = {column} LIMIT 1)"
BOTH = f"{HELD.format(column='filing')} AND {HELD.format(column='other_filing')}"
SEEN = {
    "learning_pair": BOTH,
    "learning_preference": "(SELECT true FROM learning_pair AS above WHERE above.id = pair_id)",
}


def place(above: str = "") -> list[tuple[str, models.Field]]:
    offsets = [(f"{above}{name}", models.PositiveIntegerField()) for name in ("page", "start", "end")]
    return [(f"{above}filing", models.CharField(db_index=True, max_length=64)), *offsets]


def locked(table: str, seen: str) -> migrations.RunSQL:
    return migrations.RunSQL(
        f"CREATE POLICY seen ON {table} USING ((SELECT finrag_serves()) OR ({seen}));"
        f" ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;",
        f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY; DROP POLICY seen ON {table};",
    )


class Migration(migrations.Migration):
    dependencies = [
        ("learning", "0003_spot_checks"),
        ("documents", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.CreateModel(
            "Pair",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("question", models.CharField(max_length=1000)),
                *place(),
                *place("other_"),
                ("orders", models.JSONField(default=dict)),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={"ordering": ["id"]},
        ),
        migrations.CreateModel(
            "Preference",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "better",
                    models.SmallIntegerField(
                        choices=[(-1, "The first"), (0, "As good as each other"), (1, "The second")]
                    ),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "annotator",
                    models.ForeignKey(
                        null=True,
                        blank=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "pair",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="preferences", to="learning.pair"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("pair", "annotator"), name="one_preference_per_annotator")
                ],
            },
        ),
        *(locked(table, seen) for table, seen in SEEN.items()),
    ]
