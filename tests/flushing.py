"""A pytest plugin: transactional tests empty the database afterwards, the append-only audit trail included.

The product keeps its trigger; only the statements of a flush run between switching it off and on again, in the one
transaction that Django gives them.
"""

from collections.abc import Iterator
from typing import Any

import pytest

TABLE = "audit_auditevent"


@pytest.fixture(scope="session", autouse=True)
def trail_can_be_flushed() -> Iterator[None]:
    from django.db.backends.postgresql.operations import DatabaseOperations

    sql_flush = DatabaseOperations.sql_flush

    def around(self: Any, style: Any, tables: list[str], **options: Any) -> list[str]:
        statements = sql_flush(self, style, tables, **options)
        if TABLE not in tables:
            return statements
        return [
            f"ALTER TABLE {TABLE} DISABLE TRIGGER audit_append_only",
            *statements,
            f"ALTER TABLE {TABLE} ENABLE ALWAYS TRIGGER audit_append_only",
        ]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", around)
        yield
