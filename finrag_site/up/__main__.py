"""Start the whole product and keep it running: what `make up` runs once the environment is there."""

import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

from finrag_site import environment
from finrag_site.embedded import locks
from finrag_site.embedded.bytecode import compile_code
from finrag_site.embedded.descent import PRIVATE, step_down
from finrag_site.embedded.failure import ServerFailed
from finrag_site.embedded.interpreter import come_along
from finrag_site.embedded.paths import BASE, Layout, layout, open_to_all
from finrag_site.embedded.sessions import Use, check_writable, servers
from finrag_site.up.programs import programs
from finrag_site.up.supervisor import Supervisor

ENOUGH_SPACE = 300 * 1024 * 1024
PORT_SECONDS = 3.0  # a killed predecessor's web process may still be on its way out
SERVERS_SECONDS = 3.0
LOG_BYTES = 20 * 1024 * 1024
STILL_ROOT = (
    "Warning: finrag runs as root, for its system user cannot come to {base} and {place}: let others pass through the "
    "folders above them (chmod o+x), or start as an ordinary user."
)


def main() -> int:
    os.umask(PRIVATE)
    try:
        come_along()
        return _up(layout())
    except (ServerFailed, OSError) as failed:
        print(f"finrag does not start: {failed}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0


def _up(place: Layout) -> int:
    check_writable(place)
    lock = locks.try_take(place.locks / "up")
    if lock is None:
        raise ServerFailed((place.locks / "up").read_text() or "another `make up` is starting here.")
    host, port = environment.text("FINRAG_HOST", "127.0.0.1"), environment.number("PORT", 8000)
    url = f"http://{'localhost' if host == '127.0.0.1' else host}:{port}"
    lock.note(f"it already runs at {url}; stop it with Ctrl-C where it was started, or with `kill {os.getpid()}`.")
    _check_space(place)
    if os.geteuid() == 0 and open_to_all(BASE):
        compile_code()
    with _listen(host, port) as listener:
        if not step_down(place):
            print(STILL_ROOT.format(place=place.var, base=BASE), file=sys.stderr, flush=True)
        _trim_logs(place.logs)
        print("Starting the database and the queue ...", flush=True)
        with servers(place) as uses:
            _prepare(place)
            _greet(place, url)
            Supervisor(place, url, uses, programs(place.logs, listener.fileno())).run()
            print("Stopping ...", flush=True)
        _await_end(uses)
    return 0


def _await_end(uses: list[Use]) -> None:
    """Let the servers end before we say that we did; a command that still uses them keeps them, and us no longer."""
    deadline = time.monotonic() + SERVERS_SECONDS
    while any(use.kept() for use in uses) and time.monotonic() < deadline:
        time.sleep(0.05)


def _listen(host: str, port: int) -> socket.socket:
    deadline = time.monotonic() + PORT_SECONDS
    while True:
        try:
            return socket.create_server((host, port), backlog=128)
        except OSError as error:
            if time.monotonic() > deadline:
                raise ServerFailed(
                    f"port {port} on {host} cannot be used ({error.strerror}): choose another, as in"
                    f" `PORT={port + 1} make up`."
                ) from error
            time.sleep(0.2)


def _check_space(place: Layout) -> None:
    free = shutil.disk_usage(place.var).free
    if free < ENOUGH_SPACE:
        raise ServerFailed(
            f"there is no space left on the disk: {free // 2**20} MB are free at {place.var}, "
            f"{ENOUGH_SPACE // 2**20} MB are needed."
        )


def _greet(place: Layout, url: str) -> None:
    if place.hidden:
        print(f"The database's user cannot come to {place.var}: its data is kept in {place.outside}.")
    users = f", users and passwords are in {place.demo_users}" if place.demo_users.exists() else ""
    print(f"finrag runs at {url} (log in there{users}). Ctrl-C stops it.", flush=True)


def _prepare(place: Layout) -> None:
    done = subprocess.run([sys.executable, "-m", "finrag_site.up.preparation"], cwd=BASE, stderr=subprocess.PIPE)
    if done.returncode == 0:
        return
    log = place.logs / "preparation.log"
    log.write_bytes(done.stderr)
    words = done.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"]
    raise ServerFailed(f"preparing the database failed: {words[-1]} (all of it: {log})")


def _trim_logs(logs: Path) -> None:
    for log in logs.glob("*.log"):
        if log.stat().st_size > LOG_BYTES:
            log.replace(log.with_suffix(".log.1"))


if __name__ == "__main__":
    sys.exit(main())
