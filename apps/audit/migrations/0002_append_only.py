"""The trail can be added to, and nothing else: the database itself refuses the rest."""

from django.db import migrations

# A statement trigger fires also for a statement that meets no row, and for TRUNCATE. ALWAYS: not even a session that
# plays the part of a replica gets past it.
REFUSE = """
CREATE FUNCTION audit_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The audit trail is append-only: % on % is refused.', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege',
              HINT = 'Events are never changed or removed. Record a new event instead.';
END
$$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_auditevent
    FOR EACH STATEMENT EXECUTE FUNCTION audit_append_only();
ALTER TABLE audit_auditevent ENABLE ALWAYS TRIGGER audit_append_only;
"""
ALLOW = """
DROP TRIGGER audit_append_only ON audit_auditevent;
DROP FUNCTION audit_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]
    operations = [migrations.RunSQL(REFUSE, ALLOW)]
