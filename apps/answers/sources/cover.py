"""How many shares of a filer are outstanding, as the cover of its filing tells."""

import re
import uuid
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from apps.answers.sources.candidate import Place
from apps.documents.models import Page
from apps.statements.values.periods import days_in

COVER_PAGES = 3
COUNT = r"(?P<{name}>\d{{1,3}}(?:,\d{{3}}){{2,3}})(?![\d,.]*\d)"
OUTSTANDING = re.compile(
    rf"{COUNT.format(name='before')}\s+(?:[\w’'.-]+\s+){{0,8}}?shares?\b[^.;]{{0,160}}?\boutstanding\b"
    rf"|\boutstanding\b[^;$]{{0,160}}?(?<![\d,.$]){COUNT.format(name='after')}(?:\s+shares?\b)?"
    rf"|{COUNT.format(name='beside')}\s+outstanding\s+shares?\b",
    re.IGNORECASE,
)
MONEY = re.compile(r"[$€£]\s*$")
FULL_STOP = re.compile(r"\.\s+(?=[A-Z])")
AROUND = 220  # characters in which the day of the count is looked for, within its sentence


@dataclass(frozen=True, slots=True)
class Count:
    """The count with its place; on: the day that it is of, where the cover names one."""

    value: Decimal
    printed: str
    page: int
    start: int
    on: date | None

    def at(self, document: uuid.UUID, version: int) -> Place:
        return Place(document, version, self.page, ((self.start, self.start + len(self.printed)),))


def shares_on_cover(version: int) -> Count | None:
    """The one count of shares outstanding on the first pages of a version. One query.

    A filer with several classes of shares prints several counts: which of them a price is of, nothing tells.
    """
    pages = Page.objects.filter(version=version, number__lt=COVER_PAGES).only("number", "text").order_by("number")
    found = [(page, match) for page in pages for match in OUTSTANDING.finditer(page.text) if not _is_money(match)]
    if len({match[match.lastgroup or 0] for _, match in found}) != 1:
        return None
    page, match = found[0]
    name = match.lastgroup or ""
    value = Decimal(match[name].replace(",", ""))
    start, end = match.span(name)
    return Count(value, match[name], page.number, start, _day(page.text, start, end))


def _is_money(match: re.Match[str]) -> bool:
    return bool(MONEY.search(match.string[: match.start(match.lastgroup or 0)]))


def _day(text: str, start: int, end: int) -> date | None:
    """The one day that the sentence of the count names."""
    before = FULL_STOP.split(text[max(0, start - AROUND) : start])[-1]
    after = FULL_STOP.split(text[end : end + AROUND])[0]
    sentence = " ".join(f"{before} {after}".split())
    told = set(days_in(sentence))
    return told.pop() if len(told) == 1 else None
