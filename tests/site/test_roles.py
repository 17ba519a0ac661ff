"""The application's role in the database: it works with rows, and can neither bend the trail nor anything else."""

from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from psycopg import sql

from apps.accounts.acting import PARAMETER, SERVICE
from finrag_site import checks, database, grants
from finrag_site.embedded import roles
from finrag_site.embedded.paths import layout

pytestmark = pytest.mark.django_db(transaction=True)
Ask = Callable[[str], list[tuple[Any, ...]]]

RIGHTS = """SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
            FROM pg_roles WHERE rolname = current_user"""
EVENT = """INSERT INTO audit_auditevent (uid, at, action, actor_name, subject_type, subject_name, detail)
           VALUES (gen_random_uuid(), statement_timestamp(), 'exported', 'system', '', '', '{}')"""


@pytest.fixture
def application() -> Iterator[Ask]:
    """A connection of the application's to the test database, by its password, for the service."""
    where = connection.get_connection_params()
    password = roles.password(layout(), roles.APPLICATION)
    with psycopg.connect(
        host=where["host"], dbname=where["dbname"], user=roles.APPLICATION, password=password, autocommit=True
    ) as connected:

        def ask(statement: str) -> list[tuple[Any, ...]]:
            cursor = connected.execute(sql.SQL(statement))  # type: ignore[arg-type]
            return cursor.fetchall() if cursor.description else []

        ask(f"SET {PARAMETER} = '{SERVICE}'")
        yield ask


def test_it_is_nobody_special(application: Ask) -> None:
    assert application(RIGHTS) == [(False,) * 5]
    owned = "SELECT count(*) FROM pg_class WHERE relowner = current_user::regrole"
    assert application(owned) == [(0,)]
    assert application("SELECT count(*) FROM pg_auth_members WHERE member = current_user::regrole") == [(0,)]


def test_it_adds_to_the_trail_and_reads_it(application: Ask) -> None:
    application(EVENT)
    assert application("SELECT count(*) FROM audit_auditevent") == [(1,)]
    application(f"SET {PARAMETER} = ''")
    assert application(f"{EVENT} RETURNING actor_name") == [("system",)]  # whoever adds one gets it back
    assert application("SELECT count(*) FROM audit_auditevent") == [(0,)]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit_auditevent SET actor_name = 'somebody else'",
        "DELETE FROM audit_auditevent",
        "TRUNCATE audit_auditevent",
        "ALTER TABLE audit_auditevent DISABLE TRIGGER audit_append_only",
        "ALTER TABLE audit_auditevent DISABLE TRIGGER ALL",
        "DROP TRIGGER audit_append_only ON audit_auditevent",
        "DROP FUNCTION audit_append_only() CASCADE",
        "CREATE OR REPLACE FUNCTION audit_append_only() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
        "DROP TABLE audit_auditevent",
        "SET session_replication_role = replica",
        "SET ROLE finrag",
        "ALTER ROLE finrag_app SUPERUSER",
        "CREATE ROLE another SUPERUSER",
        "TRUNCATE accounts_team CASCADE",
        "CREATE TABLE mine (id int)",
        "CREATE TEMPORARY TABLE mine (id int)",
        "CREATE SCHEMA mine",
        "CREATE EXTENSION dblink",
        "ALTER TABLE accounts_user ADD COLUMN mine int",
        "CREATE INDEX mine ON accounts_user (id)",
        "CREATE TRIGGER mine BEFORE INSERT ON accounts_user FOR EACH ROW EXECUTE FUNCTION audit_append_only()",
        "DELETE FROM django_migrations",
        "COPY accounts_team FROM PROGRAM 'id'",
        "COPY (SELECT 1) TO PROGRAM 'cat'",
        "COPY accounts_team FROM '/etc/passwd'",
        "SELECT pg_read_file('PG_VERSION')",
        "SELECT rolpassword FROM pg_authid",
        "CREATE DATABASE mine",
    ],
)
def test_it_is_refused(application: Ask, statement: str) -> None:
    application(EVENT)
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        application(statement)
    assert application("SELECT actor_name FROM audit_auditevent") == [("system",)]


def test_its_rights_reach_tables_of_later_migrations(application: Ask) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE later (id bigserial PRIMARY KEY, words text)")
    try:
        application("INSERT INTO later (words) VALUES ('kept')")
        application("UPDATE later SET words = 'changed'")
        assert application("DELETE FROM later RETURNING id, words") == [(1, "changed")]
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE later")


def test_granting_again_takes_back_what_was_granted_by_hand(application: Ask) -> None:
    with connection.cursor() as cursor:
        cursor.execute("GRANT ALL ON audit_auditevent TO finrag_app")
    grants.grant()
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        application("TRUNCATE audit_auditevent")
    application(EVENT)


def test_a_wrong_password_or_none_is_turned_away() -> None:
    where = connection.get_connection_params()
    for user in (roles.OWNER, roles.APPLICATION):
        for password in ("wrong", ""):
            with pytest.raises(psycopg.OperationalError, match=r"password"):
                psycopg.connect(host=where["host"], dbname=where["dbname"], user=user, password=password)


def test_the_settings_of_a_server_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://app:a@db.example/finrag")
    monkeypatch.setattr(database, "_owner", True)
    assert database.database(layout())["USER"] == "app"
    assert database.application_role() == ""
    monkeypatch.setenv("DATABASE_OWNER_URL", "postgresql://owner:o@db.example/finrag")
    assert database.database(layout())["USER"] == "owner"
    assert database.application_role() == "app"
    monkeypatch.setattr(database, "_owner", False)
    assert database.database(layout())["USER"] == "app"
    assert "statement_timeout=300000" in database.database(layout())["OPTIONS"]["options"]


def test_one_role_for_everything_is_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checks.two_roles(None) == []
    monkeypatch.setattr(settings, "DATABASE_APPLICATION_ROLE", "")
    assert [message.id for message in checks.two_roles(None)] == ["finrag.W005"]


def test_only_commands_that_make_tables_are_the_owners() -> None:
    assert database.is_owners(["manage.py", "migrate", "--check"])
    assert database.is_owners(["manage.py", "bench", "scale"])
    assert not any(database.is_owners(["manage.py", *rest]) for rest in ([], ["ask", "migrate"], ["shell"], ["bench"]))
