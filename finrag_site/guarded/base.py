"""Django's PostgreSQL backend, which tells the server who is present (`apps.accounts.acting`) before each statement.

The server keeps it for the connection, so that it is told again only when it changes. A connection that serves one
request after another is thus never somebody else's, and one that nobody uses is nobody's: the policies then show
nothing. What is rolled back takes the last telling with it, so that after a rollback it is told anew.
"""

from collections.abc import Callable
from typing import Any

from django.db.backends.postgresql import base
from psycopg.pq import TransactionStatus

from apps.accounts.acting import PARAMETER, present

TELL = "SELECT set_config(%s, %s, false)"


class DatabaseWrapper(base.DatabaseWrapper):
    _told: str | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.execute_wrappers.append(self._for_whom)

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        self._told = None
        return super().get_new_connection(conn_params)

    def _rollback(self) -> None:
        self._told = None
        super()._rollback()  # type: ignore[misc]  # the stubs leave it out

    def _savepoint_rollback(self, sid: str) -> None:
        super()._savepoint_rollback(sid)  # type: ignore[misc]
        self._told = None

    def _for_whom(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        if self._told != (who := present()) and self.connection is not None:
            self._tell(who)
        return execute(sql, params, many, context)

    def _tell(self, who: str) -> None:
        """A transaction that has failed reads nothing any more, and takes no other statement than its rollback."""
        if self.connection.info.transaction_status == TransactionStatus.INERROR:
            return
        self._told = None
        self.connection.execute(TELL, [PARAMETER, who])
        self._told = who
