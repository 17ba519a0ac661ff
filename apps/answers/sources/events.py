"""Filings as events: what was filed when, each with the words of it that can be cited (V12).

A current report (8-K) names each event by the number of its item (Form 8-K, General Instructions B).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from apps.answers.sources.anchors import holds
from apps.answers.sources.candidate import Candidate, CandidateKind, Place, Span
from apps.documents.models import Chunk, Page
from apps.questions.slots import Filer
from apps.retrieval.filings import Filing

ITEM = re.compile(r"(?im)^[ \t]*item[ \t]+(?P<number>[1-9]\.\d{2})[.:]?[ \t]*(?P<title>[^\n]{0,160})")
EXHIBITS = "9.01"  # lists what is attached, and is no event
PAGES, MOST_ITEMS = 10, 8
FIRST_LINE = re.compile(r"\S[^\n]*")


def event(filing: Filing, filer: Filer) -> tuple[Candidate, ...]:
    """The headings of its items, once each, else its first line; nothing where no passage holds any. Two queries."""
    chunks = list(Chunk.objects.filter(version=filing.version).only("pk", "spans").order_by("ordinal"))
    pages = Page.objects.filter(version=filing.version, number__lt=PAGES).only("number", "text").order_by("number")
    held = [one for one in _marks(list(pages)) if any(holds(chunk, *one[:3]) for chunk in chunks)]
    items = [one for one in held if one[3]][:MOST_ITEMS]
    return tuple(_candidate(filing, filer, *one) for one in items or held[:1])


def filed_on(filing: Filing) -> date | None:
    """The day that it was filed, else the last day that it reports on."""
    return filing.filed or filing.period_end


Mark = tuple[int, int, int, str, str]  # page, start, end, number of the item, words


def _marks(pages: Sequence[Page]) -> Iterator[Mark]:
    """Items in their order, each once; the first line of a page has no number."""
    seen = {EXHIBITS}
    for page in pages:
        for match in ITEM.finditer(page.text):
            if match["number"] not in seen:
                seen.add(match["number"])
                yield _mark(page, match, match["number"])
    yield from (_mark(page, line, "") for page in pages if (line := FIRST_LINE.search(page.text)))


def _mark(page: Page, match: re.Match[str], number: str) -> Mark:
    """Without white space at its ends."""
    text = match.group()
    start = match.start() + len(text) - len(text.lstrip())
    words = text.strip()
    return page.number, start, start + len(words), number, words


def _candidate(filing: Filing, filer: Filer, page: int, start: int, end: int, number: str, words: str) -> Candidate:
    return Candidate(
        kind=CandidateKind.EVENT,
        text=words,
        label=filing.name,
        header=f"Item {number}" if number else "",
        period=Span(None, filed_on(filing), filing.year),
        filer=filer,
        place=Place(filing.uid, filing.version, page, ((start, end),)),
        source=filing.name,
    )


def in_order(filings: Iterable[Filing]) -> list[Filing]:
    """Oldest first."""
    return sorted(filings, key=lambda one: (filed_on(one) or date.min, one.version))
