"""The tools that ask for share prices: the close of a day, and what became of a share between two days."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from math import prod
from typing import Any

from django.utils import timezone
from pydantic import Field

from apps.answers.tools.market.prices import Day, MarketError, PriceSource, Quotes, ticker_of
from apps.answers.tools.registry import Arguments, Context, Tool
from apps.answers.tools.results import PER_SHARE, PLAIN, Figure, Result

KIND = "Market data"
CLOSED = timedelta(days=10)  # the longest that exchanges stay closed, with a day or two to spare
LONGEST = timedelta(days=366 * 15)
TICKER = Field(description="Ticker symbol, such as ABC or ABC.B", min_length=1, max_length=16)


class PriceArguments(Arguments):
    ticker: str = TICKER
    on: date | None = Field(description="The day as YYYY-MM-DD; null for the latest trading day")


class HistoryArguments(Arguments):
    ticker: str = TICKER
    first: date = Field(description="YYYY-MM-DD")
    last: date = Field(description="YYYY-MM-DD; where nothing was traded on a day, the trading day before it counts")


class SplitArguments(Arguments):
    ticker: str = TICKER
    first: date = Field(description="YYYY-MM-DD; a split on this day does not count")
    last: date = Field(description="YYYY-MM-DD; a split on this day counts")


def market_tools(source: PriceSource) -> tuple[Tool[Any], ...]:
    """The tools over one source of prices."""

    def share_price(given: PriceArguments, context: Context) -> Result:
        return _price(source, given, context.seconds)

    def price_history(given: HistoryArguments, context: Context) -> Result:
        return _history(source, given, context.seconds)

    def share_splits(given: SplitArguments, context: Context) -> Result:
        return _splits(source, given, context.seconds)

    return (
        Tool(
            "share_price",
            "The closing price of a share on a day, or on the last trading day before it.",
            PriceArguments,
            share_price,
            outside=True,
        ),
        Tool(
            "price_history",
            "Closing prices of a share on two days, with the splits between them.",
            HistoryArguments,
            price_history,
            outside=True,
        ),
        Tool(
            "share_splits",
            "How many shares one share became between two days.",
            SplitArguments,
            share_splits,
            outside=True,
        ),
    )


def _price(source: PriceSource, given: PriceArguments, seconds: float) -> Result:
    symbol, asked = ticker_of(given.ticker), timezone.now()
    on = _no_future(given.on or asked.date(), asked)
    quotes = source.quotes(symbol, on - CLOSED, on, seconds)
    day = _last(quotes, on, source, symbol)
    figure = Figure("close", day.close, PER_SHARE, quotes.currency, day.on)
    told = _told(day, given.on, quotes)
    return _result("share_price", symbol, given, source, quotes, asked, (figure,), told)


def _history(source: PriceSource, given: HistoryArguments, seconds: float) -> Result:
    symbol, asked = ticker_of(given.ticker), timezone.now()
    first, last = _stretch(given.first, given.last, asked)
    quotes = source.quotes(symbol, first - CLOSED, last, seconds)
    start = _last(replace(quotes, days=tuple(day for day in quotes.days if day.on <= first)), first, source, symbol)
    end = _last(quotes, last, source, symbol)
    figures = [
        Figure("first_close", start.close, PER_SHARE, quotes.currency, start.on),
        Figure("last_close", end.close, PER_SHARE, quotes.currency, end.on),
    ]
    told = f"{_told(start, first, quotes)} and {_told(end, last, quotes)}"
    split = _split([day for day in quotes.days if start.on < day.on <= end.on])
    if split is not None:
        figures.append(Figure("split_factor", split, PLAIN, "", end.on))
        told += f"; {split.normalize():f} shares for each one held" if split != 1 else ""
    return _result("price_history", symbol, given, source, quotes, asked, tuple(figures), told)


def _splits(source: PriceSource, given: SplitArguments, seconds: float) -> Result:
    symbol, asked = ticker_of(given.ticker), timezone.now()
    first, last = _stretch(given.first, given.last, asked)
    quotes = source.quotes(symbol, first, last, seconds)
    split = _split([day for day in quotes.days if first < day.on]) if quotes.days else None
    if split is None:
        raise MarketError(
            f"Whether shares of {symbol} were split between {first} and {last} is not told by {source.name}."
        )
    said = "no split" if split == 1 else f"{split.normalize():f} shares for each one held"
    figure = Figure("split_factor", split, PLAIN, "", quotes.days[-1].on)
    told = f"{said} between {first} and {last}"
    return _result("share_splits", symbol, given, source, quotes, asked, (figure,), told)


def _stretch(first: date, last: date, asked: datetime) -> tuple[date, date]:
    if not first < last or last - first > LONGEST:
        raise MarketError("Prices are told between two days, the first before the last, at most 15 years apart.")
    return first, _no_future(last, asked)


def _no_future(on: date, asked: datetime) -> date:
    if on > asked.date():
        raise MarketError(f"No share has a price on {on} yet.")
    return on


def _last(quotes: Quotes, on: date, source: PriceSource, symbol: str) -> Day:
    """The last trading day up to `on`; one long before it would be a price of another time."""
    day = quotes.days[-1] if quotes.days else None
    if day is None or on - day.on > CLOSED:
        raise MarketError(f"No price of {symbol} on {on} or shortly before is held by {source.name}.")
    return day


def _split(days: list[Day]) -> Decimal | None:
    """Shares that one became; None where a day does not tell."""
    told = [day.split for day in days if day.split is not None]
    return prod(told, start=Decimal(1)) if len(told) == len(days) else None


def _told(day: Day, asked: date | None, quotes: Quotes) -> str:
    instead = f" (the last trading day up to {asked})" if asked and day.on != asked else ""
    return f"close {_plain(day.close)} {quotes.currency} on {day.on}{instead}"


def _plain(value: Decimal) -> str:
    """Without zeros that carry nothing, but with cents."""
    text = f"{value.normalize():f}"
    return text if len(text.partition(".")[2]) >= 2 else f"{value:.2f}"


def _result(
    tool: str,
    symbol: str,
    given: Arguments,
    source: PriceSource,
    quotes: Quotes,
    asked: datetime,
    figures: tuple[Figure, ...],
    told: str,
) -> Result:
    arguments = given.model_dump(mode="json") | {"ticker": symbol}
    return Result(tool, arguments, KIND, source.name, asked, figures, f"{symbol}: {told}", quotes.digest)
