"""One page as the viewer and the evidence panel show it: image with rectangles, or text with marks."""

from dataclasses import dataclass

from apps.documents import rendering
from apps.documents.highlights import boxes_for
from apps.documents.models import Chunk, DocumentVersion, Page, Table
from apps.documents.source_text import ShownBlock, Source, Span, shown


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A highlight in the units of the page: points from the top left."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class PageView:
    """What the template needs. `image` is None for sources without pages of their own: then the text is shown."""

    version: DocumentVersion
    page: Page
    image: bool
    rectangles: tuple[Rectangle, ...]
    blocks: list[ShownBlock]
    query: str = ""  # carries the highlight to other pages of the same chunk
    chunk: Chunk | None = None

    @property
    def number(self) -> int:
        return self.page.number

    @property
    def previous(self) -> int | None:
        return self.number - 1 if self.number else None

    @property
    def next(self) -> int | None:
        return self.number + 1 if self.number + 1 < self.version.page_count else None

    @property
    def last(self) -> int:
        return max(self.version.page_count, 1)


def page_view(page: Page, spans: list[Span], chunk: Chunk | None = None, table: Table | None = None) -> PageView:
    """The view of `page` (its version loaded) with `spans`, `chunk` or `table` highlighted."""
    marked = [*spans, *chunk_spans(chunk, page.number)]
    boxes = [box for span in spans for box in boxes_for(page, *span)]
    boxes += chunk_boxes(chunk, page) + table_boxes(table, page.number)
    return PageView(
        version=page.version,
        page=page,
        image=rendering.has_images(page.version) and page.width > 0,
        rectangles=tuple(rectangle(box) for box in boxes),
        blocks=shown(source(page), marked),
        query=f"chunk={chunk.uid}" if chunk else "",
        chunk=chunk,
    )


def chunk_spans(chunk: Chunk | None, number: int) -> list[Span]:
    return [(start, end) for page, start, end in chunk.spans if page == number] if chunk else []


def chunk_boxes(chunk: Chunk | None, page: Page) -> list[list[float]]:
    """The boxes that the chunk was stored with, else those of its spans."""
    if chunk is None:
        return []
    stored = [box for box in chunk.boxes if box[0] == page.number]
    return stored or [box for span in chunk_spans(chunk, page.number) for box in boxes_for(page, *span)]


def table_boxes(table: Table | None, number: int) -> list[list[float]]:
    return [[number, *table.box]] if table and table.box and table.page == number else []


def rectangle(box: list[float]) -> Rectangle:
    _, x0, y0, x1, y1 = box
    return Rectangle(round(x0 - 1.5, 2), round(y0 - 1, 2), round(x1 - x0 + 3, 2), round(y1 - y0 + 2, 2))


def source(page: Page) -> Source:
    tables = Table.objects.filter(version=page.version, page=page.number)
    return Source(page.text, page.blocks, {table.ordinal: (table.grid, table.header_rows) for table in tables})
