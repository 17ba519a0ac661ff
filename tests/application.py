"""Within a test, the connection becomes the application's: row-level security binds it as it binds the product."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from psycopg import sql

from finrag_site.embedded.roles import APPLICATION


@contextmanager
def as_application() -> Iterator[None]:
    """Tests work as the owner of the tables, whom no policy binds; the body works as the product does."""
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(APPLICATION)))
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET ROLE")
