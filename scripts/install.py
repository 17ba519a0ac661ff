"""Make the environment `.venv` and bring its packages to the pinned versions; quick when nothing changed.

    python3 scripts/install.py [requirements-dev.txt]

Uses the standard library only. Without an argument: requirements.txt. Packages come from the lock beside that file:
each by version and SHA-256, and nothing that the lock does not list. Where no lock holds, nothing is installed, unless
FINRAG_UNLOCKED=1 says that the pinned versions alone will do. An installation that was interrupted is made anew from
nothing, because half-written packages look whole to pip.
"""

import fcntl
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BASE = Path(__file__).resolve().parent.parent
VENV = BASE / ".venv"
PYTHON = VENV / "bin" / "python"
CONSTRAINTS = BASE / "constraints.txt"
UNDER_WAY = VENV / "finrag-installing"
ENOUGH_SPACE = 3 * 1024**3
OLDEST = (3, 11)
UNLOCKED = "FINRAG_UNLOCKED"


class NotInstalled(RuntimeError):
    """The environment cannot be made; the message is one sentence."""


def install(requirements: Path) -> None:
    stamp = VENV / f"finrag-{requirements.stem}.installed"
    wanted = fingerprint(requirements)
    if PYTHON.exists() and not UNDER_WAY.exists() and stamp.exists() and stamp.read_text() == wanted:
        return
    source = chosen(requirements)
    require_space()
    if UNDER_WAY.exists() or not works():
        make_environment()
    UNDER_WAY.touch()
    print(f"Installing packages from {source[-1].name} (about two minutes the first time) ...", flush=True)
    add_packages(source)
    stamp.write_text(wanted)
    UNDER_WAY.unlink()


def fingerprint(requirements: Path) -> str:
    """Changes with the pinned versions, also of the files that are included, and with the interpreter."""
    text = requirements.read_text()
    included = [line.split()[1] for line in text.splitlines() if line.startswith("-r ")]
    lock = lock_of(requirements)
    locked = "" if unlocked() or not lock.exists() else lock.read_text()
    texts = [text, *[(BASE / name).read_text() for name in included], CONSTRAINTS.read_text(), locked, sys.version]
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def chosen(requirements: Path) -> tuple[str | Path, ...]:
    """What pip installs from, the file last. With a lock nothing is built: what builds is fetched without a hash."""
    if unlocked():
        return "-r", requirements
    require_lock(requirements)
    return "--require-hashes", "--no-deps", "--only-binary=:all:", "-r", lock_of(requirements)


def lock_of(requirements: Path) -> Path:
    return requirements.with_suffix(".lock")


def unlocked() -> bool:
    return os.environ.get(UNLOCKED, "").lower() in {"1", "true", "yes", "on"}


def require_lock(requirements: Path) -> None:
    lock = lock_of(requirements)
    if not lock.exists():
        raise NotInstalled(f"{requirements.name} has no lock; {UNLOCKED}=1 installs it by version alone.")
    holds_for = lock.read_text().partition("\n")[0].removeprefix("# ")
    here = this_platform()
    if holds_for != here:
        raise NotInstalled(
            f"{lock.name} is for {holds_for}, this is {here}; {UNLOCKED}=1 installs by version alone, untested."
        )


def this_platform() -> str:
    """As the first line of a lock says it: which packages are needed depends on these."""
    python = f"{platform.python_implementation()} {sys.version_info.major}.{sys.version_info.minor}"
    return f"{python} on {platform.system()} {platform.machine()}"


def works() -> bool:
    if not PYTHON.exists():
        return False
    return subprocess.run([PYTHON, "-m", "pip", "--version"], capture_output=True).returncode == 0


def make_environment() -> None:
    print("Making the environment .venv ...", flush=True)
    shutil.rmtree(VENV, ignore_errors=True)
    made = subprocess.run([sys.executable, "-m", "venv", VENV], capture_output=True, text=True)
    if made.returncode == 0:
        return
    words = (made.stdout + made.stderr).strip()
    if "ensurepip" in words:
        raise NotInstalled(
            "Python's venv module is not complete: on Debian, `apt-get install python3-venv` mends that."
        )
    raise NotInstalled(f"the environment .venv cannot be made: {last_line(words)}")


def add_packages(source: tuple[str | Path, ...]) -> None:
    options = ["--quiet", "--prefer-binary", "--no-input", "--disable-pip-version-check"]
    command = [PYTHON, "-m", "pip", "install", *options, *source]
    quiet = os.environ | {"PIP_ROOT_USER_ACTION": "ignore"}
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, env=quiet)
    if done.returncode != 0:
        require_hashes_met(done.stderr)
        ended = f"pip ended with status {done.returncode}; the next start installs anew"
        raise NotInstalled(f"the packages cannot be installed: {last_line(done.stderr, ended)}")


def require_hashes_met(words: str) -> None:
    _, mismatch, rest = words.partition("DO NOT MATCH THE HASHES")
    if mismatch:
        package = re.search(r"[\w.-]+==[^\s;]+", rest)
        raise NotInstalled(
            f"what the package index serves as {package[0] if package else 'a package'} is not what was locked. "
            f"If you trust that index, {UNLOCKED}=1 installs by version alone."
        )


def require_space() -> None:
    free = shutil.disk_usage(BASE).free
    if not works() and free < ENOUGH_SPACE:
        raise NotInstalled(
            f"there is no space left on the disk: {free // 2**20} MB are free, {ENOUGH_SPACE // 2**20} MB are needed."
        )


def last_line(text: str, otherwise: str = "no reason given") -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error")]
    return (errors or lines or [otherwise])[-1]


@contextmanager
def one_at_a_time() -> Iterator[None]:
    with (BASE / "requirements.txt").open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def main() -> int:
    if sys.version_info < OLDEST:
        print("finrag needs Python 3.11 or newer: `make up PYTHON=/path/to/python3.11`.", file=sys.stderr)
        return 1
    try:
        with one_at_a_time():
            install(BASE / (sys.argv[1] if len(sys.argv) > 1 else "requirements.txt"))
    except (NotInstalled, OSError) as failed:
        print(f"finrag cannot be installed: {failed}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Interrupted: the next start installs again.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
