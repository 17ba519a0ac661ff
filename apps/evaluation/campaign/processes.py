"""Work in a process of its own, which may be killed: a fork, so that nothing has to be imported again."""

import json
import os
import select
import signal
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import connections

from apps.accounts import acting

SECONDS = 180.0  # after which a process is taken to hang


class Failed(RuntimeError):
    """A process of ours failed that nobody was to harm; str() has its traceback."""


@dataclass(frozen=True, slots=True)
class Child:
    """pid: of the process; reads: where its result comes."""

    pid: int
    reads: int


def begun(work: Callable[[], Any]) -> Child:
    """`work` gives plain data. The caller holds no connection and runs no threads."""
    reads, writes = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writes)
        return Child(pid, reads)
    os.close(reads)
    _work(work, writes)
    raise AssertionError("a child ends by itself")


def _work(work: Callable[[], Any], writes: int) -> None:
    status = 1
    try:
        acting.begin(acting.SERVICE)
        told = json.dumps({"result": work()}).encode()
        status = 0
    except BaseException:  # noqa: BLE001 - whatever it was, it is told, and the process ends
        told = json.dumps({"error": traceback.format_exc()[-3000:]}).encode()
    try:
        connections.close_all()
        os.write(writes, told[:60_000])
    finally:
        os._exit(status)


def ended(child: Child) -> dict[str, Any]:
    """What it told: `result`, or `error`; nothing where it was killed."""
    told, until = b"", time.monotonic() + SECONDS
    while select.select([child.reads], [], [], max(0.0, until - time.monotonic()))[0]:
        if not (piece := os.read(child.reads, 65536)):
            break
        told += piece
    else:
        os.kill(child.pid, signal.SIGKILL)
    os.close(child.reads)
    os.waitpid(child.pid, 0)
    found: dict[str, Any] = json.loads(told) if told else {}
    return found


def done(work: Callable[[], Any]) -> Any:
    """The result of work that nothing is done to. Raises Failed."""
    told = ended(begun(work))
    if "result" not in told:
        raise Failed(told.get("error", "the process hung or was killed"))
    return told["result"]
