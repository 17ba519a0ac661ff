"""Lock every package by SHA-256: `python3.11 scripts/lock.py`, after each change of a pin.

Writes requirements.lock and requirements-dev.lock: all that is installed for the two requirements files, at the
versions of constraints.txt, with the hashes of every file that the index lists for each, whatever platform it is for.
They hold for the Python and the platform that this runs on. One index is asked, the public one unless PIP_INDEX_URL
names another: settings files of the machine are left aside. The tool that locks goes into an environment that is
thrown away. Takes some minutes.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from install import BASE, lock_of, this_platform

TOOL = "pip-tools==7.6.2"
LOCKED = ("requirements.txt", "requirements-dev.txt")
OPTIONS = (
    *("--quiet", "--generate-hashes", "--allow-unsafe", "--strip-extras", "--no-header", "--no-annotate"),
    *("--no-emit-index-url", "--no-emit-trusted-host", "--no-emit-find-links"),
)
OTHER_SOURCES = frozenset({"PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL"})
HEADER = """\
# {platform}
# Made by `python3.11 scripts/lock.py` from {name} and constraints.txt; not to be edited.
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        python = with_the_tool(place / "venv")
        for name in LOCKED:
            lock(BASE / name, python, place)


def with_the_tool(venv: Path) -> Path:
    """An interpreter like this one, with the tool that locks."""
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    python = venv / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", TOOL], check=True, env=one_index())
    return python


def lock(requirements: Path, python: Path, place: Path) -> None:
    """A file that is not there yet is compiled: of one that is, the tool would keep the hashes."""
    made = place / lock_of(requirements).name
    command = [python, "-m", "piptools", "compile", *OPTIONS, "-o", made, requirements.name]
    subprocess.run(command, check=True, cwd=BASE, env=one_index())
    text = HEADER.format(platform=this_platform(), name=requirements.name) + made.read_text()
    lock_of(requirements).write_text(text)
    print(f"{lock_of(requirements).name}: {text.count('==')} packages, {text.count('--hash=')} files")


def one_index() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in OTHER_SOURCES}
    return kept | {"PIP_CONFIG_FILE": os.devnull}


if __name__ == "__main__":
    main()
