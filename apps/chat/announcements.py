"""One LISTEN connection in each web process, fanned out to whoever follows an answer.

It lives as long as somebody listens, and comes back when the database restarts. Being told is only a hint: a follower
reads the rows, and reads them again after every reconnection, so that a lost notification loses nothing.
"""

import asyncio
import logging
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from django.db import connections
from psycopg import sql

from apps.answers.run.stages import CHANNEL

logger = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
CONNECTION_KEYS = ("dbname", "user", "password", "host", "port", "service", "passfile", "sslmode", "sslrootcert")
LIMITS = ("connect_timeout", "tcp_user_timeout")


class Announcements:
    """Who waits for news of which answer, and the task that listens for them."""

    def __init__(self) -> None:
        self._followers: dict[str, set[asyncio.Event]] = {}
        self._task: asyncio.Task[None] | None = None
        self.closing = False  # the web process ends: who follows leaves, and comes back to the next one

    def close(self) -> None:
        """Let everybody who follows leave."""
        self.closing = True
        self._wake(self._followers)

    @asynccontextmanager
    async def follow(self, answer_uid: uuid.UUID) -> AsyncIterator[asyncio.Event]:
        """An event that is set whenever there may be news of the answer."""
        news, name = asyncio.Event(), str(answer_uid)
        self._followers.setdefault(name, set()).add(news)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._listen(), name="stage-announcements")
        try:
            yield news
        finally:
            self._leave(name, news)

    def _leave(self, name: str, news: asyncio.Event) -> None:
        self._followers[name].discard(news)
        if not self._followers[name]:
            del self._followers[name]
        if not self._followers and self._task:
            self._task.cancel()
            self._task = None

    async def _listen(self) -> None:
        pause = FIRST_PAUSE
        while True:
            try:
                async with await _connect() as connection:
                    pause = FIRST_PAUSE
                    await self._hear(connection)
            except (psycopg.OperationalError, psycopg.InterfaceError) as error:
                logger.warning("listening for stages was interrupted: %s", error)
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _hear(self, connection: "psycopg.AsyncConnection[Any]") -> None:
        await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
        self._wake(self._followers)  # something may have happened while nobody listened
        async for notification in connection.notifies():
            self._wake([notification.payload])

    def _wake(self, names: Any) -> None:
        for name in list(names):
            for news in self._followers.get(name, ()):
                news.set()


async def _connect() -> "psycopg.AsyncConnection[Any]":
    parameters = connections["default"].get_connection_params()
    known = {key: value for key, value in parameters.items() if key in CONNECTION_KEYS + LIMITS}
    return await psycopg.AsyncConnection.connect(**known, autocommit=True)


_of_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, Announcements] = WeakKeyDictionary()


def announcements() -> Announcements:
    """Those of the running event loop: a web process has one."""
    return _of_loop.setdefault(asyncio.get_running_loop(), Announcements())
