"""The second lock on reviewers' pages: they no longer act as the service, but as the reader who looks.

Of every answer, record and document he sees an outline: views that belong to the owner of the tables, without words. The
rows themselves, and so prompts, replies, quotations and passages, are shown to him where he may read all of them: his
own, those over documents that he may see, and what he opened with a reason. `finrag_reviewable` says how far.
"""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SHARED = """coalesce(
            document.owner_id = finrag_person() OR document.visibility = 'everyone'
            OR (document.visibility = 'team' AND document.team_id = finrag_team()), false)"""
REVIEWABLE = f"""
CREATE FUNCTION finrag_reviewable(key bigint) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT CASE
        WHEN answer.asker_id = finrag_person() THEN 'whole'
        WHEN NOT coalesce(
            answer.uid = ANY (finrag_opened('answer')) OR asker.uid = ANY (finrag_opened('user')) OR sources.shared
            OR EXISTS (
                SELECT 1 FROM chat_message AS message
                JOIN chat_conversation AS conversation ON conversation.id = message.conversation_id
                WHERE message.answer_id = answer.id AND conversation.deleted IS NULL
                    AND (conversation.owner_id = finrag_person() OR conversation.team_id = finrag_team())
            ), false) THEN 'closed'
        WHEN sources.seen IS FALSE THEN 'open'
        ELSE 'whole' END
    FROM answers_answer AS answer
    JOIN accounts_user AS asker ON asker.id = answer.asker_id
    CROSS JOIN LATERAL (
        SELECT bool_and({SHARED}) AS shared,
            bool_and({SHARED} OR document.uid = ANY (finrag_opened('document'))) AS seen
        FROM answers_answersource AS source
        JOIN documents_document AS document ON document.id = source.document_id
        WHERE source.answer_id = answer.id
    ) AS sources
    WHERE answer.id = key AND finrag_reviews()
$$;
"""
# Each joins a second table, so that nothing can be written through it.
VIEWS = """
CREATE VIEW review_answeroutline AS
    SELECT answer.id, answer.uid, answer.asker_id, answer.state, answer.status, answer.way, answer.created,
        answer.finished,
        CASE WHEN finrag_serves() OR finrag_reviewable(answer.id) <> 'closed' THEN answer.question END AS question
    FROM answers_answer AS answer JOIN accounts_user AS asker ON asker.id = answer.asker_id
    WHERE (SELECT finrag_serves() OR finrag_reviews());
CREATE VIEW review_recordoutline AS
    SELECT record.id, record.uid, record.answer_id, record.number, record.ending, record.kept, record.expires,
        record.digest, record.size, record.status, record.trust, record.grounded, record.model_names, record.seconds,
        record.stages, record.spent, record.tokens, record.cost
    FROM answers_answerrecord AS record JOIN answers_answer AS answer ON answer.id = record.answer_id
    WHERE (SELECT finrag_serves() OR finrag_reviews());
CREATE VIEW review_documentoutline AS
    SELECT document.id, document.uid, document.owner_id
    FROM documents_document AS document JOIN accounts_user AS owner ON owner.id = document.owner_id
    WHERE (SELECT finrag_serves() OR finrag_reviews());
"""
# Keys alone, by the index: whoever asks is then asked of each whether he may read it, and not of each record that is.
WORDS = """
CREATE FUNCTION review_recorded(words text) RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT record.id FROM answers_answerrecord AS record
    WHERE record.lexemes @@ websearch_to_tsquery('english', words) AND (finrag_serves() OR finrag_reviews())
$$;
"""
NO_VIEWS = """
DROP FUNCTION review_recorded(text);
DROP VIEW review_documentoutline; DROP VIEW review_recordoutline; DROP VIEW review_answeroutline;
DROP FUNCTION finrag_reviewable(bigint);
"""
# The name of what somebody opens is told to its owner, who reads it in the event; whoever opens it need not know it.
NAMED = """
CREATE FUNCTION audit_name_what_is_opened() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    NEW.subject_name := coalesce((
        SELECT event.subject_name FROM audit_auditevent AS event
        WHERE event.subject_uid = NEW.subject_uid AND event.subject_type = NEW.subject_type
            AND event.subject_name <> 'closed to you'
        ORDER BY event.id DESC LIMIT 1
    ), NEW.subject_name);
    RETURN NEW;
END
$$;
CREATE TRIGGER audit_name_what_is_opened BEFORE INSERT ON audit_auditevent FOR EACH ROW
    WHEN (NEW.action = 'opened' AND NEW.subject_name = 'closed to you')
    EXECUTE FUNCTION audit_name_what_is_opened();
"""
UNNAMED = "DROP TRIGGER audit_name_what_is_opened ON audit_auditevent; DROP FUNCTION audit_name_what_is_opened();"

SERVES, REVIEWS = "(SELECT finrag_serves())", "(SELECT finrag_reviews())"
MESSAGE = "(SELECT true FROM chat_message AS message WHERE message.answer_id = answers_answer.id)"
ABOVE = "(SELECT true FROM answers_answer AS above WHERE above.id = {table}.answer_id)"
POLICIES = {
    "answers_answer": (
        f"""{SERVES} OR asker_id = (SELECT finrag_person())
            OR CASE WHEN {REVIEWS} THEN finrag_reviewable(id) = 'whole' ELSE {MESSAGE} END""",
        f"""{SERVES} OR asker_id = (SELECT finrag_person())
            OR uid = ANY ((SELECT finrag_opened('answer'))::uuid[]) OR {MESSAGE}""",
    ),
    "answers_answersource": (  # keys alone
        f"{SERVES} OR {REVIEWS} OR {ABOVE.format(table='answers_answersource')}",
        f"{SERVES} OR {ABOVE.format(table='answers_answersource')}",
    ),
    "chat_feedback": (
        f"""{SERVES} OR CASE WHEN {REVIEWS} THEN finrag_reviewable(answer_id) <> 'closed'
            ELSE {ABOVE.format(table='chat_feedback')} END""",
        f"{SERVES} OR {ABOVE.format(table='chat_feedback')}",
    ),
    "review_review": (  # where it stands, no words
        f"{SERVES} OR {REVIEWS} OR {ABOVE.format(table='review_review')}",
        f"{SERVES} OR {ABOVE.format(table='review_review')}",
    ),
    "review_reviewnote": (
        f"""{SERVES} OR author_id = (SELECT finrag_person()) OR CASE
            WHEN {REVIEWS} THEN (SELECT finrag_reviewable(above.answer_id) <> 'closed'
                FROM review_review AS above WHERE above.id = review_id)
            ELSE (SELECT true FROM review_review AS above WHERE above.id = review_id) END""",
        f"{SERVES} OR (SELECT true FROM review_review AS above WHERE above.id = review_id)",
    ),
}


class Migration(migrations.Migration):
    dependencies = [
        ("review", "0003_reviews_go_with_answers"),
        ("accounts", "0004_who_reviews"),
        ("answers", "0012_spent_of_each_stage"),
        ("chat", "0003_row_security"),
        ("documents", "0017_row_security"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.RunSQL(REVIEWABLE + VIEWS + WORDS, NO_VIEWS),
        *(
            migrations.RunSQL(f"ALTER POLICY seen ON {table} USING ({now})", f"ALTER POLICY seen ON {table} USING ({then})")
            for table, (now, then) in POLICIES.items()
        ),
        migrations.RunSQL(NAMED, UNNAMED),
        migrations.CreateModel(
            name="AnswerOutline",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uid", models.UUIDField()),
                ("state", models.CharField(choices=[("queued", "Queued"), ("working", "Working"), ("done", "Done"), ("failed", "Failed"), ("stopped", "Stopped")], max_length=8)),
                ("status", models.CharField(max_length=24)),
                ("way", models.CharField(max_length=8)),
                ("created", models.DateTimeField()),
                ("finished", models.DateTimeField(null=True)),
                ("question", models.TextField(null=True)),
                ("asker", models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
            options={"db_table": "review_answeroutline", "ordering": ["-id"], "managed": False},
        ),
        migrations.CreateModel(
            name="DocumentOutline",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uid", models.UUIDField()),
                ("owner", models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
            options={"db_table": "review_documentoutline", "ordering": ["-id"], "managed": False},
        ),
        migrations.CreateModel(
            name="RecordOutline",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uid", models.UUIDField()),
                ("number", models.PositiveSmallIntegerField()),
                ("ending", models.CharField(choices=[("done", "Done"), ("failed", "Failed"), ("abandoned", "Abandoned")], max_length=12)),
                ("kept", models.DateTimeField()),
                ("expires", models.DateTimeField()),
                ("digest", models.CharField(max_length=64)),
                ("size", models.PositiveIntegerField()),
                ("status", models.CharField(max_length=24)),
                ("trust", models.CharField(max_length=24)),
                ("grounded", models.FloatField(null=True)),
                ("model_names", django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=200), size=None)),
                ("seconds", models.FloatField()),
                ("stages", models.JSONField()),
                ("spent", models.JSONField()),
                ("tokens", models.PositiveIntegerField()),
                ("cost", models.DecimalField(decimal_places=6, max_digits=12)),
                ("answer", models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name="records", to="review.answeroutline")),
            ],
            options={"db_table": "review_recordoutline", "ordering": ["-id"], "managed": False},
        ),
    ]
