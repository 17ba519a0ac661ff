"""Connections between two uses: a process that serves one request or task after another need not log in for each.

A log-in costs the server a process, a password and everything that it knows about tables; a page needs about as much
again. What is kept here is tried, and told who is present, before it is used again: one that the server has dropped
costs an attempt and nothing else, and no connection serves anybody before it knows whom.
"""

import os
from collections import deque
from typing import Any

from psycopg.pq import TransactionStatus

_most = 0
_idle: deque[Any] = deque()
_process = 0


def keep_up_to(most: int) -> None:
    """From here on this process keeps so many; those of the process that it was copied from are not its own."""
    global _most, _process
    _idle.clear()
    _most, _process = most, os.getpid()


def kept(connection: Any) -> bool:
    """Whether it is kept for the next who needs one; else the caller closes it."""
    whole = connection.info.transaction_status == TransactionStatus.IDLE and connection.autocommit
    if not whole or os.getpid() != _process or len(_idle) >= _most:
        return False
    _idle.append(connection)
    return True


def taken() -> Any | None:
    """The one that was used last, for what it knows is the freshest; None where none is kept."""
    if os.getpid() != _process:
        return None
    try:
        return _idle.pop()
    except IndexError:
        return None


def drop_all() -> None:
    """The server has gone away: what it knew of these is gone with it."""
    while (connection := taken()) is not None:
        connection.close()
