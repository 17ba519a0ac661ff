"""The whole product as real processes, as `make up` starts it, for tests that drive it or break it."""

import http.client
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import psycopg
from redis import Redis

from finrag_site.embedded import roles
from finrag_site.embedded.paths import BASE, Layout
from finrag_site.embedded.processes import die_with_parent
from finrag_site.heartbeat import PREFIX

PROGRAMS = ("web", "parse", "work", "answer", "sweep", "beat")  # queues: parse | gpu | answer | audit
SERVERS = ("postgres", "valkey")
COLLECTED = BASE / "var" / "test-static"  # style sheets and scripts as the first store of a run has collected them
WORKERS = ("parse", "work", "answer", "sweep")
# seconds; every wait ends as soon as it may, so this is only how long a machine under load is given
PATIENCE = float(os.environ.get("FINRAG_TEST_PATIENCE", "300"))


class Stack:
    """Servers, web, workers (`parse`, `work` for the gpu queue, `answer`) and beat over the folder `var`.

    with Stack(folder) as stack:
        stack.url                       "http://localhost:PORT", alive (healthz answered 200)
        stack.pids("parse")             the process and its children; also "supervisor", "postgres", "valkey"
        stack.kill("parse")             kill -9 of the process (its children end with it)
        stack.restart("parse")          kill -9 and wait until a new one runs and /healthz is 200
        stack.manage("ingest", path)    manage.py in the stack's environment
        stack.query("select ...", ...)  rows from the stack's database
        stack.passwords["analyst"]      of the demo users: analyst, expert, reviewer, admin
    """

    program = "finrag_site.up"  # what starts the others
    farewell = signal.SIGINT  # what asks it to stop, as Ctrl-C does

    def __init__(self, var: Path, **environment: str) -> None:
        self.var = var
        self.layout = Layout(var.resolve())
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.supervisor: subprocess.Popen[bytes] | None = None
        own: dict[str, str] = {
            "FINRAG_VAR_DIR": str(var),
            "FINRAG_LEASE_SECONDS": "5",
            "FINRAG_SWEEP_SECONDS": "1",
            "FINRAG_SHARED_BUFFERS": "128MB",
            "FINRAG_SAMPLE": "0",
            "HF_HUB_OFFLINE": "1",
            "PORT": str(self.port),
            "DJANGO_SETTINGS_MODULE": "finrag_site.settings",
        }
        self.environment: Mapping[str, str] = dict(os.environ) | own | environment

    def start(self) -> Self:
        """Start the supervisor and wait until all is alive."""
        self.launch()
        self.wait_until_healthy()
        if not COLLECTED.exists() and self.static.exists():
            shutil.copytree(self.static, COLLECTED, copy_function=os.link)
        return self

    @property
    def static(self) -> Path:
        return self.var / "static"

    def launch(self) -> None:
        self.var.mkdir(parents=True, exist_ok=True)
        if COLLECTED.exists() and not self.static.exists():  # compressed once for all stores of a run
            shutil.copytree(COLLECTED, self.static, copy_function=os.link)
        with self.output.open("ab") as sink:
            self.supervisor = subprocess.Popen(
                [sys.executable, "-m", self.program],
                cwd=BASE,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=sink,
                preexec_fn=die_with_parent(signal.SIGTERM),
            )

    def stop(self) -> int:
        """Ask the supervisor to stop; its exit status."""
        assert self.supervisor is not None
        self.supervisor.send_signal(self.farewell)
        return self.supervisor.wait(timeout=PATIENCE)

    def __enter__(self) -> Self:
        try:
            return self.start()
        except BaseException:
            self.stop()
            raise

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.supervisor is not None and self.supervisor.poll() is None:
            self.stop()

    @property
    def output(self) -> Path:
        return self.var / "up.out"

    @property
    def passwords(self) -> dict[str, str]:
        lines = self.layout.demo_users.read_text().splitlines()
        return dict(line.split() for line in lines)

    def pid(self, name: str) -> int:
        """The main process of a program or server."""
        if name in SERVERS:
            return int((self.layout.locks / f"{name}.keeper").read_text())  # empty while it starts
        state = json.loads(self.layout.state.read_text())
        return int(state["supervisor"] if name == "supervisor" else state["processes"][name])

    def pids(self, name: str) -> list[int]:
        """The main process of a program or server, then its children."""
        main = self.pid(name)
        return [main, *children(main)]

    def kill(self, name: str, number: signal.Signals = signal.SIGKILL) -> int:
        """Send a signal to the main process; its process id."""
        pid = self.pid(name)
        os.kill(pid, number)
        if name == "supervisor" and number is signal.SIGKILL and self.supervisor is not None:
            self.supervisor.wait(timeout=PATIENCE)
        return pid

    def restart(self, name: str) -> None:
        """kill -9, then wait until another process has taken its place and everything is alive."""
        before = self.kill(name)
        self._forget_heartbeat(name)
        if name == "supervisor":
            self.start()
            return
        wait_for(lambda: not alive(before) and self.pid(name) != before, f"another {name}")
        self.wait_until_healthy()

    def health(self) -> tuple[int, dict[str, Any]]:
        """Status and body of /healthz; status 0 when nobody answers."""
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=20) as answer:  # noqa: S310
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)
        except (OSError, http.client.HTTPException):
            return 0, {}

    def wait_until_healthy(self) -> None:
        wait_for(self._healthy, "a healthy stack", lambda: f"{self.health()}\n{self.output.read_text()[-3000:]}")

    def manage(self, *arguments: str | Path, timeout: float = 600) -> subprocess.CompletedProcess[str]:
        """Run `manage.py` with `arguments` in the stack's environment; never raises on a bad exit status."""
        command = [sys.executable, "manage.py", *[str(part) for part in arguments]]
        return subprocess.run(command, cwd=BASE, env=self.environment, capture_output=True, text=True, timeout=timeout)

    @property
    def database_url(self) -> str:
        """The address of the stack's database for its owner."""
        return roles.url(self.layout, roles.OWNER)

    def query(self, statement: str, *parameters: object) -> list[tuple[Any, ...]]:
        """Rows of one statement over a connection of its own, committed; [] when it returns none."""
        with psycopg.connect(self.database_url, autocommit=True) as connection:
            cursor = connection.execute(statement, parameters)
            return cursor.fetchall() if cursor.description else []

    def _forget_heartbeat(self, name: str) -> None:
        """The sign of life of a killed worker holds for some seconds; without it, /healthz waits for its successor."""
        if name in WORKERS:
            redis = Redis(unix_socket_path=str(self.layout.sockets / "valkey.sock"))
            redis.delete(*redis.keys(f"{PREFIX}{name}@*") or ["none"])

    def _healthy(self) -> bool:
        if self.supervisor is not None and self.supervisor.poll() is not None:
            raise AssertionError(f"finrag ended: {self.output.read_text()[-3000:]}")
        return self.health()[0] == 200


def wait_for(
    condition: Callable[[], bool], what: str, more: Callable[[], str] = str, patience: float = PATIENCE
) -> None:
    """Poll until `condition` holds; files that come and go meanwhile count as not yet."""
    deadline = time.monotonic() + patience
    while not _holds(condition):
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {patience:.0f} s for {what} in vain {more()}")
        time.sleep(0.1)


def _holds(condition: Callable[[], bool]) -> bool:
    try:
        return condition()
    except (FileNotFoundError, KeyError, ValueError):
        return False


def free_port() -> int:
    """One below those that the kernel gives to clients: a connection of the browser's must not sit on it when the web
    process, which was killed, wants it back."""
    for port in random.sample(range(20_000, 32_000), 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no free port among a hundred")


def told(listing: Path) -> str:
    """What the kernel tells in a file of a process; nothing of one that has ended since it was listed."""
    try:
        return listing.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def alive(pid: int) -> bool:
    """Whether the process runs (one that ended and was not yet collected does not)."""
    stat = told(Path(f"/proc/{pid}/stat"))
    return bool(stat) and stat.rpartition(")")[2].split()[0] != "Z"


def children(pid: int) -> list[int]:
    """All descendants of a process."""
    found: list[int] = []
    for listing in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in re.findall(r"\d+", told(listing)):
            found += [int(child), *children(int(child))]
    return found
