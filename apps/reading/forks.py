"""Reading in a copy of a process that has the readers loaded: they take longer to load than many a file to read."""

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from apps.reading.confinement import ROOT, Bounds, ChildFailed, attended, environment
from apps.reading.parsed import FileRefused, Progress

MODULE = "apps.reading.child"
END = b"end"
LONGEST_REPLY = 100
GONE = "The process that reads files is gone."


@dataclass(frozen=True, slots=True)
class Readers:
    """The process and the socket to it."""

    process: "subprocess.Popen[bytes]"
    orders: socket.socket

    @classmethod
    def start(cls) -> "Readers":
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            process = subprocess.Popen(  # the command is a list of our own making
                [sys.executable, "-m", MODULE],
                cwd=ROOT,
                env=environment(),
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        return cls(process, ours)

    def begin(self, order: bytes, pipe: int) -> Callable[[], int]:
        """Have a copy read, and speak through `pipe`; what is returned ends it and tells its status."""
        socket.send_fds(self.orders, [order], [pipe])
        self._reply()

        def end() -> int:
            self.orders.send(END)
            return self._reply()

        return end

    def _reply(self) -> int:
        if reply := self.orders.recv(LONGEST_REPLY):
            return int(reply)
        raise ConnectionResetError(GONE)

    def leave(self) -> None:
        self.orders.close()
        self.process.kill()
        self.process.wait()


_readers: dict[int, Readers] = {}  # by process: a fork starts its own
_one_at_a_time = threading.Lock()


def read_in_copy(order: Mapping[str, Any], bounds: Bounds, progress: Progress) -> Any:
    """What a copy of the process with the readers makes of `order`. Raises as `confinement.run_module` does.

    Whatever else interrupts leaves it unknown what that process does: the next file gets a new one.
    """
    said = json.dumps({**order, "bounds": asdict(bounds)}).encode()
    with _one_at_a_time:
        readers = _running()
        try:
            return attended(lambda pipe: readers.begin(said, pipe), bounds, progress)
        except (FileRefused, ChildFailed):
            raise
        except BaseException:
            readers.leave()
            raise


def _running() -> Readers:
    readers = _readers.get(os.getpid())
    if readers is None or readers.process.poll() is not None:
        readers = _readers[os.getpid()] = Readers.start()
    return readers
