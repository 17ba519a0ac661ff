"""A database of the benchmark's own on the same server: the product's code runs in it, its data are not touched."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.db import ProgrammingError, connection
from psycopg import sql


class CannotMeasure(ValueError):
    """The server does not let us; str() says what to do."""


@contextmanager
def own_database(name: str) -> Iterator[None]:
    """Until the end, everything in this process works in a new database with all tables; then it is dropped.

    Raises CannotMeasure when the role may not create databases.
    """
    before = str(connection.settings_dict["NAME"])
    _anew(name)
    try:
        _use(name)
        call_command("migrate", verbosity=0)
        yield
    finally:
        _use(before)
        _drop(name)


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
