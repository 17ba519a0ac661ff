"""Who is present, as the policies of row-level security ask it. `apps.accounts.acting` says what is told, and when."""

from django.db import migrations

# Plain expressions are put into the policies when a query is planned; the others are asked once for each query.
MAKE = """
CREATE FUNCTION finrag_serves() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
RETURN coalesce(current_setting('finrag.person', true), '') = 'service';

CREATE FUNCTION finrag_person() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN current_setting('finrag.person', true) ~ '^[0-9]{1,18}$'
    THEN current_setting('finrag.person', true)::bigint END;

CREATE FUNCTION finrag_team() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
RETURN (SELECT team_id FROM accounts_user WHERE id = finrag_person());

CREATE FUNCTION finrag_opened(kind text) RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE
RETURN (
    SELECT coalesce(array_agg(event.subject_uid), '{}') FROM accounts_user AS reader
    JOIN audit_auditevent AS event ON event.actor_uid = reader.uid
    WHERE reader.id = finrag_person() AND reader.role IN ('reviewer', 'administrator')
        AND event.action = 'opened' AND event.subject_type = kind AND event.at > now() - interval '1 hour'
);
"""
DROP = """
DROP FUNCTION finrag_opened(text);
DROP FUNCTION finrag_team();
DROP FUNCTION finrag_person();
DROP FUNCTION finrag_serves();
"""


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_token_scope_and_expiry"), ("audit", "0007_actions_of_looks_and_sealing")]
    operations = [migrations.RunSQL(MAKE, DROP)]
