"""Work on files that may be hostile, in a short-lived process with little memory, little time and no secrets.

The child limits itself first (`confine`), then speaks through one pipe: a line of JSON for each step that it is on, a
last one that says how it ended, and behind that what it made. The parent listens, and kills what takes too long.
"""

import ctypes
import json
import os
import pickle  # what comes back is read by `loads`, which makes plain data and nothing else
import resource
import selectors
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, is_dataclass
from enum import Enum
from io import BytesIO
from pathlib import Path
from typing import Any, NoReturn

from apps.reading.parsed import FileRefused, Progress, Refusal
from apps.reading.refusals import refused

ROOT = Path(__file__).resolve().parents[2]
PR_SET_PDEATHSIG = 1
OUT_OF_MEANS = (-signal.SIGXCPU, -signal.SIGKILL)
PIECE = 1024 * 1024
LOOK_SECONDS = 0.5  # how often the parent asks whether the work is still wanted
KNOWN = ("PATH", "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES")  # all that a child is told of our environment
LONGEST_MESSAGE = 20_000  # characters of a traceback
PLAIN = frozenset({("decimal", "Decimal"), ("datetime", "date"), ("builtins", "frozenset"), ("builtins", "set")})


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a child may take. memory_bytes: beyond what it has when it starts, 0: as much as its container may;
    file_bytes: of any file it writes.
    """

    memory_bytes: int
    cpu_seconds: int
    wall_seconds: int
    file_bytes: int = 0


class ChildFailed(RuntimeError):
    """The work raised in the child; str() ends with its traceback."""


def confine(bounds: Bounds) -> None:
    """Take from this process what it does not need, and let it end with its parent; the kernel holds it to the rest."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL))
    if bounds.memory_bytes:
        memory = _address_space() + bounds.memory_bytes
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (bounds.cpu_seconds, bounds.cpu_seconds + 5))
    resource.setrlimit(resource.RLIMIT_FSIZE, (bounds.file_bytes, bounds.file_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _address_space() -> int:
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


@dataclass(slots=True)
class Voice:
    """The child's end of the pipe."""

    handle: int

    def progress(self, done: int, total: int) -> None:
        self._say({"done": done, "total": total})

    def perform(self, work: Callable[[Progress], Any]) -> None:
        """Do the work and tell how it ended: with a result, a refusal, or an error of ours."""
        try:
            result = pickle.dumps(work(self.progress), protocol=5)
            self._say({"ended": "done"}, result)
        except FileRefused as refusal:
            self._say({"ended": "refused", "reason": refusal.reason, "sentence": str(refusal)})
        except (MemoryError, RecursionError):
            self._say({"ended": "exceeded"})
        except Exception as error:  # noqa: BLE001 - told to the parent, which raises it
            told = "".join(traceback.format_exception(error))[-LONGEST_MESSAGE:]
            self._say({"ended": "failed", "message": f"{type(error).__name__}: {error}\n{told}"})

    def _say(self, said: Mapping[str, Any], more: bytes = b"") -> None:
        left = memoryview(json.dumps(said).encode() + b"\n" + more)
        while left:
            left = left[os.write(self.handle, left) :]


@contextmanager
def own_voice() -> Iterator[Voice]:
    """Standard output as the pipe to the parent; what libraries print goes nowhere."""
    handle = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    yield Voice(handle)
    os.close(handle)


@dataclass(slots=True)
class _Heard:
    """What came through the pipe so far."""

    rest: bytearray = field(default_factory=bytearray)
    ended: dict[str, Any] = field(default_factory=dict)
    done: int = 0
    total: int = 0

    def take(self, piece: bytes) -> None:
        self.rest += piece
        while not self.ended and b"\n" in self.rest:
            line, _, rest = self.rest.partition(b"\n")
            self.rest = rest
            self._read(json.loads(line))

    def _read(self, said: dict[str, Any]) -> None:
        if "ended" in said:
            self.ended = said
        else:
            self.done, self.total = int(said["done"]), int(said["total"])


def run_module(module: str, arguments: list[str], bounds: Bounds, progress: Progress) -> Any:
    """What `python -m module` of ours makes of `arguments`, in a process that knows no secret.

    Raises FileRefused when the file is refused or takes more than `bounds`, ChildFailed when the work fails, and
    whatever `progress` raises.
    """
    child = subprocess.Popen(  # the command is a list of our own making
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert child.stdout is not None  # noqa: S101 - asked for above
    with child.stdout as pipe:
        try:
            heard = _listen(pipe.fileno(), bounds, progress)
        finally:
            child.kill()
            status = child.wait()
    return _outcome(heard, status)


def environment() -> dict[str, str]:
    """All that a child is told: nothing secret."""
    return {"LANG": "C.UTF-8"} | {name: os.environ[name] for name in KNOWN if name in os.environ}


def run_forked(work: Callable[[Progress], Any], bounds: Bounds, progress: Progress) -> Any:
    """What `work` returns, done in a copy of this process. Raises as `run_module` does."""

    def begin(pipe: int) -> Callable[[], int]:
        child = os.fork()
        if child == 0:
            work_and_end(work, bounds, pipe)
        return lambda: _killed(child)

    return attended(begin, bounds, progress)


def attended(begin: Callable[[int], Callable[[], int]], bounds: Bounds, progress: Progress) -> Any:
    """Listen to what `begin` starts, given the end of a pipe to speak through; what it returns ends the work and tells
    with which status. Raises as `run_module` does.
    """
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb"):
        try:
            end = begin(writing)
        finally:
            os.close(writing)
        try:
            heard = _listen(reading, bounds, progress)
        finally:
            status = end()
    return _outcome(heard, status)


def _killed(child: int) -> int:
    os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def work_and_end(work: Callable[[Progress], Any], bounds: Bounds, pipe: int) -> NoReturn:
    """In the child: nothing that the parent left open may run its own end here."""
    try:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGUSR1):
            signal.signal(number, signal.SIG_DFL)
        confine(bounds)
        Voice(pipe).perform(work)
    finally:
        os._exit(0)


def _listen(pipe: int, bounds: Bounds, progress: Progress) -> _Heard:
    """Until the child closes its end, or is out of time (then nothing has ended)."""
    heard, deadline = _Heard(), time.monotonic() + bounds.wall_seconds
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, selectors.EVENT_READ)
        while time.monotonic() < deadline:
            if selector.select(LOOK_SECONDS):
                piece = os.read(pipe, PIECE)
                if not piece:
                    return heard
                heard.take(piece)
            progress(heard.done, heard.total)
    return _Heard()


def _outcome(heard: _Heard, status: int) -> Any:
    match heard.ended.get("ended"):
        case "done":
            return loads(bytes(heard.rest))
        case "refused":
            raise FileRefused(Refusal(heard.ended["reason"]), str(heard.ended["sentence"]))
        case "failed":
            raise ChildFailed(str(heard.ended["message"]))
        case None if status not in (0, *OUT_OF_MEANS):
            raise refused(Refusal.DAMAGED, detail="reading it fails")
    raise refused(Refusal.TOO_COSTLY)


class _PlainData(pickle.Unpickler):
    """Makes data classes and enumerations of this product, numbers and dates; a name of anything else is refused."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in PLAIN:
            return super().find_class(module, name)
        found = super().find_class(module, name) if module.startswith("apps.") else None
        if isinstance(found, type) and (is_dataclass(found) or issubclass(found, Enum)):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is no plain data")


def loads(sent: bytes) -> Any:
    """What a child made. Raises ChildFailed for anything but plain data."""
    try:
        return _PlainData(BytesIO(sent)).load()
    except (pickle.UnpicklingError, EOFError, AttributeError, ImportError, TypeError, ValueError) as error:
        raise ChildFailed(f"The child sent no plain data: {error}") from error
