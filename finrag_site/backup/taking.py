"""Taking a backup while files are read and questions answered.

One snapshot of the database is what everything else follows: pg_dump and the list of files see it alone. A file is
stored before its row is committed, so that every file of the snapshot is there. The sealed log is copied while no
sealer works, in the moment of the snapshot: a log that were ahead of the database could not go on.
"""

import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from django.conf import settings
from django.core.files.storage import default_storage
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from apps.audit import keys
from apps.audit.log.notes import NoteRefused
from apps.audit.log.sealing import LOCK
from apps.audit.models import Action
from apps.audit.trail import Subject, record
from apps.documents.models import DocumentVersion
from finrag_site.backup import manifest, programs
from finrag_site.backup.failure import BackupRefused
from finrag_site.backup.manifest import Manifest

DATABASE, FILES, LOG, MODELS = "database.dump", "files", "audit-log", "models"
STORED = "SELECT file, sha256 FROM documents_documentversion ORDER BY id"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A transaction that sees the database as it was; other connections join it by `name`."""

    connection: BaseDatabaseWrapper
    name: str


def take(target: Path, keys_to: Path | None = None) -> Manifest:
    """Write the backup into `target`, which must not be there yet; a folder that is there is whole.

    That it began is an event before the snapshot, hence in the backup itself: no copy is taken unseen. That it is whole
    is another one, which names the manifest by its hash. Raises BackupRefused, OSError; a folder `.half` is left then.
    """
    if target.exists():
        raise BackupRefused(f"{target} is there already: name a folder that is not.")
    programs.check_owner()
    half = target.with_name(f"{target.name}.half")
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(parents=True, mode=0o700)
    subject = Subject("backup", None, target.name)
    record(Action.BACKUP_BEGUN, subject=subject, keys=keys_to is not None)
    told = Manifest(timezone.now().isoformat(), _version(), sorted(map(list, _migrations())))
    with snapshot(half / LOG) as seen:
        programs.dump(half / DATABASE, seen.name)
        _copy_files(seen, half, told)
        with seen.connection.cursor() as cursor:
            told.tables = manifest.rows_of(cursor)
    _finish(half, told, keys_to)
    half.rename(target)
    record(Action.BACKED_UP, subject=subject, manifest=manifest.digest_of(target), **told.counts)
    return told


@contextmanager
def snapshot(log: Path) -> Iterator[Snapshot]:
    """The database at one moment, with the sealed log of that moment copied to `log`."""
    own = connection.copy()
    try:
        with own.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
            cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            cursor.execute("SELECT pg_export_snapshot()")
            name = str(cursor.fetchone()[0])
            _copy_folder(settings.AUDIT_LOG_DIR, log)
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
        yield Snapshot(own, name)
    finally:
        own.close()


def _copy_files(seen: Snapshot, half: Path, told: Manifest) -> None:
    with seen.connection.cursor() as cursor:
        cursor.execute(STORED)
        rows = cursor.fetchall()
    for name, sha256 in rows:
        found = _copy_file(name, half / FILES / name)
        if found != sha256:
            gone = not DocumentVersion.objects.filter(file=name).exists()
            (told.erased if gone else told.damaged).append(name)


def _copy_file(name: str, target: Path) -> str:
    """The SHA-256 of what was copied; nothing for a file that is not there."""
    target.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    try:
        with default_storage.open(name) as source, target.open("wb") as sink:
            for piece in source.chunks():
                digest.update(piece)
                sink.write(piece)
    except FileNotFoundError:
        return ""
    return digest.hexdigest()


def _copy_folder(source: Path, target: Path) -> None:
    """What is there; files that are being written aside are left out."""
    target.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("tmp*", "*.half"))


def _finish(half: Path, told: Manifest, keys_to: Path | None) -> None:
    _copy_folder(Path(settings.MODELS_DIR), half / MODELS)
    told.log, told.keys = _public_key(), keys_to is not None
    if keys_to is not None:
        _copy_keys(keys_to)
    paths = sorted(path for path in half.rglob("*") if path.is_file())
    told.files = {str(path.relative_to(half)): manifest.hash_of(path) for path in paths}
    told.write(half)


def key_files() -> dict[str, Path]:
    """The secrets that a restored installation needs to go on as the same one, where they lie in files of ours."""
    places = (settings.AUDIT_KEY_PATH, settings.AUDIT_WITNESS_KEY_PATH, settings.VAR_DIR / "secret_key")
    return {place.name: place for place in map(Path, places)}


def _copy_keys(target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True, mode=0o700)
    for name, path in key_files().items():
        if path.exists():
            (target / name).touch(mode=0o600)
            (target / name).write_bytes(path.read_bytes())


def _public_key() -> str:
    try:
        return keys.log_verifier().vkey
    except (NoteRefused, OSError):
        return ""  # nothing was ever sealed


def _migrations() -> set[tuple[str, str]]:
    return set(MigrationRecorder(connection).applied_migrations())


def _version() -> str:
    try:
        return version("finrag")
    except PackageNotFoundError:
        return "checkout"
