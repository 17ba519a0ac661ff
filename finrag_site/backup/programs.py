"""pg_dump and pg_restore of the wheel, run as the owner of the tables: row-level security hides nothing from it."""

import os
import subprocess
from pathlib import Path
from typing import Any

from django.db import connection

from finrag_site.backup.failure import BackupRefused
from finrag_site.embedded import account

PARAMETERS = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "dbname": "PGDATABASE",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
}
WHOLE = ("--no-owner", "--no-privileges")  # roles are called otherwise elsewhere; rights are granted anew
FOREIGN = """
    SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
    AND NOT pg_has_role(relowner, 'USAGE')"""


def check_owner() -> None:
    """Raises BackupRefused where a table is another's: its policies would hide rows, and no backup would be whole."""
    with connection.cursor() as cursor:
        cursor.execute(FOREIGN)
        if cursor.fetchone() != (0,):
            raise BackupRefused("Not every table is this role's own: name their owner in DATABASE_OWNER_URL.")


def dump(target: Path, snapshot: str) -> None:
    """Everything that the snapshot shows, in pg_dump's own format. Raises BackupRefused."""
    command: list[str | Path] = [
        _program("pg_dump"),
        "--format=custom",
        f"--snapshot={snapshot}",
        *WHOLE,
        "--exclude-extension=*",
    ]
    with target.open("wb") as sink:
        _run(command, stdout=sink)


def load(source: Path) -> None:
    """All of a dump or, when anything fails, none of it. Raises BackupRefused."""
    command: list[str | Path] = [_program("pg_restore"), "--single-transaction", "--exit-on-error", *WHOLE]
    with source.open("rb") as given:
        _run([*command, f"--dbname={_known()['PGDATABASE']}"], stdin=given)


def _program(name: str) -> Path:
    return account.INSTALLED / "bin" / name


def _run(command: list[str | Path], **streams: Any) -> None:
    done = subprocess.run(command, env=os.environ | _known(), stderr=subprocess.PIPE, text=True, **streams)
    if done.returncode != 0:
        words = [line for line in done.stderr.splitlines() if line.strip()] or ["no reason given"]
        raise BackupRefused(f"{Path(command[0]).name} failed: {words[0].strip()}")


def _known() -> dict[str, str]:
    """How to connect as this process does."""
    given = connection.get_connection_params()
    return {PARAMETERS[name]: str(value) for name, value in given.items() if name in PARAMETERS and value}
