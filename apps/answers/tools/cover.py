"""How many shares of a filer are outstanding, as the cover of its filing tells."""

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from apps.answers.claims import Place, holds
from apps.documents.models import Chunk, Page
from apps.retrieval.periods import read_periods

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
    place: Place
    on: date | None


def shares_on_cover(version: int) -> Count | None:
    """The one count of shares outstanding on the first pages of a version. Two queries.

    A filer with several classes of shares prints several counts: which of them a price is of, nothing tells.
    """
    found = []
    for page in Page.objects.filter(version=version, number__lt=COVER_PAGES).only("number", "text").order_by("number"):
        for match in OUTSTANDING.finditer(page.text):
            name = match.lastgroup or ""
            if not MONEY.search(page.text[: match.start(name)]):
                found.append((page, match.start(name), match.end(name)))
    if len({page.text[start:end] for page, start, end in found}) != 1:
        return None
    page, start, end = found[0]
    return _count(version, page, start, end)


def _count(version: int, page: Page, start: int, end: int) -> Count | None:
    """None where no passage holds it: then it could not be cited."""
    chunks = Chunk.objects.filter(version=version, page__lte=page.number).only("pk", "spans").order_by("ordinal")
    chunk = next((one for one in chunks if holds(one, page.number, start, end)), None)
    if chunk is None:
        return None
    printed = page.text[start:end]
    before = FULL_STOP.split(page.text[max(0, start - AROUND) : start])[-1]
    after = FULL_STOP.split(page.text[end : end + AROUND])[0]
    days = read_periods(" ".join(f"{before}{printed}{after}".split())).dates
    place = Place(version, chunk.pk, page.number, start, end)
    return Count(Decimal(printed.replace(",", "")), printed, place, days[0] if len(days) == 1 else None)
