"""Packages are installed by hash: the locks stand for the pins, and nothing else gets in."""

import base64
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from finrag_site.embedded.paths import BASE

LOCKED = ("requirements.txt", "requirements-dev.txt")
HERE = f"CPython {sys.version_info.major}.{sys.version_info.minor} on {platform.system()} {platform.machine()}"
PIN = re.compile(r"^([\w.-]+)(?:\[[\w,-]+\])?==([^\s;]+)", re.MULTILINE)
ENTRY = re.compile(r"[\w.-]+==[\w.]+((?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n")


def pins(text: str) -> dict[str, str]:
    return {canonicalize_name(name): version for name, version in PIN.findall(text)}


def wanted(name: str) -> str:
    """The lines of a requirements file and of those that it includes."""
    text = (BASE / name).read_text()
    return "\n".join([text, *(wanted(included) for included in re.findall(r"^-r (\S+)", text, re.MULTILINE))])


def lock_of(name: str) -> str:
    return (BASE / name).with_suffix(".lock").read_text()


@pytest.mark.parametrize("name", LOCKED)
def test_every_requirement_is_locked_at_its_version(name: str) -> None:
    assert len(pins(wanted(name))) > 25
    assert pins(wanted(name)).items() <= pins(lock_of(name)).items(), "run scripts/lock.py"


@pytest.mark.parametrize("name", LOCKED)
def test_every_locked_package_has_the_version_that_was_tested(name: str) -> None:
    assert pins(lock_of(name)).items() <= pins((BASE / "constraints.txt").read_text()).items(), "run scripts/lock.py"


@pytest.mark.parametrize("name", LOCKED)
def test_a_lock_holds_packages_with_hashes_and_nothing_else(name: str) -> None:
    """No address of an index, no path, no option: what is left without the entries is the two lines at its head."""
    rest = ENTRY.sub("", lock_of(name)).splitlines()
    assert rest == [
        "# CPython 3.11 on Linux x86_64",
        f"# Made by `python3.11 scripts/lock.py` from {name} and constraints.txt; not to be edited.",
    ]


@pytest.mark.parametrize("name", LOCKED)
def test_a_lock_lists_all_that_is_needed_and_nothing_else(name: str) -> None:
    """What the packages that are installed ask for, over any number of steps: pip adds nothing to a lock."""
    direct = [line for line in wanted(name).splitlines() if line and not line.startswith(("#", "-"))]
    assert closure(map(Requirement, direct)) == pins(lock_of(name)).keys(), "run scripts/lock.py"


def closure(asked: Iterable[Requirement]) -> set[str]:
    waiting, seen = list(asked), set[tuple[str, str]]()
    while waiting:
        one = waiting.pop()
        for extra in {"", *one.extras} - {extra for name, extra in seen if name == canonicalize_name(one.name)}:
            seen.add((canonicalize_name(one.name), extra))
            brought = map(Requirement, metadata.requires(one.name) or [])
            waiting += [each for each in brought if not each.marker or each.marker.evaluate({"extra": extra})]
    return {name for name, _ in seen}


def test_the_two_locks_agree() -> None:
    product, development = ({entry[0] for entry in ENTRY.finditer(lock_of(name))} for name in LOCKED)
    assert product <= development


@dataclass(frozen=True, slots=True)
class Checkout:
    """A checkout with one requirement, which lies in a folder that stands for the index."""

    base: Path
    sha256: str

    def lock(self, sha256: str, holds_for: str = "") -> None:
        entry = f"# {holds_for or HERE}\nacorn==1.0 \\\n    --hash=sha256:{sha256}\n"
        (self.base / "requirements.lock").write_text(entry)

    def install(self, **settings: str) -> subprocess.CompletedProcess[str]:
        index = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.base), "PIP_CONFIG_FILE": os.devnull}
        kept = {name: value for name, value in os.environ.items() if name != "FINRAG_UNLOCKED"}
        command = [sys.executable, self.base / "scripts" / "install.py"]
        return subprocess.run(command, capture_output=True, text=True, env=kept | index | settings)

    def has_acorn(self) -> bool:
        found = subprocess.run([self.base / ".venv" / "bin" / "python", "-c", "import acorn"], capture_output=True)
        return found.returncode == 0


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    base = tmp_path_factory.mktemp("checkout")
    (base / "scripts").mkdir()
    shutil.copy(BASE / "scripts" / "install.py", base / "scripts")
    (base / "requirements.txt").write_text("acorn==1.0\n")
    (base / "constraints.txt").write_text("")
    subprocess.run([sys.executable, "-m", "venv", base / ".venv"], check=True)
    return Checkout(base, hashlib.sha256(wheel(base).read_bytes()).hexdigest())


@pytest.fixture
def checkout(made: Checkout) -> Iterator[Checkout]:
    """Without a lock, and without the package."""
    yield made
    venv = made.base / ".venv"
    subprocess.run([venv / "bin" / "python", "-m", "pip", "uninstall", "-qy", "acorn"], check=True, capture_output=True)
    for left in (*venv.glob("finrag-*"), *made.base.glob("*.lock")):
        left.unlink()


def wheel(folder: Path) -> Path:
    info = "acorn-1.0.dist-info"
    files = {
        "acorn.py": "",
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: acorn\nVersion: 1.0\nRequires-Dist: unlisted==1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},sha256={digest(text)},{len(text)}\n" for name, text in files.items())
    made = folder / "acorn-1.0-py3-none-any.whl"
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in (files | {f"{info}/RECORD": f"{record}{info}/RECORD,,\n"}).items():
            archive.writestr(name, text)
    return made


def digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


def test_what_was_locked_is_installed_and_nothing_that_it_asks_for_besides(checkout: Checkout) -> None:
    checkout.lock(checkout.sha256)
    done = checkout.install()
    assert (done.returncode, done.stderr) == (0, "")
    assert checkout.has_acorn()


def test_another_file_under_the_same_version_is_refused_in_one_sentence(checkout: Checkout) -> None:
    checkout.lock("0" * 64)
    done = checkout.install()
    assert done.returncode == 1
    assert "what the package index serves as acorn==1.0 is not what was locked" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not checkout.has_acorn()


@pytest.mark.parametrize("other", ["CPython 3.99 on Linux x86_64", "CPython 3.11 on Plan9 x86_64"])
def test_a_lock_for_another_platform_does_not_hold(other: str, checkout: Checkout) -> None:
    checkout.lock(checkout.sha256, other)
    done = checkout.install()
    assert done.returncode == 1
    assert f"requirements.lock is for {other}, this is {HERE};" in done.stderr
    assert not checkout.has_acorn()


def test_without_a_lock_nothing_is_installed(checkout: Checkout) -> None:
    done = checkout.install()
    assert done.returncode == 1
    assert "requirements.txt has no lock; FINRAG_UNLOCKED=1 installs it by version alone" in done.stderr
    assert not checkout.has_acorn()


def test_who_says_so_installs_by_version_alone(checkout: Checkout) -> None:
    """Then pip resolves again: the package that the wheel asks for is missed."""
    checkout.lock("0" * 64)
    done = checkout.install(FINRAG_UNLOCKED="1")
    assert "unlisted==1.0" in done.stderr
