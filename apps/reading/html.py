"""EDGAR's HTML, with or without inline XBRL, straight into the dataclasses of `parsed`.

The page is walked once (`html_walk`), tables are collapsed (`html_tables`), lines are sorted into headings, lists and
paragraphs (`html_outline`). docling's HTML backend has no part in it: tried on such a filing, it gives a statement of
three columns nine of them, finds none of the headings, which are bold <span>, and no page; and once the page is
collapsed there is nothing left for it to find, while the way back from its document to offsets would be one of guesses.
"""

from collections.abc import Sequence
from pathlib import Path

from lxml import etree

from apps.reading.continuation import with_continuations
from apps.reading.footnotes import noted, with_footnotes
from apps.reading.html_outline import pieces_of
from apps.reading.html_walk import walk
from apps.reading.markup import TooDeep, parse_html, tag_of
from apps.reading.normal import one_line
from apps.reading.pages import Piece, compose, paginate, without_furniture
from apps.reading.parsed import ParsedDocument, Progress, Refusal
from apps.reading.refusals import refused

PARSER = "finrag-html 1; lxml " + ".".join(map(str, etree.LXML_VERSION[:3]))


def read_html(path: Path, progress: Progress) -> ParsedDocument:
    """Pages as the filing marks them, else of about 3,500 characters. Raises FileRefused (nested too deep, empty)."""
    try:
        root = parse_html(path.read_bytes())
    except TooDeep:
        raise refused(Refusal.BOMB)
    pages = [noted(page) for page in pieces_of(walk(root))]
    if not pages:
        raise refused(Refusal.EMPTY)
    groups = without_furniture(pages) if len(pages) > 1 else _cut(pages[0])
    composed = []
    for number, (group, label) in enumerate(groups):
        composed.append(compose(group, number, label))
        progress(number + 1, len(groups))
    # Where the filing marks no pages they are ours, and no table of it was ever cut.
    read = with_footnotes(composed)
    if len(pages) > 1:
        read = with_continuations(read)
    return ParsedDocument(read, PARSER, _title(root))


def _cut(pieces: Sequence[Piece]) -> list[tuple[list[Piece], str]]:
    return [(group, "") for group in paginate(pieces)]


def _title(root: etree._Element) -> str:
    return next((one_line(e.text or "") for e in root.iter(etree.Element) if tag_of(e) == "title"), "")
