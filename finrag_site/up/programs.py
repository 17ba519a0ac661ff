"""The processes of the product: what each is started with, and when a dead one is started again."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from finrag_site import environment
from finrag_site.embedded.processes import spawn

PARSE_QUEUES = ("parse", "layout", "gpu")  # that may be told to read filings; the first by default
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 30.0
STEADY_SECONDS = 20.0  # after so long a life, a death is not held against the program


@dataclass(slots=True)
class Program:
    """One program that is kept running. yields: how far it stands back for others when busy, as nice(1) has it."""

    name: str
    command: list[str]
    log: Path
    pass_fds: tuple[int, ...] = ()
    yields: int = 0
    process: subprocess.Popen[bytes] | None = None
    born: float = 0.0
    pause: float = FIRST_PAUSE
    again_at: float = 0.0
    starts: int = 0

    def start(self) -> None:
        # SIGKILL: every acknowledged act is a committed row, so nothing waits for a clean end of an orphan
        command = ["nice", "-n", str(self.yields), *self.command] if self.yields else self.command
        self.process = spawn(command, log=self.log, stop_signal=signal.SIGKILL, pass_fds=self.pass_fds)
        if self.yields:
            _yield_as_a_group(self.process.pid, self.yields)
        self.born = time.monotonic()
        self.again_at = 0.0
        self.starts += 1

    def look_after(self) -> bool:
        """Start the program again when it has died, with growing pauses; True when it was started now."""
        if self.process is not None and self.process.poll() is None:
            return False
        now = time.monotonic()
        if not self.again_at:
            self._schedule(now)
        if now < self.again_at:
            return False
        self.start()
        return True

    def ask_to_stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    def stop(self, deadline: float) -> None:
        """Wait until `deadline` (monotonic) for the end, then kill the program with its children."""
        if self.process is None:
            return
        try:
            self.process.wait(timeout=max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def _schedule(self, now: float) -> None:
        lived = now - self.born
        self.pause = FIRST_PAUSE if lived > STEADY_SECONDS else min(self.pause * 2, LONGEST_PAUSE)
        self.again_at = now + self.pause


def _yield_as_a_group(pid: int, yields: int) -> None:
    """Where Linux weighs sessions against each other (autogroup), nice(1) alone counts only within one of them."""
    with suppress(OSError):
        Path(f"/proc/{pid}/autogroup").write_text(str(yields))


def worker(name: str, queues: str, logs: Path, processes: int = 1, yields: int = 0) -> Program:
    """A Celery worker with so many pool processes."""
    options = [
        "-Q",
        queues,
        "-c",
        str(processes),
        "-n",
        f"{name}@%h",
        "-l",
        "INFO",
        "--without-gossip",
        "--without-mingle",
    ]
    return Program(name, [*_celery(), "worker", *options], logs / f"{name}.log", yields=yields)


def beat(logs: Path) -> Program:
    """Asks for sweeps; keeps nothing on disk."""
    return Program("beat", [*_celery(), "beat", "-l", "WARNING", "-S", "celery.beat.Scheduler"], logs / "beat.log")


def programs(logs: Path, listener: int) -> list[Program]:
    """Everything but the servers. Answers have a worker of their own, so that no question waits behind a filing, and so
    has the sweeper, which must run when all else is stuck. Who turns a page waits for nobody: answers stand back for
    the web process, and filings for both."""
    answering = environment.number("FINRAG_ANSWER_PROCESSES", 2, least=1)
    return [
        Program("web", [sys.executable, "-m", "finrag_site.up.web", str(listener)], logs / "web.log", (listener,)),
        worker("parse", environment.one_of("FINRAG_PARSE_QUEUE", PARSE_QUEUES), logs, yields=10),
        worker("work", "gpu", logs, yields=10),
        worker("answer", "answer", logs, answering, yields=5),
        worker("sweep", "audit", logs),
        beat(logs),
    ]


def _celery() -> list[str]:
    return [sys.executable, "-m", "celery", "-A", "finrag_site.celery", "--skip-checks"]
