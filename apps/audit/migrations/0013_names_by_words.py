import django.contrib.postgres.indexes
import django.db.models.functions.text
from django.contrib.postgres.operations import TrigramExtension
from django.db import migrations


class Migration(migrations.Migration):
    """Events are found by a part of a name without reading all of them."""

    dependencies = [
        ('audit', '0012_notes_and_deletions'),
    ]

    operations = [
        TrigramExtension(),
        migrations.AddIndex(
            model_name='auditevent',
            index=django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.indexes.OpClass(django.db.models.functions.text.Upper('actor_name'), name='gin_trgm_ops'), name='audit_actor_words'),
        ),
        migrations.AddIndex(
            model_name='auditevent',
            index=django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.indexes.OpClass(django.db.models.functions.text.Upper('subject_name'), name='gin_trgm_ops'), name='audit_subject_words'),
        ),
        migrations.RunSQL("ANALYZE audit_auditevent", migrations.RunSQL.noop),  # how common each name's parts are
    ]
