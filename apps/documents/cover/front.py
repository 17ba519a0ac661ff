"""The pages on which a filing says what it is, and what a rule found there."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Generic, TypeVar

from apps.reading.parsed import ParsedPage

COVER_PAGES = 4
FRONT_PAGES = 16
SIGNATURE_PAGES = 12
FIRST_LINES = 15  # a paper that says what it is on a line of its own says so among these
HEADLINE = re.compile(
    r"(\S.{1,60}?)\s+(?:reports|announces|delivers|posts|releases)\b.{0,160}\b(?:results|earnings)\b", re.IGNORECASE
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Known(Generic[T]):
    """A value, how sure it is (0 to 1), and where it stands: "cover", "text", "convention" or "file name"."""

    value: T
    confidence: float
    source: str


@dataclass(frozen=True)
class Front:
    """What the rules read: the first pages, those with the signatures, and the name of the file."""

    pages: tuple[str, ...]
    last: tuple[str, ...]
    name: str  # of the file, without its ending
    every: tuple[str, ...] = ()  # all pages: a release may print its period nowhere but in its statements

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the cover, white space made plain."""
        lines = (" ".join(line.split()) for page in self.pages[:COVER_PAGES] for line in page.splitlines())
        return [line for line in lines if line]

    @cached_property
    def cover(self) -> str:
        """The cover on one line."""
        return " ".join(self.lines)

    @cached_property
    def headline(self) -> str | None:
        """Who reports results in a headline of a release ("Example Reports First Quarter Results"), if that is one.

        A headline stands in the present tense; in the text below it the company "today reported".
        """
        found = HEADLINE.match(self.title)
        return found[1].strip(" ,") if found else None

    @cached_property
    def title(self) -> str:
        """The line of that headline, with the one below where that is its second half; "" without one."""
        broken = pairwise([*self.lines[:FIRST_LINES], ""])
        spelled = (one for line, below in broken for one in (line, f"{line} {below}"))
        return next((line for line in spelled if HEADLINE.match(line)), "")

    @cached_property
    def text(self) -> str:
        """The front pages on one line."""
        return " ".join(" ".join(self.pages).split())

    @cached_property
    def whole(self) -> str:
        """All pages on one line."""
        return " ".join(" ".join(self.every or self.pages).split())

    @cached_property
    def words_of_name(self) -> list[str]:
        """The file name in words: "ACME_2022Q3_10Q" is acme, 2022Q3, 10Q."""
        return [word for word in re.split(r"[_\s.]+|(?<=\D)-|-(?=\D)", self.name) if word]


def front_of(pages: Sequence[ParsedPage], name: str) -> Front:
    """`name` is the file's, without its ending."""
    texts = tuple(page.text for page in pages)
    return Front(texts[:FRONT_PAGES], texts[-SIGNATURE_PAGES:], name, texts)
