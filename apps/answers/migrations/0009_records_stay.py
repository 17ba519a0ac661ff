"""Records of answers are never changed, and removed only when they have expired and nothing holds them."""

from django.db import migrations

REFUSE = """
CREATE FUNCTION answers_record_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.expires < now() AND NOT EXISTS (
        SELECT 1 FROM answers_legalhold h WHERE h.lifted IS NULL AND (h.answer_id IS NULL OR h.answer_id = OLD.answer_id)
    ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'The record of an answer stays as it is: % on % is refused.', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege',
              HINT = 'Records go when they have expired and no legal hold keeps them: manage.py audit expire.';
END
$$;
CREATE TRIGGER answers_record_stays BEFORE UPDATE OR DELETE ON answers_answerrecord
    FOR EACH ROW EXECUTE FUNCTION answers_record_stays();
CREATE TRIGGER answers_records_stay BEFORE TRUNCATE ON answers_answerrecord
    FOR EACH STATEMENT EXECUTE FUNCTION answers_record_stays();
ALTER TABLE answers_answerrecord ENABLE ALWAYS TRIGGER answers_record_stays;
ALTER TABLE answers_answerrecord ENABLE ALWAYS TRIGGER answers_records_stay;
"""
ALLOW = """
DROP TRIGGER answers_record_stays ON answers_answerrecord;
DROP TRIGGER answers_records_stay ON answers_answerrecord;
DROP FUNCTION answers_record_stays();
"""


class Migration(migrations.Migration):
    dependencies = [("answers", "0008_record_of_an_answer")]
    operations = [migrations.RunSQL(REFUSE, ALLOW)]
