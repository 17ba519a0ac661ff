"""Asking a source of prices for one answer: counted, within their seconds, every call kept with a label (V12)."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from math import prod
from threading import RLock
from typing import Any

from django.conf import settings
from django.utils import timezone

from apps.answers.sources.market.prices import Day, MarketError, PriceSource, Quotes, ticker_of
from apps.answers.sources.market.source import price_source
from apps.answers.sources.shown_tool import ShownTool

KIND = "Market data"
PRICE, SPLITS = "share_price", "share_splits"
CLOSED = timedelta(days=10)  # the longest that exchanges stay closed, with a day or two to spare
LONGEST = timedelta(days=366 * 15)
Asked = tuple[str, str, date, date]


@dataclass(frozen=True, slots=True)
class Call:
    """What was asked of a source and what it gave: a price, or the shares that one became; else `problem` says why not.

    label: T1, T2, ... on: the day of the figure. fetched: when it was asked, in UTC. digest: of what the source sent.
    """

    label: str
    tool: str
    ticker: str
    first: date
    last: date
    source: str
    fetched: datetime
    value: Decimal = Decimal(0)
    on: date = date.min
    currency: str = ""
    told: str = ""
    digest: str = ""
    problem: str = ""

    def as_json(self) -> dict[str, Any]:
        """What is kept in the trace of an answer (A9)."""
        arguments = {"ticker": self.ticker, "first": self.first.isoformat(), "last": self.last.isoformat()}
        shown = {} if self.problem else {"figures": self.shown()["figures"]}
        plain = {name: getattr(self, name) for name in ("label", "tool", "source", "told", "digest", "problem")}
        return plain | {"arguments": arguments, "fetched": self.fetched.isoformat(timespec="seconds")} | shown

    def shown(self) -> ShownTool:
        unit = f"{self.currency} per share" if self.currency else ""
        name = "close" if self.tool == PRICE else "split_factor"
        figure = {"name": name, "value": f"{self.value:f}", "unit": unit, "on": self.on.isoformat()}
        return ShownTool(
            label=self.label,
            kind=KIND,
            source=self.source,
            told=self.told,
            fetched=self.fetched.isoformat(timespec="seconds"),
            figures=[figure],
            digest=self.digest,
        )


Read = Callable[[Quotes, Call], dict[str, Any]]


@dataclass(slots=True)
class Calls:
    """One per attempt at an answer; its parts may ask side by side. source: None where none is set up."""

    source: PriceSource | None
    most: int
    seconds: float
    made: dict[Asked, Call] = field(default_factory=dict)
    lock: RLock = field(default_factory=RLock, repr=False)

    @classmethod
    def configured(cls) -> "Calls":
        return cls(price_source(), settings.TOOL_CALLS, float(settings.TOOL_SECONDS))

    def close(self, ticker: str, on: date) -> Call:
        """The closing price of the day, or of the last trading day before it. Raises MarketError."""
        return self._asked((PRICE, ticker, max(on, date.min + CLOSED) - CLOSED, on), _close)

    def splits(self, ticker: str, first: date, last: date) -> Call:
        """How many shares one became after `first` until `last`; 0 where it is not told. Raises MarketError."""
        return self._asked((SPLITS, ticker, first, last), _split)

    def as_json(self) -> list[dict[str, Any]]:
        return [call.as_json() for call in self.made.values()]

    def _asked(self, asked: Asked, read: Read) -> Call:
        """The same again is no call."""
        with self.lock:
            if asked not in self.made:
                self.made[asked] = self._made(asked, read)
            call = self.made[asked]
        if call.problem:
            raise MarketError(call.problem)
        return call

    def _made(self, asked: Asked, read: Read) -> Call:
        tool, ticker, first, last = asked
        name = self.source.name if self.source else ""
        call = Call(f"T{len(self.made) + 1}", tool, ticker[:16], first, last, name, timezone.now())
        try:
            quotes = self._quotes(ticker, first, last)
            return replace(call, digest=quotes.digest, **read(quotes, call))
        except MarketError as error:
            return replace(call, problem=str(error))

    def _quotes(self, ticker: str, first: date, last: date) -> Quotes:
        if self.source is None:
            raise MarketError("No market data source is set up.")
        if len(self.made) >= self.most:
            raise MarketError(f"An answer may call tools {self.most} times (FINRAG_TOOL_CALLS).")
        if last > timezone.now().date():
            raise MarketError(f"No share has a price on {last} yet.")
        if last - first > LONGEST:
            raise MarketError("Prices are told between two days at most 15 years apart.")
        return self.source.quotes(ticker_of(ticker), first, last, self.seconds)


def _close(quotes: Quotes, call: Call) -> dict[str, Any]:
    """One long before the day would be a price of another time."""
    day: Day | None = quotes.days[-1] if quotes.days else None
    if day is None:
        raise MarketError(f"No price of {call.ticker} on {call.last} or shortly before is held by {call.source}.")
    instead = f" (the last trading day up to {call.last})" if day.on != call.last else ""
    told = f"{call.ticker}: close {plain(day.close)} {quotes.currency} on {day.on}{instead}"
    return {"value": day.close, "on": day.on, "currency": quotes.currency, "told": told}


def _split(quotes: Quotes, call: Call) -> dict[str, Any]:
    first, last = call.first, call.last
    days = [day for day in quotes.days if first < day.on]
    told = [day.split for day in days if day.split is not None]
    if not days or len(told) < len(days):
        stretch = f"between {in_words(first)} and {in_words(last)}"
        return {"told": f"Whether shares of {call.ticker} were split {stretch} is not told by {call.source}."}
    factor = prod(told, start=Decimal(1))
    said = "no split" if factor == 1 else f"{factor.normalize():f} shares for each one held"
    return {"value": factor, "on": days[-1].on, "told": f"{call.ticker}: {said} between {first} and {last}"}


def in_words(day: date) -> str:
    return f"{day:%B} {day.day}, {day.year}"


def plain(value: Decimal) -> str:
    """Without zeros that carry nothing, but with cents."""
    text = f"{value.normalize():f}"
    return text if len(text.partition(".")[2]) >= 2 else f"{value:.2f}"
