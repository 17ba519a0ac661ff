"""The pages behind an answer's citations, each with the cited place marked."""

import uuid
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw

from apps.documents import rendering
from apps.documents.models import DocumentVersion, Page

WIDTH = 900
MARK, LINE = (255, 214, 10, 96), (200, 120, 0, 255)


def pages_of(citations: list[Mapping[str, Any]]) -> Iterator[tuple[int, str, bytes]]:
    """(label, name of the file, content): a PNG, or the page's text where the source has no pages to draw."""
    for one in citations:
        page = Page.objects.select_related("version__document").get(
            version__uid=uuid.UUID(one["version"]), number=one["page"]
        )
        drawn = _drawn(page.version, page, one["boxes"])
        ending, content = ("png", drawn) if drawn else ("txt", _marked(page.text, one["start"], one["end"]))
        yield one["label"], f"pages/{one['label']:02}-page-{one['page'] + 1}.{ending}", content


def _drawn(version: DocumentVersion, page: Page, boxes: list[list[float]]) -> bytes | None:
    """None where the source has no pages of its own, or the page cannot be drawn now."""
    if not rendering.has_images(version) or page.width <= 0:
        return None
    try:
        path = rendering.page_image(version, page.number, WIDTH)
    except (rendering.CannotRender, rendering.TooBusy):
        return None
    with Image.open(path) as image:
        picture = image.convert("RGBA")
    return _with_marks(picture, picture.width / page.width, boxes)


def _with_marks(picture: Image.Image, scale: float, boxes: list[list[float]]) -> bytes:
    marks = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    pen = ImageDraw.Draw(marks)
    for _, *box in boxes:
        pen.rectangle([round(at * scale) for at in box], fill=MARK, outline=LINE, width=2)
    target = BytesIO()
    Image.alpha_composite(picture, marks).convert("RGB").save(target, "PNG", optimize=True)
    return target.getvalue()


def _marked(text: str, start: int, end: int) -> bytes:
    return f"{text[:start]}>>>{text[start:end]}<<<{text[end:]}".encode()
