"""Of each step in the history of a cell, what stood behind it: what is deleted for good leaves the history too.

Of steps that were kept before, what stands behind the cell now is all that is known.
"""

import django.contrib.postgres.fields
from django.db import migrations, models

KNOWN = """
UPDATE memory_review AS review SET documents = ARRAY(
    SELECT DISTINCT document.uid FROM memory_evidence AS place
    JOIN documents_document AS document ON document.id = place.document_id
    WHERE place.cell_id = review.cell_id)
"""


class Migration(migrations.Migration):
    dependencies = [("memory", "0005_hidden_evidence_of_one_cell")]
    operations = [
        migrations.AddField(
            "review",
            "documents",
            django.contrib.postgres.fields.ArrayField(
                base_field=models.UUIDField(), blank=True, db_default=[], default=list, size=None
            ),
        ),
        migrations.RunSQL(KNOWN, migrations.RunSQL.noop),
    ]
