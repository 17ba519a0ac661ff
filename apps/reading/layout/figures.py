"""Images and what names them: the line "Figure 3. ..." beside an image, or the short title right above it."""

import re
from collections.abc import Sequence

from apps.reading.layout.composing import Laid
from apps.reading.layout.headings import ITEM, NOTE, PART
from apps.reading.layout.words import RawPage
from apps.reading.parsed import BlockKind, Rectangle

NUMBERED = re.compile(
    r"^(?:figure|fig\.|chart|graph|illustration|exhibit|diagram|image)\s+(?:\d|[A-Z]\b)", re.IGNORECASE
)
LEAST_AREA, MOST_AREA = 1 / 20, 0.7  # of the page: smaller ones are signs and lines, larger ones paper
REACH = 40.0  # points between an image and the line that names it
OVERHANG = 6.0  # points by which the box of an image may reach over its caption
CAPTION_LINES, TITLE_WORDS = 3, 20
NAMES = frozenset({BlockKind.PARAGRAPH, BlockKind.CAPTION, BlockKind.HEADING})


def with_figures(laid: Sequence[Laid], page: RawPage) -> list[Laid]:
    """The blocks of a page, those that name an image as figures. An image that nothing names leaves no trace."""
    blocks = list(laid)
    width, height = page.frame
    for image in page.images:
        share = (image[2] - image[0]) * (image[3] - image[1]) / max(1.0, width * height)
        at = _named(blocks, image) if LEAST_AREA < share < MOST_AREA else None
        if at is not None:
            blocks[at] = Laid(BlockKind.FIGURE, blocks[at].lines)
    return blocks


def _named(blocks: Sequence[Laid], image: Rectangle) -> int | None:
    """The block that names the image: one with a number beside it, else a title above."""
    near = [at for at, block in enumerate(blocks) if block.kind in NAMES and _is_beside(block, image)]
    numbered = [at for at in near if NUMBERED.match(blocks[at].lines[0].text)]
    titles = [at for at in near if _is_title(blocks[at], image)]
    return next(iter([*numbered, *reversed(titles)]), None)


def _is_beside(block: Laid, image: Rectangle) -> bool:
    if len(block.lines) > CAPTION_LINES:
        return False
    first, last = block.lines[0], block.lines[-1]
    apart = max(image[1] - last.base, first.base - first.size - image[3])
    overlaps = min(line.x0 for line in block.lines) < image[2] and max(line.x1 for line in block.lines) > image[0]
    return overlaps and -OVERHANG < apart < REACH


def _is_title(block: Laid, image: Rectangle) -> bool:
    text = block.lines[0].text
    if block.lines[-1].base > image[1] + OVERHANG or PART.match(text) or ITEM.match(text) or NOTE.match(text):
        return False
    return sum(len(line.words) for line in block.lines) <= TITLE_WORDS and not block.lines[-1].text.endswith((".", ":"))
