"""Spans of a page's text, and cutting them at the coarsest boundary that fits (A4): line, sentence, white space."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from apps.documents.sections import SENTENCE
from apps.reading.parsed import ParsedPage

BOUNDARIES = (re.compile(r"\n[^\S\n]*+\n\s*+"), re.compile(r"(?<!\s)[^\S\n]*+\n\s*+"), SENTENCE, re.compile(r"\s+"))


@dataclass(frozen=True, slots=True)
class Span:
    """Characters [start, end) of a page's text."""

    page: ParsedPage
    start: int
    end: int
    heading: bool = False

    def __len__(self) -> int:
        return self.end - self.start

    @property
    def text(self) -> str:
        return self.page.text[self.start : self.end]

    def stripped(self) -> "Span":
        """Without white space at both ends."""
        text = self.text
        lead = len(text) - len(text.lstrip())
        return replace(self, start=self.start + lead, end=self.start + max(lead, len(text.rstrip())))

    def joined(self, after: "Span") -> "Span | None":
        """Both as one span, when only white space lies between them on one page."""
        if self.page is not after.page or after.start < self.end:
            return None
        if self.page.text[self.end : after.start].strip():
            return None
        return replace(self, end=after.end, heading=self.heading and after.heading)


def pieces(span: Span, limit: int) -> Iterator[Span]:
    """`span` in pieces of at most `limit` characters, each as large as it gets, cut where it hurts least."""
    rest = span.stripped()
    while len(rest) > limit:
        cut, resume = _cut(rest, limit)
        yield replace(rest, end=cut).stripped()
        rest = replace(rest, start=resume).stripped()
    if len(rest):
        yield rest


def _cut(span: Span, limit: int) -> tuple[int, int]:
    """Where the first piece ends and where the next begins: the last of the coarsest boundaries that fill a half."""
    window = span.page.text[span.start : span.start + limit + 1]
    for boundary in BOUNDARIES:
        found = [match for match in boundary.finditer(window) if limit / 2 <= match.start() <= limit]
        if found:
            return span.start + _kept(found[-1]), span.start + found[-1].end()
    return span.start + limit, span.start + limit


def _kept(boundary: re.Match[str]) -> int:
    """Closing quotes of a sentence belong to it, white space to nobody: cut before the first white space."""
    return boundary.start() + len(boundary.group()) - len(boundary.group().lstrip('"”’)'))


def last_sentence(span: Span, limit: int) -> Span | None:
    """The last sentence of `span` when it is at most `limit` characters long, and not all of it."""
    text = span.text
    starts = [match.end() for match in SENTENCE.finditer(text)]
    if not starts or len(text) - starts[-1] > limit:
        return None
    return replace(span, start=span.start + starts[-1], heading=False).stripped()
