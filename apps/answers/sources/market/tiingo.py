"""Prices from Tiingo's end-of-day API: GET /tiingo/daily/<ticker>/prices, as its documentation describes it.

Of each day: date, close (as paid) and splitFactor. The key goes in a header, never in the address.
"""

import json
import os
import time
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from typing import Any, NoReturn
from urllib.parse import urlsplit

import httpx2

from apps.answers.sources.market.prices import Day, MarketError, Quotes, factor, ordered, price, ticker_of

MOST_BYTES = 4 * 1024 * 1024  # forty years of days are half of it
ATTEMPTS, PAUSE = 3, 0.5  # seconds, doubling
REPEATED = frozenset({429, 500, 502, 503, 504})
UNREACHABLE, TIMED_OUT = 0, -1  # in place of a status


@dataclass(frozen=True, slots=True)
class Tiingo:
    """url: of the API, or of what stands in for it. Its prices of companies listed in the USA are in dollars."""

    url: str
    key: str = field(repr=False)
    pause: float = PAUSE
    name: str = "Tiingo"
    currency: str = "USD"

    def quotes(self, ticker: str, first: date, last: date, seconds: float) -> Quotes:
        """Raises MarketError. Busy servers and broken connections are tried again within `seconds`."""
        symbol = ticker_of(ticker).replace(".", "-")  # classes of shares are BRK-A there
        address = f"{self.url.rstrip('/')}/tiingo/daily/{symbol.lower()}/prices"
        asked = {"startDate": first.isoformat(), "endDate": last.isoformat(), "format": "json"}
        body = self._patiently(address, asked, symbol, time.monotonic() + seconds)
        days = ordered((self._day(entry) for entry in self._entries(body)), first, last, self.name)
        return Quotes(days, self.currency, sha256(body).hexdigest())

    def _patiently(self, address: str, asked: dict[str, str], symbol: str, end: float) -> bytes:
        for attempt in range(ATTEMPTS):
            status, body = self._get(address, asked, end)
            if status == HTTPStatus.OK:
                return body
            wait = self.pause * 2**attempt
            again = status in REPEATED or status == UNREACHABLE
            if not again or attempt == ATTEMPTS - 1 or time.monotonic() + wait > end:
                break
            time.sleep(wait)
        self._refuse(status, symbol)

    def _get(self, address: str, asked: dict[str, str], end: float) -> tuple[int, bytes]:
        """Piece by piece: neither a reply without end nor one that drips holds us longer than was given."""
        headers = {"Authorization": f"Token {self.key}", "Accept": "application/json"}
        left = max(end - time.monotonic(), 0.01)
        body = b""
        try:
            with _client(os.getpid()).stream("GET", address, params=asked, headers=headers, timeout=left) as response:
                for piece in response.iter_bytes():
                    body += piece
                    if len(body) > MOST_BYTES:
                        raise MarketError(f"{self.name} replied with more than {MOST_BYTES} bytes.")
                    if time.monotonic() > end:
                        return TIMED_OUT, b""
                return response.status_code, body
        except httpx2.TimeoutException:
            return TIMED_OUT, b""
        except (httpx2.TransportError, httpx2.InvalidURL, httpx2.DecodingError):
            return UNREACHABLE, b""

    def _refuse(self, status: int, symbol: str) -> NoReturn:
        """The server's own words are left out: they are nobody's evidence."""
        where = urlsplit(self.url).netloc.rpartition("@")[2]
        sentences: dict[int, str] = {
            HTTPStatus.UNAUTHORIZED: f"{self.name} refuses the key: check FINRAG_MARKET_KEY.",
            HTTPStatus.FORBIDDEN: f"{self.name} refuses the key: check FINRAG_MARKET_KEY.",
            HTTPStatus.NOT_FOUND: f"{self.name} knows no share named {symbol}.",
            HTTPStatus.TOO_MANY_REQUESTS: f"{self.name} has had too many requests: its limit is reached for now.",
            UNREACHABLE: f"{self.name} cannot be reached at {where}.",
            TIMED_OUT: f"{self.name} did not answer in time.",
        }
        raise MarketError(sentences.get(status, f"{self.name} failed with status {status}."))

    def _entries(self, body: bytes) -> list[dict[str, Any]]:
        try:
            reply = json.loads(body, parse_float=Decimal, parse_int=Decimal, parse_constant=_no_number)
        except (ValueError, RecursionError) as error:
            raise MarketError(self._malformed) from error
        if not isinstance(reply, list) or not all(isinstance(entry, dict) for entry in reply):
            raise MarketError(self._malformed)
        return reply

    def _day(self, entry: dict[str, Any]) -> Day:
        try:
            return Day(
                on=date.fromisoformat(entry["date"][:10]),
                close=price(entry["close"]),
                split=factor(entry["splitFactor"]) if "splitFactor" in entry else None,
            )
        except (KeyError, TypeError, ValueError) as error:
            raise MarketError(self._malformed) from error

    @property
    def _malformed(self) -> str:
        return f"What {self.name} replied are no prices as its documentation describes them."


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


@cache
def _client(process: int) -> httpx2.Client:
    """One per process, for its kept connections. No redirect is followed: the key goes to one host."""
    return httpx2.Client(follow_redirects=False)
