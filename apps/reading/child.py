"""`python -m apps.reading.child`: keeps the readers loaded, and reads each file in a copy of itself.

Knows no Django, no settings, no secret, and opens no file itself. Orders come on standard input, a socket that keeps
messages apart: what to read, with the pipe to speak through, or to end the copy; each is answered, the second by the
copy's status. The end of the socket, which is the end of the worker, ends this process, and this one's end the copy.
"""

import json
import os
import signal
import socket
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from apps.reading.confinement import Bounds, work_and_end
from apps.reading.reader import PdfReader, loaded, read

LONGEST_ORDER = 65_536


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever is interrupted closes the socket
    copy = 0
    with socket.socket(fileno=0) as orders:
        while True:
            order, pipes, _, _ = socket.recv_fds(orders, LONGEST_ORDER, 1)
            if not order:
                return
            if pipes:
                copy = _begin(json.loads(order), pipes[0])
            orders.send(str(0 if pipes else _end(copy)).encode())


def _begin(order: dict[str, Any], pipe: int) -> int:
    """Readers are loaded here, once for each kind of file, and never meet one. What fails fails in the copy again."""
    media_type, pdf = order["media_type"], PdfReader(**order["pdf"])
    with suppress(Exception):
        loaded(media_type)
    copy = os.fork()
    if copy == 0:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # in the place of the socket
        work = partial(read, Path(order["path"]), media_type, pdf=pdf)
        work_and_end(work, Bounds(**order["bounds"]), pipe)
    os.close(pipe)
    return copy


def _end(copy: int) -> int:
    os.kill(copy, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])


if __name__ == "__main__":
    main()
