"""Events as readers of the trail are told them: a view, which `review` makes."""

import uuid

import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("audit", "0016_actions_of_attempts")]
    operations = [
        migrations.CreateModel(
            name="ToldEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), db_index=True)),
                ("action", models.CharField(max_length=32)),
                ("actor_uid", models.UUIDField(null=True)),
                ("actor_name", models.CharField(max_length=150)),
                ("subject_type", models.CharField(blank=True, max_length=40)),
                ("subject_uid", models.UUIDField(null=True)),
                ("subject_name", models.CharField(blank=True, max_length=300)),
                ("detail", models.JSONField(default=dict)),
                ("address", models.GenericIPAddressField(null=True)),
                ("told", models.BooleanField()),
            ],
            options={"db_table": "audit_toldevent", "ordering": ["-id"], "abstract": False, "managed": False},
        ),
        migrations.CreateModel(
            name="NamedEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), db_index=True)),
                ("action", models.CharField(max_length=32)),
                ("actor_uid", models.UUIDField(null=True)),
                ("actor_name", models.CharField(max_length=150)),
                ("subject_type", models.CharField(blank=True, max_length=40)),
                ("subject_uid", models.UUIDField(null=True)),
                ("subject_name", models.CharField(blank=True, max_length=300)),
                ("detail", models.JSONField(default=dict)),
                ("address", models.GenericIPAddressField(null=True)),
            ],
            options={"db_table": "audit_namedevent", "ordering": ["-id"], "abstract": False, "managed": False},
        ),
    ]
