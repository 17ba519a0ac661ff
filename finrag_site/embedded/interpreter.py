"""A copy of Python for the store's user, where root's own lies in a folder that only root may enter (root's home).

Installed packages are not copied: the environment that holds them lies with the code, and is linked to.
"""

import hashlib
import os
import shutil
import sys
from pathlib import Path

from finrag_site.embedded.bytecode import compile_library
from finrag_site.embedded.paths import BASE, open_to_all

SHARED = Path("/var/lib")
PACKAGES = f"python{sys.version_info.major}.{sys.version_info.minor}"
LEFT_OUT = shutil.ignore_patterns("site-packages", "test", "tests", "__pycache__", "config-*", "idlelib", "ensurepip")


def come_along() -> None:
    """Run this program again by an interpreter that everybody may use, where root's is closed and one can be made.

    Does not return if so; returns for anybody but root, and where the code or its packages are closed as well.
    """
    base = Path(sys.base_prefix)
    if os.geteuid() != 0 or open_to_all(base) or sys.prefix == sys.base_prefix:
        return
    if not (open_to_all(BASE) and open_to_all(Path(sys.prefix).resolve())):
        return
    copy = _copied(base)
    python = _environment(copy)
    libraries = [str(copy / "lib"), *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
    sys.stdout.flush()
    os.execve(  # noqa: S606 - ourselves, with the same arguments
        python, [str(python), *sys.orig_argv[1:]], os.environ | {"LD_LIBRARY_PATH": ":".join(libraries)}
    )


def _copied(base: Path) -> Path:
    """The standard library and the program, copied once per version of them."""
    program = Path(sys.executable).resolve()
    made = program.stat().st_mtime_ns
    copy = SHARED / f"finrag-python-{_digest(f'{base} {sys.version} {made} compiled')}"
    if copy.exists():
        return copy
    half = copy.with_name(f"{copy.name}.{os.getpid()}")
    shutil.copytree(base / "lib" / PACKAGES, half / "lib" / PACKAGES, ignore=LEFT_OUT, symlinks=True)
    for library in base.glob("lib/libpython*.so*"):
        shutil.copy2(library, half / "lib", follow_symlinks=False)
    compile_library(half / "lib" / PACKAGES, copy / "lib" / PACKAGES)
    (half / "bin").mkdir()
    shutil.copy2(program, half / "bin" / PACKAGES)
    _open(half)
    _settle(half, copy)
    return copy


def _environment(copy: Path) -> Path:
    """The Python of an environment over that copy, with the packages of ours."""
    environment = copy / f"environment-{_digest(str(Path(sys.prefix).resolve()))}"
    if not environment.exists():
        half = environment.with_name(f"{environment.name}.{os.getpid()}")
        packages = Path("lib", PACKAGES, "site-packages")
        (half / packages.parent).mkdir(parents=True)
        (half / packages).symlink_to(Path(sys.prefix).resolve() / packages)
        (half / "bin").mkdir()
        (half / "bin" / "python").symlink_to(copy / "bin" / PACKAGES)
        (half / "pyvenv.cfg").write_text(f"home = {copy / 'bin'}\ninclude-system-site-packages = false\n")
        _open(half)
        _settle(half, environment)
    return environment / "bin" / "python"


def _open(folder: Path) -> None:
    """Whatever the mask: everybody reads it, and only root writes."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.parent.name == "bin" else 0o644)


def _settle(half: Path, whole: Path) -> None:
    """Half-made copies are never used; of two that are made at once, the first stays."""
    try:
        half.rename(whole)
    except OSError:
        shutil.rmtree(half)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
