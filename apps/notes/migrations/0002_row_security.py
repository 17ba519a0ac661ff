"""The second lock: a note, its history and its links are shown to whoever sees its document."""

from django.db import migrations

BELOW = "(SELECT finrag_serves()) OR EXISTS (SELECT 1 FROM {above} AS above WHERE above.id = {table}.{key})"
HANGING = {
    "notes_note": ("documents_document", "document_id"),
    "notes_revision": ("notes_note", "note_id"),
    "notes_notelink": ("notes_note", "note_id"),
}


def locked(table: str, seen: str) -> migrations.RunSQL:
    return migrations.RunSQL(
        f"CREATE POLICY seen ON {table} USING ({seen}); ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;",
        f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY; DROP POLICY seen ON {table};",
    )


class Migration(migrations.Migration):
    dependencies = [("notes", "0001_vault"), ("documents", "0017_row_security")]
    operations = [
        locked(table, BELOW.format(table=table, above=above, key=key)) for table, (above, key) in HANGING.items()
    ]
