"""Page images of PDF versions: drawn once, in a short-lived confined child, kept on disk and served from there.

A page may be made to take for ever, so a child has a few seconds, and no lock stands between one person's page and
another's: a few children draw at once, of one owner's files fewer than of all, and who finds no place is told to come
again. A finished image is moved into place in one step, so that a reader never sees half of one and two writers of the
same page do no harm.
"""

import os
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Condition

from django.conf import settings

from apps.accounts.acting import serving
from apps.documents.models import DocumentVersion
from apps.documents.stored_files import on_disk
from apps.reading.confinement import Bounds, ChildFailed
from apps.reading.drawing import CannotDraw, draw_confined
from apps.reading.parsed import FileRefused

RENDERING = "1"  # part of every key: raise it when images come to look different
WIDTHS = (240, 900, 1800)  # pixels: for an overview, for reading, and for zooming in
PRUNE_EVERY = 100  # images drawn between two looks at the size of the cache
PDF = "application/pdf"

BOUNDS = Bounds(memory_bytes=1024**3, cpu_seconds=10, wall_seconds=20)  # a usual page takes a tenth of a second
AT_ONCE, AT_ONCE_EACH = 4, 2  # children in this process, and of these for one owner's files
PATIENCE_SECONDS = 10.0
HOPELESS_SECONDS = 3600.0  # a page that took too long is tried again after this

_places = Condition()
_drawing: Counter[int] = Counter()  # children by owner
_drawn = 0


class CannotRender(ValueError):
    """This page has no image: the source has no pages of its own, or pdfium cannot draw it."""


class TooBusy(RuntimeError):
    """Too many pages are being drawn now; it can be tried again in a moment."""


def has_images(version: DocumentVersion) -> bool:
    return version.media_type == PDF


def image_key(version: DocumentVersion, number: int, width: int) -> str:
    """Names the image for good: a version's file never changes. Serves as ETag."""
    return f"{version.uid}-{number}-{width}-{RENDERING}"


def page_image(version: DocumentVersion, number: int, width: int) -> Path:
    """The path of a PNG of page `number` (from 0), `width` (of WIDTHS) pixels wide.

    Raises CannotRender when the source has no such page to draw, TooBusy when it can be drawn later.
    """
    if width not in WIDTHS or not has_images(version):
        raise CannotRender(f"No image of {version.media_type} at width {width}.")
    path = cache_folder() / str(version.uid) / f"{image_key(version, number, width)}.png"
    if not path.exists():
        with place_for(version.document.owner_id):
            if not path.exists():  # somebody may have drawn it meanwhile
                with on_disk(version.file) as source:
                    draw(source, number, width, path)
        prune_now_and_then()
    return path


def cache_folder() -> Path:
    return Path(settings.VAR_DIR) / "cache" / "pages"


def draw(source: Path, number: int, width: int, target: Path) -> None:
    """Moved into place in one step. A page that took too much is remembered, so that it is not tried again and again.

    Raises CannotRender.
    """
    hopeless = target.with_suffix(".hopeless")
    if hopeless.exists() and time.time() - hopeless.stat().st_mtime < HOPELESS_SECONDS:
        raise CannotRender(f"Page {number + 1} takes too long to draw.")
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        drawn = draw_confined(source, number, width, BOUNDS)
    except (CannotDraw, ChildFailed) as error:
        raise CannotRender(str(error)) from error
    except FileRefused as refusal:
        hopeless.touch()
        raise CannotRender(f"Page {number + 1} takes too long to draw.") from refusal
    _put(drawn, target)


def _put(drawn: bytes, target: Path) -> None:
    handle, name = tempfile.mkstemp(dir=target.parent, suffix=".part")
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(drawn)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def place_for(owner: int) -> Iterator[None]:
    """A place among the few that draw at once. What one person's files need never takes all of them.

    Raises TooBusy after a while of waiting.
    """
    with _places:
        if not _places.wait_for(lambda: _has_place(owner), PATIENCE_SECONDS):
            raise TooBusy("Too many pages are being drawn.")
        _drawing[owner] += 1
    try:
        yield
    finally:
        with _places:
            _drawing[owner] -= 1
            _places.notify_all()


def _has_place(owner: int) -> bool:
    return _drawing.total() < AT_ONCE and _drawing[owner] < AT_ONCE_EACH


def prune_now_and_then() -> None:
    """Keep the cache under FINRAG_PAGE_CACHE_MB by removing what was used longest ago; looks at it rarely."""
    global _drawn
    _drawn += 1
    if _drawn % PRUNE_EVERY == 0:
        forget_erased(cache_folder())
        prune(cache_folder(), settings.PAGE_CACHE_BYTES)


@serving()
def forget_erased(folder: Path) -> None:
    """Remove the images of versions that are gone: whoever erased them may have been another machine."""
    kept = {path.name: path for path in folder.iterdir()}
    there = DocumentVersion.objects.filter(uid__in=kept).values_list("uid", flat=True)
    for name in kept.keys() - {str(uid) for uid in there}:
        shutil.rmtree(kept[name], ignore_errors=True)


def prune(folder: Path, limit: int) -> None:
    """Remove the images that were opened longest ago until `folder` holds at most `limit` bytes."""
    images = sorted(((path.stat(), path) for path in folder.glob("*/*.png")), key=lambda entry: entry[0].st_atime)
    excess = sum(stat.st_size for stat, _ in images) - limit
    for stat, path in images:
        if excess <= 0:
            return
        path.unlink(missing_ok=True)
        excess -= stat.st_size
