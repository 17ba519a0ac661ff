"""Pages of words to pages of blocks: the layout step as one road."""

from collections.abc import Iterator

from apps.documents.parsing.layout.composing import Composer
from apps.documents.parsing.layout.lines import build_lines
from apps.documents.parsing.layout.paragraphs import paragraphs
from apps.documents.parsing.layout.words import RawPage
from apps.documents.parsing.parsed import ParsedPage


def lay_out(pages: list[RawPage]) -> Iterator[ParsedPage]:
    """Yield each page as read, in order, and forget its words (they are the memory)."""
    for page in pages:
        composer = Composer(page)
        for laid in paragraphs(build_lines(page.words)):
            composer.add(laid)
        page.words = []
        yield composer.parsed("")
