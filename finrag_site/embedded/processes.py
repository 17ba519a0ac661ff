"""Starting a server so that it ends with its parent, even when the parent is killed."""

import ctypes
import os
import pwd
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

PR_SET_PDEATHSIG = 1


def die_with_parent(stop_signal: signal.Signals, parent: int | None = None) -> Callable[[], None]:
    """A `preexec_fn` that makes the kernel send `stop_signal` when the parent (by default this process) ends."""
    parent = parent or os.getpid()
    libc = ctypes.CDLL(None, use_errno=True)

    def arm() -> None:
        libc.prctl(PR_SET_PDEATHSIG, int(stop_signal))
        if os.getppid() != parent:  # the parent died before the call above
            os._exit(1)

    return arm


def spawn(
    command: Sequence[str | Path],
    *,
    log: Path,
    stop_signal: signal.Signals = signal.SIGTERM,
    account: pwd.struct_passwd | None = None,
    env: Mapping[str, str] | None = None,
    outlive: bool = False,
    pass_fds: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start `command` in its own session, with output appended to `log`."""
    log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab") as sink:
        return subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=sink,
            env=dict(env) if env is not None else None,
            start_new_session=True,
            pass_fds=pass_fds,
            user=account.pw_uid if account else None,
            group=account.pw_gid if account else None,
            extra_groups=[] if account else None,
            preexec_fn=None if outlive else die_with_parent(stop_signal),
        )
