"""Corporate events from the filings that the asker may see (V12): what was filed when, items of current reports.

A current report (8-K) names each event by the number of its item (Form 8-K, General Instructions B).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q
from django.utils import timezone
from pydantic import Field

from apps.accounts.models import User
from apps.answers.claims import Place, holds
from apps.answers.tools.registry import Arguments, Context, Tool
from apps.answers.tools.results import Result, ToolError
from apps.documents.models import Chunk, Document, Form, Page
from apps.retrieval.filings import register, visible

KIND, SOURCE = "Events", "filings held"
ITEM = re.compile(r"(?im)^[ \t]*item[ \t]+(?P<number>[1-9]\.\d{2})[.:]?[ \t]*(?P<title>[^\n]{0,160})")
EXHIBITS = "9.01"  # lists what is attached, and is no event
MOST_FILINGS, MOST_ITEMS = 20, 8
FIRST_LINE = re.compile(r"\S[^\n]*")


class EventArguments(Arguments):
    company: str = Field(description="The filer's name", min_length=1, max_length=200)
    first: date | None = Field(description="Filed on or after, YYYY-MM-DD; null for the oldest held")
    last: date | None = Field(description="Filed on or before, YYYY-MM-DD; null for the newest held")
    reports_on_events: bool = Field(description="true: only current reports (8-K); false: filings of every kind")


@dataclass(frozen=True, slots=True)
class Mark:
    """Words of a filing with their place: the heading of an item, or the first line where there is none."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Event:
    """A filing. on: the day that it was filed, else the last day that it reports on."""

    document: str
    form: str
    filed: date | None
    period_end: date | None
    marks: tuple[Mark, ...]

    @property
    def on(self) -> date | None:
        return self.filed or self.period_end


def _run(given: EventArguments, context: Context) -> Result:
    pk, name = _company(given.company, context)
    held = list(_documents(pk, given, context.asker, context))
    events = [event for document in held[:MOST_FILINGS] if (event := _event(document))]
    kind = "current report" if given.reports_on_events else "filing"
    days = sorted(event.on for event in events if event.on)
    told = f"{name}: {len(events)} {kind}{'' if len(events) == 1 else 's'}"
    told += f", {days[0]} to {days[-1]}" if len(days) > 1 else ""
    arguments = given.model_dump(mode="json") | {"company": name}
    return Result("company_events", arguments, KIND, SOURCE, timezone.now(), told=told, found=tuple(events))


def _company(named: str, context: Context) -> tuple[int, str]:
    """A company whose documents the asker may see, by its name or one that it goes by."""
    for filer in register(context.asker, context.scope).filers.values():
        if named.casefold() in {filer.name.casefold(), *(alias.casefold() for alias in filer.aliases)}:
            return filer.pk, filer.name
    raise ToolError("No filing of that company is held.")


def _documents(company: int, given: EventArguments, asker: User, context: Context) -> Iterable[Document]:
    """Oldest first. A filing without a day of filing counts by the end of its period."""
    rows: Any = visible(asker, context.scope).filter(company=company)
    if given.reports_on_events:
        rows = rows.filter(report_type=Form.EIGHT_K)
    if given.first:
        rows = rows.filter(Q(filed__gte=given.first) | Q(filed=None, period_end__gte=given.first))
    if given.last:
        rows = rows.filter(Q(filed__lte=given.last) | Q(filed=None, period_end__lte=given.last))
    found: list[Document] = list(rows)
    return sorted(found, key=lambda one: (one.filed or one.period_end or date.min, one.pk))


def _event(document: Document) -> Event | None:
    """None for a filing of which no passage can be cited."""
    marks = tuple(_marks(document.current_id)) if document.current_id else ()
    return Event(document.name, document.report_type, document.filed, document.period_end, marks) if marks else None


def _marks(version: int) -> Iterable[Mark]:
    """The items of a report on events, once each; the first line of the first passage where there are none."""
    chunks = list(Chunk.objects.filter(version=version).only("pk", "spans").order_by("ordinal"))
    pages = list(Page.objects.filter(version=version).only("number", "text").order_by("number"))
    items: dict[str, Mark] = {}
    for page in pages:
        for match in ITEM.finditer(page.text):
            if match["number"] == EXHIBITS or match["number"] in items:
                continue
            if mark := _mark(version, page, match.start(), match.end(), chunks):
                items[match["number"]] = mark
    if items:
        return list(items.values())[:MOST_ITEMS]
    first = ((page, line) for page in pages if (line := FIRST_LINE.search(page.text)))
    marks = (_mark(version, page, line.start(), line.end(), chunks) for page, line in first)
    return [mark for mark in marks if mark][:1]


def _mark(version: int, page: Page, start: int, end: int, chunks: Iterable[Chunk]) -> Mark | None:
    """Without white space at its ends; None where no passage holds it."""
    text = page.text[start:end]
    start += len(text) - len(text.lstrip())
    end -= len(text) - len(text.rstrip())
    chunk = next((one for one in chunks if holds(one, page.number, start, end)), None)
    return Mark(page.text[start:end], Place(version, chunk.pk, page.number, start, end)) if chunk else None


EVENTS = Tool(
    "company_events",
    "What a company filed and when, with the items of its reports on events (8-K).",
    EventArguments,
    _run,
)
