"""A pytest plugin: transactional tests empty the database afterwards, the append-only audit trail included.

The product keeps its trigger; only the statements of a flush run between switching it off and on again, in the one
transaction that Django gives them.
"""

from collections.abc import Iterator
from typing import Any

import pytest

TRIGGERS = {"audit_auditevent": "audit_append_only", "answers_answerrecord": "answers_records_stay"}


@pytest.fixture(scope="session", autouse=True)
def trail_can_be_flushed() -> Iterator[None]:
    from django.db.backends.postgresql.operations import DatabaseOperations

    sql_flush = DatabaseOperations.sql_flush

    def around(self: Any, style: Any, tables: list[str], **options: Any) -> list[str]:
        statements = sql_flush(self, style, tables, **options)
        guarded = [(table, trigger) for table, trigger in TRIGGERS.items() if table in tables]
        return [
            *(f"ALTER TABLE {table} DISABLE TRIGGER {trigger}" for table, trigger in guarded),
            *statements,
            *(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {trigger}" for table, trigger in guarded),
        ]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", around)
        yield
