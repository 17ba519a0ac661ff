"""Page images of PDF versions: drawn once by pdfium, kept on disk, served from there.

pdfium is not thread-safe, so one lock guards it; a file is opened for one page and closed again, which costs a few
milliseconds and keeps memory at one bitmap. A finished image is moved into place in one step, so that a reader never
sees half of one and two writers of the same page do no harm.
"""

import os
import tempfile
from pathlib import Path
from threading import Lock

import pypdfium2 as pdfium
from django.conf import settings
from PIL import Image

from apps.documents.models import DocumentVersion

RENDERING = "1"  # part of every key: raise it when images come to look different
WIDTHS = (240, 900, 1800)  # pixels: for an overview, for reading, and for zooming in
TALLEST = 4  # a page that is more than this many times as high as wide is drawn smaller
PRUNE_EVERY = 100  # images drawn between two looks at the size of the cache
PDF = "application/pdf"

_pdfium = Lock()
_drawn = 0


class CannotRender(ValueError):
    """This page has no image: the source has no pages of its own, or pdfium cannot draw it."""


def has_images(version: DocumentVersion) -> bool:
    return version.media_type == PDF


def image_key(version: DocumentVersion, number: int, width: int) -> str:
    """Names the image for good: a version's file never changes. Serves as ETag."""
    return f"{version.uid}-{number}-{width}-{RENDERING}"


def page_image(version: DocumentVersion, number: int, width: int) -> Path:
    """The path of a PNG of page `number` (from 0), `width` (of WIDTHS) pixels wide.

    Raises CannotRender when the source has no such page to draw.
    """
    if width not in WIDTHS or not has_images(version):
        raise CannotRender(f"No image of {version.media_type} at width {width}.")
    path = cache_folder() / str(version.uid) / f"{image_key(version, number, width)}.png"
    if not path.exists():
        draw(Path(version.file.path), number, width, path)
        prune_now_and_then()
    return path


def cache_folder() -> Path:
    return Path(settings.VAR_DIR) / "cache" / "pages"


def draw(source: Path, number: int, width: int, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=target.parent, suffix=".part")
    os.close(handle)
    part = Path(name)
    try:
        draw_page(source, number, width, part)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def draw_page(source: Path, number: int, width: int, target: Path) -> None:
    """Draw one page as PNG in 64 colours: text stays sharp, a file is a third of a full one, a page takes 60 ms."""
    with _pdfium:
        try:
            with pdfium.PdfDocument(source) as document:
                page = document[number]
                bitmap = page.render(scale=scale_for(page.get_size(), width), draw_annots=False)
                image = bitmap.to_pil().convert("RGB")
                bitmap.close()
        except (pdfium.PdfiumError, IndexError) as error:
            raise CannotRender(f"Page {number + 1} cannot be drawn: {error}") from error
    image.quantize(64, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(target, format="PNG")


def scale_for(size: tuple[float, float], width: int) -> float:
    """Pixels per point. A little less than asked: pdfium rounds up, and 900.0001 would become 901."""
    page_width, page_height = (max(side, 1.0) for side in size)
    return float(min(width / page_width, TALLEST * width / page_height)) * (1 - 1e-6)


def prune_now_and_then() -> None:
    """Keep the cache under FINRAG_PAGE_CACHE_MB by removing what was used longest ago; looks at it rarely."""
    global _drawn
    _drawn += 1
    if _drawn % PRUNE_EVERY == 0:
        prune(cache_folder(), settings.PAGE_CACHE_BYTES)


def prune(folder: Path, limit: int) -> None:
    """Remove the images that were opened longest ago until `folder` holds at most `limit` bytes."""
    images = sorted(((path.stat(), path) for path in folder.glob("*/*.png")), key=lambda entry: entry[0].st_atime)
    excess = sum(stat.st_size for stat, _ in images) - limit
    for stat, path in images:
        if excess <= 0:
            return
        path.unlink(missing_ok=True)
        excess -= stat.st_size
