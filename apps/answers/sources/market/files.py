"""Prices from files that the operator keeps: TICKER.csv with date, open, high, low, close, volume.

One more column is read where it is there: split (shares that one became that day). Prices are as they were paid, in the
one currency that the settings name.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from io import StringIO
from pathlib import Path

from apps.answers.sources.market.prices import Day, MarketError, Quotes, factor, ordered, price, ticker_of

MOST_BYTES = 20 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class PriceFiles:
    """folder: holds the files; nothing outside it is ever opened. currency: ISO 4217, of all of them."""

    folder: Path
    currency: str

    @property
    def name(self) -> str:
        return "price files"

    def quotes(self, ticker: str, first: date, last: date, seconds: float) -> Quotes:
        """Raises MarketError: no file, a file that is too long, or a line that cannot be read."""
        symbol = ticker_of(ticker)
        content = self._content(symbol)
        days = ordered(_days(content, symbol), first, last, f"The price file of {symbol}")
        return Quotes(days, self.currency, sha256(content).hexdigest())

    def _content(self, symbol: str) -> bytes:
        folder = self.folder.resolve()
        path = (folder / f"{symbol}.csv").resolve()
        if path.parent != folder or not path.is_file():  # a link may lead elsewhere
            raise MarketError(f"There is no price file for {symbol}.")
        try:
            with path.open("rb") as file:
                content = file.read(MOST_BYTES + 1)
        except OSError as error:
            raise MarketError(f"The price file of {symbol} cannot be read.") from error
        if len(content) > MOST_BYTES:
            raise MarketError(f"The price file of {symbol} is longer than {MOST_BYTES // 1024 // 1024} MB.")
        return content


def _days(content: bytes, symbol: str) -> Iterator[Day]:
    try:
        rows = csv.DictReader(StringIO(content.decode("utf-8-sig"), newline=""))
        heads = {(name or "").strip().lower(): name for name in rows.fieldnames or ()}
        if not {"date", "close"} <= heads.keys():
            raise MarketError(f"The price file of {symbol} has no columns named date and close.")
        for row in rows:
            yield _day({head: row.get(name) or "" for head, name in heads.items()})
    except (ValueError, csv.Error) as error:
        if isinstance(error, MarketError):
            raise
        raise MarketError(f"The price file of {symbol} cannot be read as prices.") from error


def _day(row: dict[str, str]) -> Day:
    """Raises ValueError. A column that is not there tells nothing; an empty cell in one says that there was none."""
    return Day(
        on=date.fromisoformat(row["date"].strip()),
        close=price(row["close"]),
        split=factor(row["split"] or "1") if "split" in row else None,
    )
