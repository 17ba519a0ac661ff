"""What the application's role may do in the database. Applied by the owner after every migration."""

from typing import Any

from django.conf import settings
from django.db import connections, transaction
from django.db.backends.utils import CursorWrapper
from psycopg import sql

ADDED_TO = ("audit_auditevent", "audit_sealedevent")  # the trail, and the place of each event in its log
READ_ONLY = ("django_migrations",)
RIGHTS = (
    "REVOKE CREATE ON SCHEMA public FROM PUBLIC, {role}",
    "REVOKE TEMPORARY ON DATABASE {database} FROM PUBLIC, {role}",
    "GRANT CONNECT ON DATABASE {database} TO {role}",
    "GRANT USAGE ON SCHEMA public TO {role}",
    "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}",
    "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role}",
    "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {role}",
    "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO {role}",
)
ADD_ONLY = "REVOKE UPDATE, DELETE, TRUNCATE, TRIGGER, REFERENCES ON {table} FROM {role}"
LOOK_ONLY = "REVOKE INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER, REFERENCES ON {table} FROM {role}"


def after_migration(using: str, **told: Any) -> None:
    """Receives `post_migrate`. A flush sends that signal too, without a plan, and changes no table."""
    if "plan" in told:
        grant(using)


def grant(using: str = "default") -> None:
    """Give the application's role its rights, where there is such a role and we are another: the owner."""
    role, ourselves = settings.DATABASE_APPLICATION_ROLE, connections[using].settings_dict["USER"]
    if not role or role == ourselves:
        return
    with transaction.atomic(using), connections[using].cursor() as cursor:  # a running product never misses one
        cursor.execute("SELECT to_regrole(quote_ident(%s)) IS NOT NULL", [role])
        if cursor.fetchone() == (True,):
            _grant(cursor, role, str(connections[using].settings_dict["NAME"]))


def _grant(cursor: CursorWrapper, role: str, database: str) -> None:
    names = {"role": sql.Identifier(role), "database": sql.Identifier(database)}
    for right in RIGHTS:
        cursor.execute(sql.SQL(right).format(**names))
    for right, tables in ((ADD_ONLY, ADDED_TO), (LOOK_ONLY, READ_ONLY)):
        for table in tables:
            _revoke(cursor, right, table, sql.Identifier(role))


def _revoke(cursor: CursorWrapper, right: str, table: str, role: sql.Identifier) -> None:
    cursor.execute("SELECT to_regclass(%s) IS NOT NULL", [table])  # not there yet half way through the migrations
    if cursor.fetchone() == (True,):
        cursor.execute(sql.SQL(right).format(table=sql.Identifier(table), role=role))
