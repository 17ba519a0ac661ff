"""The code compiled once: the store's user may not write beside it, and would compile it in every process anew."""

import compileall
import os
from contextlib import suppress
from pathlib import Path

from finrag_site.embedded.paths import BASE

CODE = ("apps", "finrag_site")
OPEN = 0o022  # a mask: everybody may read


def compile_code(base: Path = BASE) -> None:
    """What is not compiled yet, readable by everybody. If it cannot be written, each process does it for itself."""
    before = os.umask(OPEN)
    try:
        for name in CODE:
            compileall.compile_dir(base / name, quiet=2)
            with suppress(OSError):  # of a medium that cannot be written
                for folder in (base / name).rglob("__pycache__"):
                    _open(folder)
    finally:
        os.umask(before)


def compile_library(folder: Path, place: Path) -> None:
    """A standard library that lies in `folder` until it is moved to `place`."""
    compileall.compile_dir(folder, quiet=2, stripdir=str(folder), prependdir=str(place))


def _open(folder: Path) -> None:
    """What an earlier start compiled for itself alone."""
    for path, mode in ((folder, 0o755), *((file, 0o644) for file in folder.glob("*.pyc"))):
        if path.stat().st_mode & mode != mode:
            path.chmod(mode)
