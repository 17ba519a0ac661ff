"""What is done to a worker at a place of the code, in a process that is there to suffer it."""

import errno
import os
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from importlib import import_module
from typing import Any

from django.conf import settings
from django.db import OperationalError, connection
from django.utils import timezone
from redis import Redis

from apps.audit.log import sealing
from apps.inference.language import Role
from finrag_site.embedded.paths import layout

DAY = timedelta(days=1)
STALLED_SECONDS = 1.0


class Fault(StrEnum):
    EXCEPTION = "exception"
    DEFECT = "exception each time"
    KILL = "kill -9"
    CUT = "connection to the database lost"
    DATABASE = "database killed and restarted"
    QUEUE = "queue killed and restarted"
    FLUSH = "queue flushed"
    DISK = "disk full"
    SILENT = "model time-out"
    BABBLE = "model talks nonsense"
    AHEAD = "clock a day ahead"
    BEHIND = "clock a day behind"
    TWO = "two workers on one row"
    STALL = "claim lost to another while it works"


class Injected(RuntimeError):
    """The exception that is thrown."""


@dataclass(frozen=True, slots=True)
class Place:
    """A function by its path, "module:name" or "module:Class.name". met: of its arguments, whether this is the call.

    words: what is going on there, as the report says it.
    """

    path: str
    words: str
    met: Callable[..., bool] = lambda *_, **__: True

    def owner(self) -> tuple[Any, str]:
        module, _, name = self.path.partition(":")
        *outer, last = name.split(".")
        found: Any = import_module(module)
        for part in outer:
            found = getattr(found, part)
        return found, last


def throw() -> None:
    raise Injected("injected by the campaign")


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def cut() -> None:
    """The server ends our connection; the next statement notices."""
    with connection.cursor() as cursor, suppress(OperationalError):
        cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")


def _server(name: str) -> int:
    return int((layout().locks / f"{name}.keeper").read_text() or 0)


def end_server(name: str) -> None:
    """kill -9 of an embedded server; its keeper starts another, which is waited for."""
    before = _server(name)
    os.kill(before, signal.SIGKILL)
    while _server(name) in {0, before}:
        time.sleep(0.05)


def flush() -> None:
    Redis(unix_socket_path=str(layout().sockets / "valkey.sock")).flushall()


def full() -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


STRIKES: dict[Fault, Callable[[], None]] = {
    Fault.EXCEPTION: throw,
    Fault.DEFECT: throw,
    Fault.KILL: kill,
    Fault.CUT: cut,
    Fault.DATABASE: lambda: end_server("postgres"),
    Fault.QUEUE: lambda: end_server("valkey"),
    Fault.FLUSH: flush,
    Fault.DISK: full,
    Fault.STALL: lambda: time.sleep(STALLED_SECONDS),
    Fault.TWO: lambda: time.sleep(STALLED_SECONDS),
}


def set_up(fault: Fault, place: Place | None) -> None:
    """From here on this process suffers `fault`: at `place`, or (clocks, models) all the time. For a process that ends.

    What strikes once goes on with the work of the place where it comes back at all.
    """
    if fault in {Fault.AHEAD, Fault.BEHIND}:
        _shift(DAY if fault is Fault.AHEAD else -DAY)
    elif fault in {Fault.SILENT, Fault.BABBLE}:
        _ask_nobody(fault)
    elif place is not None:
        _strike(place, STRIKES[fault], always=fault is Fault.DEFECT)


def _strike(place: Place, strike: Callable[[], None], *, always: bool) -> None:
    owner, name = place.owner()
    original, struck = getattr(owner, name), False

    def standing_in(*given: Any, **named: Any) -> Any:
        nonlocal struck
        if place.met(*given, **named) and (always or not struck):
            struck = True
            strike()
        return original(*given, **named)

    setattr(owner, name, standing_in)


def _shift(by: timedelta) -> None:
    """The clocks that a process of the product reads, and for a sealer that of the database; the machine's own stands.

    Events are dated by the database, whatever the clock of the process that records them.
    """
    now, seconds, dated = timezone.now, time.time, sealing.now
    setattr(sealing, "now", lambda: dated() + by)  # noqa: B010
    setattr(timezone, "now", lambda: now() + by)  # noqa: B010 - a module, of which mypy allows no assignment
    setattr(time, "time", lambda: seconds() + by.total_seconds())  # noqa: B010


def _ask_nobody(fault: Fault) -> None:
    """Every role asks an address where somebody listens and says nothing, or nothing of use."""
    door = socket.create_server(("127.0.0.1", 0))
    if fault is Fault.BABBLE:
        _babble(door)
    url = f"http://127.0.0.1:{door.getsockname()[1]}/v1"
    known = {"url": url, "key": "none", "model": "campaign", "price_in": 0, "price_out": 0}
    settings.LLM_ENDPOINTS = {role.value: {**settings.LLM_ENDPOINTS.get(role.value, {}), **known} for role in Role}
    settings.LLM_TIMEOUT_SECONDS, settings.LLM_RETRIES, settings.ANSWERING = 1, 0, "model"
    _OPEN.append(door)


_OPEN: list[socket.socket] = []  # else the door is shut when nobody names it


def _babble(door: socket.socket) -> None:
    if os.fork() == 0:
        body = (
            b'{"choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "42"}}]}'
        )
        head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
        door.settimeout(60)
        with suppress(OSError):
            while True:
                line, _ = door.accept()
                line.recv(1_000_000)
                line.sendall(head % len(body) + body)
                line.close()
        os._exit(0)
