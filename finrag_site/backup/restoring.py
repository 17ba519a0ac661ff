"""Restoring a backup into an empty installation: files first, the database last and all at once, then the proof."""

import shutil
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db import DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader

from finrag_site import grants
from finrag_site.backup import manifest, programs
from finrag_site.backup.failure import BackupRefused
from finrag_site.backup.manifest import Manifest
from finrag_site.backup.taking import DATABASE, FILES, LOG, MODELS, key_files

EXTENSIONS = ("vector", "pg_trgm", "unaccent")


def restore(source: Path, keys_from: Path | None = None) -> Manifest:
    """Bring everything back and compare every row and file with the manifest. Tables of later releases are not made.

    May be repeated after a failure: the database is the last thing that is written. Raises BackupRefused, OSError.
    """
    told = manifest.read(source)
    check_empty()
    _check_code(told)
    _check_files(source, told)
    _bring_files(source, told)
    _bring_folder(source / LOG, Path(settings.AUDIT_LOG_DIR))
    _bring_folder(source / MODELS, Path(settings.MODELS_DIR))
    _bring_keys(keys_from)
    _make_extensions()
    programs.load(source / DATABASE)
    if wrong := list(manifest.differing(told.tables, rows_now())):
        raise BackupRefused(f"What was restored is not what was backed up. {' '.join(wrong)}")
    grants.grant()
    return told


def check_empty() -> None:
    """Raises BackupRefused unless the database has no table of ours: nothing that is there is ever written over."""
    with connection.cursor() as cursor:
        cursor.execute(manifest.TABLES)
        if cursor.fetchall():
            raise BackupRefused("This installation is not empty: restore into a new database and a new FINRAG_VAR_DIR.")


def rows_now() -> dict[str, manifest.Rows]:
    with transaction.atomic(), connection.cursor() as cursor:
        return manifest.rows_of(cursor)


def _check_code(told: Manifest) -> None:
    known = MigrationLoader(None).disk_migrations
    if newer := [name for app, name in told.migrations if (app, name) not in known and app in settings_apps()]:
        raise BackupRefused(f"The backup is of a newer release, which knows {newer[-1]}: restore with that one.")


def settings_apps() -> set[str]:
    from django.apps import apps

    return {config.label for config in apps.get_app_configs()}


def _check_files(source: Path, told: Manifest) -> None:
    for name, digest in told.files.items():
        path = source / name
        if not path.is_file():
            raise BackupRefused(f"The backup is not whole: {name} is missing.")
        if manifest.hash_of(path) != digest:
            raise BackupRefused(f"The backup is damaged: {name} is not what its manifest says.")


def _bring_files(source: Path, told: Manifest) -> None:
    for path in sorted((source / FILES).rglob("*")):
        if path.is_file():
            _bring_file(path, str(path.relative_to(source / FILES)))


def _bring_file(path: Path, name: str) -> None:
    """A file that is there already must be this one: an earlier restore was interrupted."""
    if default_storage.exists(name):
        if default_storage.size(name) == path.stat().st_size:
            return
        default_storage.delete(name)
    with path.open("rb") as file:
        kept = default_storage.save(name, File(file))
    if kept != name:
        raise BackupRefused(f"The store kept {name} under another name, {kept}.")


def _bring_folder(source: Path, target: Path) -> None:
    if source.is_dir():
        target.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, target, dirs_exist_ok=True)


def _bring_keys(source: Path | None) -> None:
    """Keys that are here already stay, unless they are others: then somebody must say which are right."""
    for name, path in key_files().items() if source else ():
        given: Any = source / name if source else None
        if not given.exists() or (name == "secret_key" and path.exists()):
            continue  # sessions are signed with the one that is here
        if path.exists() and path.read_bytes() != given.read_bytes():
            raise BackupRefused(f"{path} holds another key than the one to be restored: move it away first.")
        path.touch(mode=0o600)
        path.write_bytes(given.read_bytes())


def _make_extensions() -> None:
    try:
        with connection.cursor() as cursor:
            for name in EXTENSIONS:
                cursor.execute(f"CREATE EXTENSION IF NOT EXISTS {name}")
    except DatabaseError as error:
        named = ", ".join(EXTENSIONS)
        raise BackupRefused(f"An administrator of the server must first make the extensions {named}.") from error
