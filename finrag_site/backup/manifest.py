"""What a backup says of itself: its files with their hashes, and of every table how many rows and their digest."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from django.db.backends.utils import CursorWrapper
from psycopg import sql

from finrag_site.backup.failure import BackupRefused

NAME, TYPE = "manifest.json", "finrag-backup/1"
PIECE = 1024 * 1024
TABLES = """
    SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e') ORDER BY relname"""
# Each row's MD5 in two halves, added up: the order of rows does not matter, and the server holds none of them.
ROWS = """
    SELECT count(*), coalesce(sum(('x' || left(row, 16))::bit(64)::bigint::numeric), 0)::text
        || '/' || coalesce(sum(('x' || right(row, 16))::bit(64)::bigint::numeric), 0)::text
    FROM (SELECT md5({table}::text) AS row FROM {table}) AS rows"""
SAME_TEXT = "SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL extra_float_digits = 1"


@dataclass(frozen=True, slots=True)
class Rows:
    """Of one table."""

    count: int
    digest: str


@dataclass(slots=True)
class Manifest:
    """files: SHA-256 by path in the backup. erased: stored files that were deleted for good while it was taken.

    damaged: stored files that were missing or not what their row says already then. log: the public key of the sealed
    trail. keys: whether the keys were taken along, into another folder.
    """

    made: str
    version: str
    migrations: list[list[str]]
    tables: dict[str, Rows] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    erased: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)
    log: str = ""
    keys: bool = False
    type: str = TYPE

    @property
    def counts(self) -> dict[str, int]:
        """What is in it, as the trail tells it."""
        rows = sum(table.count for table in self.tables.values())
        return {"rows": rows, "files": len(self.files), "damaged": len(self.damaged), "erased": len(self.erased)}

    def write(self, folder: Path) -> None:
        (folder / NAME).write_text(json.dumps(asdict(self), indent=1, sort_keys=True))


def read(folder: Path) -> Manifest:
    """Raises BackupRefused for a folder that is no backup of ours."""
    try:
        told: dict[str, Any] = json.loads((folder / NAME).read_text())
        tables = {name: Rows(**rows) for name, rows in told.pop("tables").items()}
        found = Manifest(tables=tables, **told)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BackupRefused(f"{folder} is no backup: its {NAME} cannot be read ({type(error).__name__}).") from error
    if found.type != TYPE:
        raise BackupRefused(f"{folder} is a backup of another kind: {found.type!r}.")
    return found


def digest_of(folder: Path) -> str:
    """The SHA-256 of its manifest, which stands for all of a backup."""
    return hash_of(folder / NAME)


def rows_of(cursor: CursorWrapper) -> dict[str, Rows]:
    """Every table of ours, as the cursor's transaction shows it."""
    cursor.execute(SAME_TEXT)
    cursor.execute(TABLES)
    return {name: _rows(cursor, name) for (name,) in cursor.fetchall()}


def _rows(cursor: CursorWrapper, table: str) -> Rows:
    cursor.execute(sql.SQL(ROWS).format(table=sql.Identifier(table)))
    return Rows(*cursor.fetchone())


def differing(before: dict[str, Rows], after: dict[str, Rows]) -> Iterator[str]:
    """A sentence for each table that is not as it was."""
    for name in sorted(before.keys() | after.keys()):
        was, found = before.get(name), after.get(name)
        if was != found:
            counts = " and ".join(str(rows.count) if rows else "no table" for rows in (was, found))
            yield f"Table {name} differs: {counts} rows before and after."


def hash_of(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()
