"""A database of the benchmark's own on the same server: the product's code runs in it, its data are not touched."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.db import ProgrammingError, connection
from psycopg import sql

NOTE = "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = %s"


class CannotMeasure(ValueError):
    """The server does not let us; str() says what to do."""


@contextmanager
def own_database(name: str, *, keep: bool = False) -> Iterator[None]:
    """Until the end, everything in this process works in a database of its own with all tables of today.

    It is new, and dropped at the end; with `keep` it stays, and one that is there and has a note is used as it stands.
    Raises CannotMeasure when the role may not create databases.
    """
    before = str(connection.settings_dict["NAME"])
    if not (keep and note(name)):
        _anew(name)
    try:
        _use(name)
        call_command("migrate", verbosity=0)
        yield
    finally:
        _use(before)
        if not keep:
            _drop(name)


def note(name: str = "") -> str:
    """What `write_note` wrote into the comment of that database (of the one in use), else an empty text."""
    with connection.cursor() as cursor:
        cursor.execute(NOTE, [name or connection.settings_dict["NAME"]])
        (found,) = cursor.fetchone() or (None,)
    return str(found or "")


def write_note(words: str) -> None:
    name = sql.Identifier(str(connection.settings_dict["NAME"]))
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL("COMMENT ON DATABASE {} IS {}").format(name, sql.Literal(words)))


def _anew(name: str) -> None:
    _drop(name)
    try:
        with connection.cursor() as cursor:
            cursor.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name)))
    except ProgrammingError as error:
        raise CannotMeasure("The role of DATABASE_URL may not create databases: ALTER ROLE ... CREATEDB.") from error


def _drop(name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def _use(name: str) -> None:
    connection.close()
    connection.settings_dict["NAME"] = name
