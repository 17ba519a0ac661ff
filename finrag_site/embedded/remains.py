"""What a killed server leaves behind: child processes that hold its memory, process-id files, words in its log."""

import os
import signal
import time
from pathlib import Path

from finrag_site.embedded.failure import ServerFailed

REASONS = {
    "No space left on device": "there is no space left on the disk",
    "Disk quota exceeded": "the disk quota is used up",
    "Permission denied": "its user may not read or write there",
    "could not create shared memory": "there is too little shared memory",
    "Cannot allocate memory": "there is too little memory",
    "not compatible with this version": "it was made by another version of PostgreSQL",
}


def end_predecessors(data: Path) -> None:
    """End every server process that still works in `data`: the keeper that owned it is gone.

    A postmaster whose parent was killed is already shutting down (it got SIGINT) and is given time for it; the children
    of a killed postmaster may run on with the shared memory, and would keep a new one from starting.

    Raises:
        ServerFailed: one of them does not end.
    """
    if _gone(data, 5.0 if _postmaster_lives(data) else 0.5):
        return
    for number, patience in ((signal.SIGINT, 10.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0)):
        for process in _working_in(data):
            _send(process, number)
        if _gone(data, patience if _postmaster_lives(data) else 1.0):
            return
    raise ServerFailed(f"An earlier database server over {data} does not end: {sorted(_working_in(data))}.")


def remove_stale_locks(data: Path, sockets: Path) -> None:
    """Remove files that name a dead server: its number may belong to another program by now."""
    for stale in (data / "postmaster.pid", sockets / ".s.PGSQL.5432.lock", sockets / ".s.PGSQL.5432"):
        stale.unlink(missing_ok=True)


def reason(log: Path) -> str:
    """The cause of a failure as `": ..."`, read from the end of the log, else where to look."""
    if not log.exists():
        return ""
    tail = log.read_bytes()[-4000:].decode(errors="replace")
    found = [text for sign, text in REASONS.items() if sign in tail]
    return f": {found[0]}" if found else f": see {log}"


def _gone(data: Path, patience: float) -> bool:
    deadline = time.monotonic() + patience
    while _working_in(data):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def _postmaster_lives(data: Path) -> bool:
    note = data / "postmaster.pid"
    return note.exists() and int(note.read_text().split()[0]) in _working_in(data)


def _working_in(data: Path) -> set[int]:
    """Every postgres process whose working folder is `data`."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and _is_server(entry, data):
            found.add(int(entry.name))
    return found


def _is_server(entry: Path, data: Path) -> bool:
    try:
        return (entry / "comm").read_text().strip() == "postgres" and (entry / "cwd").readlink() == data
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return False  # it ended meanwhile, or is somebody else's


def _send(process: int, number: signal.Signals) -> None:
    try:
        os.kill(process, number)
    except ProcessLookupError:
        return
