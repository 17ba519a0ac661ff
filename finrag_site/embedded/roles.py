"""The two roles of the embedded database: its owner makes and changes tables, the application uses them.

Their passwords are random and kept in `var/`. The roles are set while no server runs, in PostgreSQL's single-user mode:
a data folder of an earlier release, which trusted whoever came to its socket, is closed before anybody connects.
"""

import hashlib
import pwd
import subprocess
from pathlib import Path
from urllib.parse import quote

from finrag_site import secret
from finrag_site.embedded.failure import ServerFailed
from finrag_site.embedded.paths import Layout

OWNER, APPLICATION = "finrag", "finrag_app"
DATABASE = "finrag"
DOORS = "local all all scram-sha-256\nhost all all samehost scram-sha-256\n"  # it listens on its socket alone
MARK = "finrag-roles"
LEAST = "LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS"
MAKE = "DO $$BEGIN IF to_regrole('{role}') IS NULL THEN CREATE ROLE {role}; END IF; END$$;"


def password(place: Layout, role: str) -> str:
    """The password of a role, made when it is first asked for."""
    return secret.kept(place, f"{role}.password")


def url(place: Layout, role: str) -> str:
    """The address of the embedded database for that role."""
    return f"postgresql://{role}:{quote(password(place, role))}@/{DATABASE}?host={quote(str(place.sockets))}"


def settle(place: Layout, data: Path, programs: Path, user: pwd.struct_passwd | None) -> None:
    """Give both roles their passwords and close every other door, where that is not yet so. No server may run.

    Raises:
        ServerFailed: the database refuses.
    """
    mark, wanted = data / MARK, _digest(place)
    if mark.exists() and mark.read_text() == wanted:
        return
    _alone(data, programs, user, _statements(place))
    (data / "pg_hba.conf").write_text(DOORS)
    mark.write_text(wanted)


def _statements(place: Layout) -> list[str]:
    return [
        MAKE.format(role=APPLICATION),
        f"ALTER ROLE {APPLICATION} {LEAST} PASSWORD '{password(place, APPLICATION)}';",
        f"ALTER ROLE {OWNER} PASSWORD '{password(place, OWNER)}';",
    ]


def _alone(data: Path, programs: Path, user: pwd.struct_passwd | None, statements: list[str]) -> None:
    """Run statements, one a line, without a server: nobody else is there, and no password is needed."""
    done = subprocess.run(
        [programs / "postgres", "--single", "-D", data, "-c", "log_min_error_statement=panic", "postgres"],
        input="\n".join(statements) + "\n",
        capture_output=True,
        text=True,
        user=user.pw_uid if user else None,
        group=user.pw_gid if user else None,
        extra_groups=[] if user else None,
        cwd=data,
    )
    if wrong := [line for line in done.stderr.splitlines() if "ERROR:" in line or "FATAL:" in line]:
        raise ServerFailed(f"The roles of the embedded database cannot be set: {wrong[0]}")
    if done.returncode != 0:
        raise ServerFailed(f"The roles of the embedded database cannot be set (status {done.returncode}).")


def _digest(place: Layout) -> str:
    parts = [DOORS, LEAST, password(place, OWNER), password(place, APPLICATION)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
