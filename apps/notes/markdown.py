"""Notes as HTML. Markdown without HTML of its own, then only the tags that Markdown makes, as a second sieve."""

import re

import nh3
from markdown_it import MarkdownIt

from apps.accounts.models import User
from apps.notes.links import LINK, address_of, link_of

TAGS = {"a", "blockquote", "br", "code", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s"}
TAGS |= {"strong", "table", "tbody", "td", "th", "thead", "tr", "ul"}
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
SCHEMES = {"http", "https", "mailto"}
GONE = "not available to you"
MEANT = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]()#+-.!|<>~"})
LONGEST_SHOWN = 400_000


def shown(text: str, reader: User) -> str:
    """Safe HTML. Links lead only where `reader` may go; pictures from elsewhere are not fetched."""
    linked = LINK.sub(lambda match: _linked(match, reader), text[:LONGEST_SHOWN])
    made = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).render(linked)
    return nh3.clean(
        made, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel="noopener noreferrer nofollow"
    )


def _linked(match: re.Match[str], reader: User) -> str:
    link = link_of(match)
    if link is None:
        return str(match[0])
    words = (link.words or link.kind).translate(MEANT)
    address = address_of(link, reader)
    return f"[{words}]({address})" if address else f"{words} ({GONE})"
