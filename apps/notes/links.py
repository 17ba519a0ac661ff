"""Links in notes: `[[kind:uid/place|words]]`. Apps above register what they have that a note may link to.

A link is text that anybody may write. It leads somewhere, and its target is named, only for whoever may see the target.
"""

import re
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from apps.accounts.models import User

LINK = re.compile(r"\[\[([a-z]{1,16}):([0-9a-f-]{36})(?:/(\w{1,16}))?(?:\|([^\[\]\n|]{1,300}))?\]\]")
UNMEANT = re.compile(r"[\[\]|\n]")
OFFERED = 8  # completions of each kind
SHORTEST = 1  # letters before anything is offered


@dataclass(frozen=True, slots=True)
class Link:
    """place: what of the target is meant, such as the number of a page from 1, or "r3c2" of a table."""

    kind: str
    target: uuid.UUID
    place: str = ""
    words: str = ""

    def __str__(self) -> str:
        at = f"/{self.place}" if self.place else ""
        words = UNMEANT.sub(" ", self.words).strip()[:200]
        return f"[[{self.kind}:{self.target}{at}{'|' + words if words else ''}]]"


@dataclass(frozen=True, slots=True)
class Linkable:
    """A kind of thing. Each function is given a reader, and knows nothing that this reader may not see.

    address: of the thing, None for what the reader may not see. offer: links whose words hold what was typed.
    quote: Markdown that "add to note" puts into a note.
    """

    name: str
    address: Callable[[User, Link], str | None]
    offer: Callable[[User, str], Iterator[Link]]
    quote: Callable[[User, uuid.UUID], str | None] = lambda user, target: None


KINDS: dict[str, Linkable] = {}


def linkable(kind: str, thing: Linkable) -> None:
    KINDS[kind] = thing


def links_in(text: str) -> list[Link]:
    """In their order; what only looks like a link is text."""
    return [found for match in LINK.finditer(text) if (found := link_of(match)) is not None]


def link_of(match: re.Match[str]) -> Link | None:
    kind, target, place, words = match.groups()
    try:
        return Link(kind, uuid.UUID(target), place or "", words or "") if kind in KINDS else None
    except ValueError:
        return None


def address_of(link: Link, reader: User) -> str | None:
    return KINDS[link.kind].address(reader, link)


def completions(typed: str, reader: User) -> list[tuple[str, Link]]:
    """(what kind it is, link), for what was typed after "[[": only things that `reader` may see."""
    words = " ".join(typed.split())[:100]
    if len(words) < SHORTEST:
        return []
    return [(thing.name, link) for thing in KINDS.values() for link in thing.offer(reader, words)]
