"""A reader of the trail at his pages ("review:17") is the person that he is, and is known to be reviewing.

Whether he may is asked of his role, so that the word alone opens nothing.
"""

from django.db import migrations

PERSON = """
CREATE OR REPLACE FUNCTION finrag_person() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN current_setting('finrag.person', true) ~ '^{prefix}[0-9]{{1,18}}$'
    THEN replace(current_setting('finrag.person', true), 'review:', '')::bigint END;
"""
MAKE = f"""
{PERSON.format(prefix="(review:)?")}
CREATE FUNCTION finrag_reviews() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
RETURN starts_with(coalesce(current_setting('finrag.person', true), ''), 'review:') AND EXISTS (
    SELECT 1 FROM accounts_user AS reader
    WHERE reader.id = finrag_person() AND reader.is_active AND reader.role IN ('reviewer', 'administrator')
);
"""
UNDO = f"DROP FUNCTION finrag_reviews(); {PERSON.format(prefix='')}"


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_row_security_functions")]
    operations = [migrations.RunSQL(MAKE, UNDO)]
