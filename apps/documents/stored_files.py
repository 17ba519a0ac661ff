"""Stored files are read where they lie: in a folder, or in a bucket that knows no paths."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db.models.fields.files import FieldFile


class StoreUnreachable(OSError):
    """The store of files does not answer, or refuses us: no file's fault, and it may be tried again."""


def opened(file: FieldFile) -> File:  # type: ignore[type-arg]
    """The content, to be closed by whoever asked. Raises as `on_disk` does.

    Always anew: a file of a bucket that is opened a second time would fetch its content outside the store's sight.
    """
    return file.storage.open(file.name or "", "rb")


@contextmanager
def on_disk(file: FieldFile) -> Iterator[Path]:
    """A path to read `file` at while the body runs: its own in a folder, elsewhere a copy that is removed.

    Raises FileNotFoundError where nothing is stored under its name, StoreUnreachable where nobody can tell.
    """
    try:
        own = Path(file.path)
    except NotImplementedError:
        with _copied(file) as copy:
            yield copy
    else:
        yield own


@contextmanager
def _copied(file: FieldFile) -> Iterator[Path]:
    with tempfile.NamedTemporaryFile(prefix="stored-", suffix=PurePosixPath(file.name or "").suffix) as copy:
        with opened(file) as stored:
            shutil.copyfileobj(stored, copy)
        copy.flush()
        yield Path(copy.name)


def files_folder() -> Path | None:
    """The folder that files are kept in; None where they are kept in a bucket."""
    try:
        return Path(default_storage.path(""))
    except NotImplementedError:
        return None
