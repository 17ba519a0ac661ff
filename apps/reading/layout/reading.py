"""Pages of words to pages of blocks: the layout step as one road."""

from collections.abc import Iterator

from apps.reading.layout.composing import Composer, Laid
from apps.reading.layout.figures import with_figures
from apps.reading.layout.furniture import tell_apart
from apps.reading.layout.headings import learn
from apps.reading.layout.lines import build_lines
from apps.reading.layout.page import blocks, open_edges
from apps.reading.layout.words import RawPage
from apps.reading.parsed import BlockKind, ParsedPage


def lay_out(pages: list[RawPage]) -> Iterator[ParsedPage]:
    """Yield each page as read, in order, and forget its words (they are the memory)."""
    lines = [build_lines(page.words) for page in pages]
    styles = learn(lines)
    furnished = tell_apart(pages, lines)
    lines.clear()
    edges: tuple[float, ...] = ()
    for at, page in enumerate(pages):
        composer = Composer(page)
        read = blocks(furnished[at], page.rules, styles, edges)
        edges = open_edges(read)
        for laid in with_figures(read, page):
            composer.add(laid)
        for line in build_lines(page.asides):
            composer.add(Laid(BlockKind.FIGURE, [line]))
        yield composer.parsed(furnished[at].label)
        page.words, page.asides, page.rules = [], [], []
        furnished[at].head = furnished[at].body = furnished[at].foot = []
