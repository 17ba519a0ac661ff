"""File locks that the kernel gives back when their holder ends, however it ends."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass(slots=True)
class Lock:
    """A lock that is held until `release`, or until this process ends. The file may carry a note for others."""

    path: Path
    descriptor: int

    def note(self, text: str) -> None:
        os.ftruncate(self.descriptor, 0)
        os.pwrite(self.descriptor, text.encode(), 0)

    def release(self) -> None:
        os.close(self.descriptor)


def _open(path: Path) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def take(path: Path, *, shared: bool = False) -> Lock:
    """Wait for the lock and take it."""
    descriptor = _open(path)
    fcntl.flock(descriptor, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)
    return Lock(path, descriptor)


def try_take(path: Path) -> Lock | None:
    """The exclusive lock when nobody holds it in any way, else None at once."""
    descriptor = _open(path)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return Lock(path, descriptor)


def is_held(path: Path) -> bool:
    """Whether anybody holds the lock exclusively."""
    if not path.exists():
        return False
    descriptor = _open(path)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


@contextmanager
def held(path: Path, *, shared: bool = False) -> Iterator[Lock]:
    lock = take(path, shared=shared)
    try:
        yield lock
    finally:
        lock.release()
