"""A process whose embedder is not the store's does not start: it would find nothing, without a word."""

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor

from django.db import DatabaseError, connection

from apps.accounts.acting import serving


def refuse_wrong_pairing() -> None:
    """End this process with a sentence where its embedder is not the store's. Without a database it may start.

    A web server loads the application inside its loop, where Django asks no database: a thread does.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        wrong = _wrong()
    else:
        with ThreadPoolExecutor(1) as pool:
            wrong = pool.submit(_wrong_elsewhere).result()
    if wrong:
        sys.exit(wrong)


def _wrong() -> str:
    from apps.documents.embedders import mismatch

    try:
        with serving():
            return mismatch() or ""
    except DatabaseError:
        return ""  # /healthz asks again


def _wrong_elsewhere() -> str:
    try:
        return _wrong()
    finally:
        connection.close()
