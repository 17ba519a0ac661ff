"""The second lock on the trail: its words are told to whoever may see what they are about.

`audit_told` says so of an event, in the sense of `apps.audit.veil`. Readers of the trail see every event in the view
`audit_toldevent`; one that is closed to them has no name there, and of its details counts and states. Anybody may add an
event, and sees it in the statement that adds it: later ones read his own, and those of his documents.
"""

from django.db import migrations

KINDS = {
    "document": "EXISTS (SELECT 1 FROM documents_document AS one WHERE one.uid = subject_uid)",
    "answer": "EXISTS (SELECT 1 FROM answers_answer AS one WHERE one.uid = subject_uid)",
    "conversation": "EXISTS (SELECT 1 FROM chat_conversation AS one WHERE one.uid = subject_uid)",
    "cell": "EXISTS (SELECT 1 FROM memory_cell AS one WHERE one.uid = subject_uid)",
    "grid": "EXISTS (SELECT 1 FROM memory_grid AS one WHERE one.uid = subject_uid)",
    "question": "EXISTS (SELECT 1 FROM memory_canonicalquestion AS one WHERE one.uid = subject_uid)",
    "disagreement": "EXISTS (SELECT 1 FROM memory_disagreement AS one WHERE one.uid = subject_uid)",
    "company": """EXISTS (SELECT 1 FROM documents_company AS one WHERE one.uid = subject_uid AND (one.settled
            OR EXISTS (SELECT 1 FROM documents_document AS seen WHERE seen.company_id = one.id)))""",
    "search": "false",
    "import": "false",
}
BRANCHES = "\n".join(f"        WHEN '{kind}' THEN RETURN {seen};" for kind, seen in KINDS.items())
# PL/pgSQL keeps its plans: the policies of the tables that it asks are planned once, and not with each statement.
TOLD = f"""
CREATE FUNCTION audit_told(action text, actor_uid uuid, subject_type text, subject_uid uuid) RETURNS boolean
LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1000 AS $$
#variable_conflict use_variable
BEGIN
    IF NOT finrag_reviews() THEN
        RETURN subject_type = 'document'
            AND EXISTS (SELECT 1 FROM documents_document AS one WHERE one.uid = subject_uid);
    END IF;
    IF actor_uid = ANY (finrag_opened('user')) OR subject_uid = ANY (finrag_opened(subject_type)) THEN
        RETURN true;
    END IF;
    CASE subject_type
{BRANCHES}
        ELSE RETURN action NOT IN ('upload-refused', 'trail-read', 'exported', 'admin-viewed');
    END CASE;
END
$$;
"""
# The policies of documents ask for openings, and those of the trail for documents: the view ends the circle.
OPENINGS = """
CREATE VIEW finrag_openings AS
    SELECT event.actor_uid, event.subject_type, event.subject_uid, event.at
    FROM audit_auditevent AS event CROSS JOIN (SELECT 1) AS nothing WHERE event.action = 'opened';
"""
OPENED = """
CREATE OR REPLACE FUNCTION finrag_opened(kind text) RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE
RETURN (
    SELECT coalesce(array_agg(event.subject_uid), '{{}}') FROM accounts_user AS reader
    JOIN {openings} AS event ON event.actor_uid = reader.uid
    WHERE reader.id = finrag_person() AND reader.role IN ('reviewer', 'administrator')
        AND {opened} event.subject_type = kind AND event.at > now() - interval '1 hour'
);
"""
OWN = """
CREATE FUNCTION finrag_uid() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
RETURN (SELECT uid FROM accounts_user WHERE id = finrag_person());
"""
WORDLESS = """
CREATE FUNCTION audit_wordless(action text, detail jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
    SELECT coalesce(jsonb_object_agg(told.key, told.value), '{}') FROM jsonb_each(detail) AS told
    WHERE jsonb_typeof(told.value) IN ('null', 'number', 'boolean')
        OR told.key IN ('state', 'visibility', 'part', 'form', 'tab', 'version', 'parser', 'media_type', 'change',
            'role', 'reason', 'until', 'undoes', 'page', 'what')
        OR (told.key IN ('from', 'to') AND action IN ('transition', 'retried', 'resumed'))
);
"""
MINE = "coalesce(event.actor_uid = (SELECT finrag_uid()), false)"
SEEN = "audit_told(event.action, event.actor_uid, event.subject_type, event.subject_uid)"
TOLD_TO = f"((SELECT finrag_serves()) OR {MINE} OR {SEEN})"
VIEW = f"""
CREATE VIEW audit_toldevent AS
    SELECT event.id, event.uid, event.at, event.action, event.actor_uid, event.actor_name, event.subject_type,
        event.subject_uid, event.address,
        CASE WHEN {TOLD_TO} THEN event.subject_name ELSE 'closed to you' END AS subject_name,
        CASE WHEN {TOLD_TO} THEN event.detail ELSE audit_wordless(event.action, event.detail) END AS detail,
        {TOLD_TO} AS told
    FROM audit_auditevent AS event CROSS JOIN (SELECT 1) AS nothing
    WHERE (SELECT finrag_serves() OR finrag_reviews());
"""
NAMED = """
CREATE VIEW audit_namedevent AS
    SELECT event.id, event.uid, event.at, event.action, event.actor_uid, event.actor_name, event.subject_type,
        event.subject_uid, event.subject_name, '{}'::jsonb AS detail, NULL::inet AS address
    FROM audit_auditevent AS event CROSS JOIN (SELECT 1) AS nothing
    WHERE (SELECT finrag_serves() OR finrag_reviews());
"""
LOCK = """
CREATE POLICY seen ON audit_auditevent FOR SELECT USING (
    (SELECT finrag_serves()) OR at >= statement_timestamp() OR actor_uid = (SELECT finrag_uid())
    OR (action = 'opened' AND detail ->> 'owner' = (SELECT finrag_uid())::text)
    OR audit_told(action, actor_uid, subject_type, subject_uid)
);
CREATE POLICY added ON audit_auditevent FOR INSERT WITH CHECK (true);
ALTER TABLE audit_auditevent ENABLE ROW LEVEL SECURITY;
"""
OPEN = """
ALTER TABLE audit_auditevent DISABLE ROW LEVEL SECURITY;
DROP POLICY added ON audit_auditevent;
DROP POLICY seen ON audit_auditevent;
DROP VIEW audit_namedevent;
DROP VIEW audit_toldevent;
DROP FUNCTION audit_wordless(text, jsonb);
DROP FUNCTION finrag_uid();
DROP FUNCTION audit_told(text, uuid, text, uuid);
"""
CIRCLE = OPENED.format(openings="audit_auditevent", opened="event.action = 'opened' AND")
NO_CIRCLE = OPENED.format(openings="finrag_openings", opened="")


class Migration(migrations.Migration):
    dependencies = [
        ("review", "0004_outlines_and_what_reviewers_may_read"),
        ("audit", "0017_events_as_told"),
        ("memory", "0005_hidden_evidence_of_one_cell"),
    ]
    operations = [
        migrations.RunSQL(OPENINGS + NO_CIRCLE, CIRCLE + "DROP VIEW finrag_openings;"),
        migrations.RunSQL(TOLD + OWN + WORDLESS + VIEW + NAMED + LOCK, OPEN),
    ]
