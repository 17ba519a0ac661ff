"""Tools on the main road (V12): which a question needs, called beside the search, and the answer that they give."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings

from apps.accounts.models import User
from apps.answers.figures.books import Book, books
from apps.answers.tools.answer import ToolAnswer
from apps.answers.tools.asked_events import EventQuestion, read_events
from apps.answers.tools.calculation import CALCULATOR
from apps.answers.tools.events import EVENTS, Event
from apps.answers.tools.market.answering import answered
from apps.answers.tools.market.asked import MarketQuestion, read_market
from apps.answers.tools.market.calls import market_tools
from apps.answers.tools.market.points import Point, points_of
from apps.answers.tools.market.source import NONE, price_source
from apps.answers.tools.registry import Registry, ToolCall
from apps.answers.tools.results import Result
from apps.answers.tools.telling import in_words
from apps.answers.tools.toolbox import Toolbox
from apps.retrieval.found import Scope


@dataclass(frozen=True, slots=True)
class ToolPlan:
    """What the rules want of tools. calls: of tools outside, made beside the search; asked: by a model, besides.

    missing: why a price cannot be had, as sentences.
    """

    market: MarketQuestion | None = None
    points: tuple[Point, ...] = ()
    events: EventQuestion | None = None
    filers: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    asked: tuple[ToolCall, ...] = field(default=())

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        own = [call for point in self.points for call in point.calls]
        return tuple(dict.fromkeys((*own, *self.asked)))

    @property
    def wanted(self) -> bool:
        """Whether the question is one for tools, whatever they give."""
        return self.market is not None or self.events is not None

    def seen(self) -> dict[str, Any]:
        return {
            "market": self.market.seen() if self.market else None,
            "events": bool(self.events),
            "calls": [{"name": call.name, "arguments": call.arguments} for call in self.calls],
            "missing": list(self.missing),
        }


def available() -> Registry:
    """The tools that are set up here: prices only where a source of them is."""
    source = price_source()
    return Registry([*(market_tools(source) if source else ()), EVENTS, CALCULATOR])


def plan_tools(question: str, scope: Scope, asker: User) -> ToolPlan:
    """By rules alone. Empty for a question that needs none, or that names no filer who is held."""
    market = read_market(question)
    events = None if market else read_events(question)
    opened = books(question, asker, scope) if market or events else ()
    if not opened:
        return ToolPlan()
    if events:
        return ToolPlan(events=events, filers=tuple(book.company for book in opened))
    return _market(market, opened, asker) if market else ToolPlan()


def _market(question: MarketQuestion, opened: tuple[Book, ...], asker: User) -> ToolPlan:
    if price_source() is None:
        need = "This is a share price" if question.metric.is_price else f"{question.metric.name} needs a share price"
        return ToolPlan(question, missing=(f"{need}, and {NONE}.",))
    found = points_of(question, opened, asker)
    return ToolPlan(question, found.points, missing=found.missing)


@contextmanager
def beside(plan: ToolPlan, toolbox: Toolbox) -> Iterator[None]:
    """Calls the tools outside in a thread of their own while the block goes on; all are done when it ends."""
    outside = [call for call in plan.calls if toolbox.is_outside(call)]
    with ThreadPoolExecutor(max_workers=1) as worker:
        made = worker.submit(lambda: [toolbox.call(call) for call in outside]) if outside else None
        yield
        if made:
            made.result()


def answer_with(plan: ToolPlan, toolbox: Toolbox) -> ToolAnswer:
    """What the tools give for the question, after `beside`. Tools of our own that a model asked for are called too."""
    market = plan.market
    answer = answered(market, plan.points, plan.missing, toolbox) if market else _events(plan, toolbox)
    for call in plan.asked:
        toolbox.call(call)
    return answer


def _events(plan: ToolPlan, toolbox: Toolbox) -> ToolAnswer:
    if plan.events is None:
        return ToolAnswer()
    told: list[str] = []
    used: dict[str, Result] = {}
    events: list[Event] = []
    for company in plan.filers:
        asked = plan.events
        call = ToolCall.of(
            "company_events",
            company=company,
            first=asked.first,
            last=asked.last,
            reports_on_events=asked.reports_on_events,
        )
        label, result = toolbox.call(call)
        found: tuple[Event, ...] = result.found or ()
        told.append(result.problem or _listed(company, asked, found))
        events += found
        used |= {label: result} if found else {}
    if not events:
        return ToolAnswer(missing=tuple(told))
    return ToolAnswer(events=tuple(events), telling=" ".join(told), used=used)


def _listed(company: str, asked: EventQuestion, found: tuple[Event, ...]) -> str:
    kind = "current report" if asked.reports_on_events else "filing"
    since = f" from {in_words(asked.first)}" if asked.first else ""
    until = f" until {in_words(asked.last)}" if asked.last else ""
    if not found:
        return f"No {kind} of {company}{since}{until} is held."
    ending, are = ("", "is") if len(found) == 1 else ("s", "are")
    number = f"{len(found)} {kind}{ending} of {company}{since}{until} {are} held"
    return f"{number}: {'; '.join(_filed(event) for event in found)}."


def _filed(event: Event) -> str:
    day = f"filed {in_words(event.filed)}" if event.filed else "its day of filing is not told"
    ends = f", for the period to {in_words(event.period_end)}" if event.period_end else ""
    return f"{event.document} ({event.form}), {day}{ends}"


def toolbox_for(asker: User, scope: Scope) -> Toolbox:
    """For one attempt at an answer, within the budgets of the settings."""
    return Toolbox(available(), asker, scope, settings.TOOL_CALLS, float(settings.TOOL_SECONDS))
