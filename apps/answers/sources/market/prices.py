"""What any source of share prices gives, and the checks that no source is spared."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Protocol

TICKER = re.compile(r"[A-Z][A-Z0-9]{0,9}(?:[.-][A-Z0-9]{1,4})?")
HIGHEST = Decimal(10) ** 7  # of a share, in any currency: the dearest share ever listed stayed below a million
MOST_DIGITS = 40  # characters of a number
STEEPEST = Decimal(1000)  # shares that become one, or one that becomes so many


class MarketError(ValueError):
    """No price. str() says why, as a sentence for the user: in our words and never in those of a server."""


@dataclass(frozen=True, slots=True)
class Day:
    """A trading day. close: as it was paid, adjusted for nothing.

    split: shares that one became that day, 1 on other days; None where the source does not tell.
    """

    on: date
    close: Decimal
    split: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Quotes:
    """days: ascending, one each. currency: of all amounts. digest: SHA-256 of what the source sent."""

    days: tuple[Day, ...]
    currency: str
    digest: str


class PriceSource(Protocol):
    """Where prices come from. name: for people, in every answer that uses it."""

    @property
    def name(self) -> str: ...

    def quotes(self, ticker: str, first: date, last: date, seconds: float) -> Quotes:
        """The days from `first` to `last`, both included; none of them where nothing was traded. Raises MarketError."""
        ...


def ticker_of(text: str) -> str:
    """A ticker as sources know it. Raises MarketError for anything that is none: it becomes part of an address."""
    ticker = text.strip().upper()
    if not TICKER.fullmatch(ticker):
        raise MarketError("That is no ticker symbol.")
    return ticker


def price(value: object) -> Decimal:
    """A price above nought. Raises ValueError."""
    number = _number(value)
    if not 0 < number < HIGHEST:
        raise ValueError("a price out of bounds")
    return number


def factor(value: object) -> Decimal:
    """Of a split; sources write 0 or 1 for a day without. Raises ValueError."""
    number = _number(value) or Decimal(1)
    if not 1 / STEEPEST <= number <= STEEPEST:
        raise ValueError("a split out of bounds")
    return number


def _number(value: object) -> Decimal:
    if not isinstance(value, str | Decimal) or len(str(value)) > MOST_DIGITS:
        raise ValueError("no number")
    try:
        number = Decimal(value.strip() if isinstance(value, str) else value)
    except InvalidOperation as error:
        raise ValueError("no number") from error
    if not number.is_finite():
        raise ValueError("no number")
    return number


def ordered(days: Iterable[Day], first: date, last: date, source: str) -> tuple[Day, ...]:
    """The days of the range, ascending. Raises MarketError where a source gives two prices for one day."""
    kept: dict[date, Day] = {}
    for day in days:
        if not first <= day.on <= last:
            continue
        if day.on in kept and kept[day.on] != day:
            raise MarketError(f"{source} gives two prices for {day.on}.")
        kept[day.on] = day
    return tuple(kept[on] for on in sorted(kept))
