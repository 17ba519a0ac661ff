"""Tools on the main road (V12): which a question needs, called beside the search, and the answer that they give."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from apps.accounts.models import User
from apps.answers.figures.books import Book, books
from apps.answers.figures.form import read_form
from apps.answers.tools.answer import ToolAnswer
from apps.answers.tools.asked_events import EventQuestion, read_events
from apps.answers.tools.calculation import CALCULATOR
from apps.answers.tools.events import EVENTS, Event
from apps.answers.tools.market.answering import answered
from apps.answers.tools.market.asked import MOST_POINTS, MarketQuestion, read_market
from apps.answers.tools.market.calls import HistoryArguments, PriceArguments, market_tools
from apps.answers.tools.market.metrics import PRICE, metrics
from apps.answers.tools.market.points import Point, points_of, ticker_seen
from apps.answers.tools.market.source import NONE, price_source
from apps.answers.tools.registry import Registry, ToolCall
from apps.answers.tools.results import Result, ToolError
from apps.answers.tools.telling import in_words
from apps.answers.tools.toolbox import Toolbox
from apps.retrieval.found import Scope


@dataclass(frozen=True, slots=True)
class ToolPlan:
    """What is wanted of tools. calls: of tools outside, made beside the search.

    missing: why a price cannot be had, as sentences.
    """

    market: MarketQuestion | None = None
    points: tuple[Point, ...] = ()
    events: EventQuestion | None = None
    filers: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        return tuple(dict.fromkeys(call for point in self.points for call in point.calls))

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


def offered() -> list[dict[str, Any]]:
    """The declarations that a planning model is shown: market tools, none where no source of prices is set up."""
    source = price_source()
    return Registry(market_tools(source)).declarations()[:2] if source else []


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


def asked_by_model(calls: Sequence[ToolCall], question: str, scope: Scope, asker: User) -> ToolPlan:
    """The plan of a model's calls of market tools. Only shares of filers that the question names are asked for.

    A call that does not fit its schema, or names another share, is left out.
    """
    registry, points = available(), []
    opened = {ticker_seen(book, asker): book.company for book in books(question, asker, scope)} if calls else {}
    for call in calls[:MOST_POINTS]:
        given = _checked(registry, call)
        company = opened.get(given.ticker.strip().upper()) if given else None
        if isinstance(given, PriceArguments) and company:
            points.append(Point(company, given.ticker.strip().upper(), given.on))
        if isinstance(given, HistoryArguments) and company:
            points.append(Point(company, given.ticker.strip().upper(), given.last, since=given.first))
    price = MarketQuestion(metrics()[PRICE], form=read_form(question))
    return ToolPlan(price, tuple(points)) if points else ToolPlan()


def _checked(registry: Registry, call: ToolCall) -> PriceArguments | HistoryArguments | None:
    try:
        given = registry.named(call.name).checked(call.arguments)
    except ToolError:
        return None
    return given if isinstance(given, PriceArguments | HistoryArguments) else None


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
    """What the tools give for the question, after `beside`."""
    if plan.market:
        return answered(plan.market, plan.points, plan.missing, toolbox)
    return _events(plan, toolbox)


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
