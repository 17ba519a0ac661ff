"""HTML and XHTML to a tree, without network, entities or depth without end."""

import re

from lxml import etree
from lxml import html as lxml_html

from apps.reading.media import encoding_of

XHTML = re.compile(rb"(?:<\?xml[^>]*+\?>|<!--.*?-->|\s)*+<html[^>]+xmlns\s*=", re.S)
OLD_PAGE = re.compile(rb"</?PAGE>", re.I)  # never closed: each would stand inside the one before
PRE = re.compile(rb"(</?pre(?:\s[^<>]{0,200})?>)", re.I)
COLUMN_MARK = re.compile(rb"<(/?(?:TABLE|CAPTION|S|C|FN))>", re.I)
TOO_DEEP = "Excessive depth"


class TooDeep(ValueError):
    """Markup that is nested deeper than any honest page (256 levels)."""


def parse_html(content: bytes) -> etree._Element:
    """The tree of an HTML page; `tag_of` names its elements.

    Well-formed XHTML, which EDGAR demands of inline XBRL, is read as XML, because there `<td/>` is a cell and not the
    start of one; everything else as browsers do. Raises TooDeep, MemoryError, and
    lxml.etree.LxmlError for what is no markup at all.
    """
    content = _without_wrapper(content)
    if XHTML.match(content[:20_000]):
        tree = _as_xml(content)
        if tree is not None:
            return tree
    encoding = encoding_of(content)
    content = _with_marks_as_text(content)
    parser = lxml_html.HTMLParser(encoding=encoding, remove_comments=True, remove_pis=True, no_network=True)
    try:
        tree = lxml_html.document_fromstring(content, parser=parser)
    finally:
        _refuse_excess(parser)
    return tree


def _without_wrapper(content: bytes) -> bytes:
    """EDGAR's full-text files wrap the page in <DOCUMENT><TYPE>...<TEXT>."""
    start = re.search(rb"<(?:\?xml|html)[\s>]", content[:200_000], re.I)
    head = content[: start.start()] if start else b""
    return content[start.start() :] if start and re.match(rb"\s*<(?:SEC-)?DOCUMENT>", head, re.I) else content


def _with_marks_as_text(content: bytes) -> bytes:
    """The page with EDGAR's old marks as text: <PAGE> is a form feed, <TABLE>, <S> and <C> stand as they are written.

    In preformatted text they are no elements but notes about columns of text; a browser would end the text at <TABLE>.
    """
    pieces = PRE.split(OLD_PAGE.sub(b"\f", content))
    inside = False
    for place, piece in enumerate(pieces):
        if place % 2:
            inside = not piece.startswith(b"</")
        elif inside and b"<tr" not in piece.lower():
            pieces[place] = COLUMN_MARK.sub(rb"&lt;\1&gt;", piece)
    return b"".join(pieces)


def _as_xml(content: bytes) -> etree._Element | None:
    """The tree, or None when the page is no well-formed XML."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(content, parser=parser)
    except etree.XMLSyntaxError:
        _refuse_excess(parser)
        return None
    return root


def tag_of(element: etree._Element) -> str:
    """`div`, `td`, `ix:nonfraction`: the same however the page was parsed; "" for comments and the like."""
    tag = element.tag
    if not isinstance(tag, str):
        return ""
    name = tag.rpartition("}")[2].lower()
    return f"{element.prefix}:{name}" if element.prefix else name


def _refuse_excess(parser: etree._FeedParser) -> None:
    """What libxml2 only notes in its log: it stopped reading because of depth, or because memory was out."""
    if any(entry.type_name == "ERR_NO_MEMORY" for entry in parser.error_log):
        raise MemoryError
    if any(TOO_DEEP in entry.message for entry in parser.error_log):
        raise TooDeep


def without_tags(fragment: str) -> str:
    """The text of a stretch of HTML inside a text file."""
    return re.sub(r"<[^<>]*>", " ", re.sub(r"<(script|style)\b.*?(?:</\1\s*>|$)", " ", fragment, flags=re.I | re.S))
