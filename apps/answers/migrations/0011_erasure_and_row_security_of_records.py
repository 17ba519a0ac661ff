"""Records are shown with their answers, and go before their time where what they quote is deleted for good.

A record may still not be deleted by whoever comes: `answers_erase_records` works with the rights of the tables' owner,
for answers alone of which an order of erasure speaks, and a legal hold stops it as it stops everything else.
"""

from django.db import migrations

STAYS = """
CREATE OR REPLACE FUNCTION answers_record_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND (OLD.expires < now() {erased}) AND NOT EXISTS (
        SELECT 1 FROM answers_legalhold h WHERE h.lifted IS NULL AND (h.answer_id IS NULL OR h.answer_id = OLD.answer_id)
    ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'The record of an answer stays as it is: % on % is refused.', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege',
              HINT = 'Records go when they have expired and no legal hold keeps them: manage.py audit expire.';
END
$$;
"""
ERASED = """OR (
        coalesce(current_setting('finrag.erasing', true), '') = 'on'
        AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID)
    )"""
ERASE = """
CREATE FUNCTION answers_erase_records(erased bigint[]) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM set_config('finrag.erasing', 'on', true);
    DELETE FROM answers_answerrecord AS record USING answers_answer AS answer
    WHERE answer.id = record.answer_id AND answer.id = ANY (erased) AND EXISTS (
        SELECT 1 FROM audit_erasureorder AS ordered WHERE ordered.done IS NULL AND (
            answer.uid = ANY (ordered.subjects) OR EXISTS (
                SELECT 1 FROM answers_answersource AS source
                JOIN documents_document AS document ON document.id = source.document_id
                WHERE source.answer_id = answer.id AND document.uid = ANY (ordered.subjects)
            )
        )
    );
    PERFORM set_config('finrag.erasing', '', true);
END
$$;
"""
BELOW = "(SELECT finrag_serves()) OR (SELECT true FROM answers_answer AS above WHERE above.id = {table}.answer_id)"
TABLES = ("answers_answerrecord", "answers_answersource")


def locked(table: str) -> migrations.RunSQL:
    return migrations.RunSQL(
        f"CREATE POLICY seen ON {table} USING ({BELOW.format(table=table)});"
        f" ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;",
        f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY; DROP POLICY seen ON {table};",
    )


class Migration(migrations.Migration):
    dependencies = [
        ("answers", "0010_way_of_a_question"),
        ("accounts", "0003_row_security_functions"),
        ("audit", "0012_notes_and_deletions"),
    ]
    operations = [
        migrations.RunSQL(STAYS.format(erased=ERASED), STAYS.format(erased="")),
        migrations.RunSQL(ERASE, "DROP FUNCTION answers_erase_records(bigint[]);"),
        *(locked(table) for table in TABLES),
    ]
