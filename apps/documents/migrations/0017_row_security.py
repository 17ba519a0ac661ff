"""The second lock: the database itself shows a document, and all that was made of it, to those who may see it alone.

What was made of a version is seen by whoever sees its document. The policies ask that of views which belong to the
owner of the tables: its rights hold inside them, so that one policy does not call the next, and a plan stays small.
The views join tables and can therefore not be written through. The owner, who runs migrations and backups, is bound by
no policy.
"""

from django.db import migrations

SEEN = """
    {document}owner_id = (SELECT finrag_person())
    OR ({document}visibility = 'everyone' AND (SELECT finrag_person()) IS NOT NULL)
    OR ({document}visibility = 'team' AND {document}team_id = (SELECT finrag_team()))
    OR {document}uid = ANY ((SELECT finrag_opened('document'))::uuid[])
"""
VIEWS = f"""
CREATE VIEW finrag_versions AS
    SELECT version.id FROM documents_documentversion AS version
    JOIN documents_document AS document ON document.id = version.document_id
    WHERE {SEEN.format(document="document.")};
CREATE VIEW finrag_chunks AS
    SELECT chunk.id FROM documents_chunk AS chunk
    JOIN documents_documentversion AS version ON version.id = chunk.version_id
    JOIN documents_document AS document ON document.id = version.document_id
    WHERE {SEEN.format(document="document.")};
CREATE VIEW finrag_sections AS
    SELECT section.id FROM documents_section AS section
    JOIN documents_documentversion AS version ON version.id = section.version_id
    JOIN documents_document AS document ON document.id = version.document_id
    WHERE {SEEN.format(document="document.")};
"""
NO_VIEWS = "DROP VIEW finrag_sections; DROP VIEW finrag_chunks; DROP VIEW finrag_versions;"
BELOW = "(SELECT finrag_serves()) OR EXISTS (SELECT 1 FROM {above} AS above WHERE above.id = {table}.{key})"
# Asked row by row: a table of all passages that somebody sees is never made for the sake of a hundred vectors.
ONE_BY_ONE = "(SELECT finrag_serves()) OR (SELECT true FROM {above} AS above WHERE above.id = {table}.{key})"
PIECES = ("finrag_chunks", "finrag_sections", "documents_fact")
HANGING = {
    "documents_documentversion": ("documents_document", "document_id"),  # a new row stands in no view yet
    "documents_page": ("finrag_versions", "version_id"),
    "documents_section": ("finrag_versions", "version_id"),
    "documents_sectionvector": ("finrag_sections", "section_id"),
    "documents_table": ("finrag_versions", "version_id"),
    "documents_fact": ("finrag_versions", "version_id"),
    "documents_statementcheck": ("finrag_versions", "version_id"),
    "documents_statementcheck_facts": ("documents_fact", "fact_id"),
    "documents_chunk": ("finrag_versions", "version_id"),
    "documents_passagetotals": ("finrag_versions", "version_id"),
    "documents_lexemecount": ("finrag_versions", "version_id"),
    "documents_chunktokens": ("finrag_chunks", "chunk_id"),
    "documents_chunkvector": ("finrag_chunks", "chunk_id"),
}


def locked(table: str, seen: str) -> migrations.RunSQL:
    return migrations.RunSQL(
        f"CREATE POLICY seen ON {table} USING ({seen}); ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;",
        f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY; DROP POLICY seen ON {table};",
    )


class Migration(migrations.Migration):
    dependencies = [("documents", "0016_waiting_since"), ("accounts", "0003_row_security_functions")]
    operations = [
        migrations.RunSQL(VIEWS, NO_VIEWS),
        locked("documents_document", f"(SELECT finrag_serves()) OR {SEEN.format(document='')}"),
        *(
            locked(table, (ONE_BY_ONE if above in PIECES else BELOW).format(table=table, above=above, key=key))
            for table, (above, key) in HANGING.items()
        ),
    ]
