"""Remove the environment, the data and the caches of this checkout; refuses while anything of it runs.

python3 scripts/clean.py
"""

import fcntl
import hashlib
import shutil
import sys
from pathlib import Path

BASE = Path(__file__).resolve().parent.parent
CACHES = (".mypy_cache", ".ruff_cache", ".pytest_cache", ".import_linter_cache")


def in_use(lock: Path) -> bool:
    with lock.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def outside(var: Path) -> Path:
    """Where the database of `var` lives when its user cannot come to `var`: `Layout.outside` of finrag_site."""
    return Path("/var/lib") / f"finrag-{hashlib.sha256(str(var).encode()).hexdigest()[:12]}"


def main() -> int:
    var = BASE / "var"
    running = [lock.name for lock in var.glob("**/locks/*") if lock.is_file() and in_use(lock)]
    if running:
        print(f"finrag runs here ({', '.join(sorted(running))}): stop it first, then clean.", file=sys.stderr)
        return 1
    layouts = [var, *[locks.parent for locks in var.glob("*/**/locks")]]
    for folder in (*map(outside, layouts), var, *[BASE / name for name in (".venv", *CACHES)]):
        shutil.rmtree(folder, ignore_errors=True)
    for cache in BASE.rglob("__pycache__"):
        shutil.rmtree(cache, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
