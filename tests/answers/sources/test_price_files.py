"""Prices from files: one a ticker, in one folder, and nothing outside of it."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from apps.answers.sources.market import files
from apps.answers.sources.market.files import PriceFiles
from apps.answers.sources.market.prices import Day, MarketError

HEAD = "Date,Open,High,Low,Close,Volume\n"
FIRST, LAST = date(2024, 3, 1), date(2024, 3, 31)


def quoted(folder: Path, content: str | bytes, ticker: str = "QMF") -> tuple[Day, ...]:
    (folder / "QMF.csv").write_bytes(content if isinstance(content, bytes) else content.encode())
    return PriceFiles(folder, "EUR").quotes(ticker, FIRST, LAST, 1).days


def test_the_days_of_a_range_in_order(tmp_path: Path) -> None:
    rows = "2024-03-28,1,2,1,123.45,900\n2024-03-27,1,2,1,50.2,800\n2024-04-02,1,2,1,60,10\n"
    assert quoted(tmp_path, "\ufeff" + HEAD + rows, "qmf") == (
        Day(date(2024, 3, 27), Decimal("50.2")),
        Day(date(2024, 3, 28), Decimal("123.45")),
    )
    assert PriceFiles(tmp_path, "EUR").quotes("QMF", FIRST, LAST, 1).currency == "EUR"


def test_splits_are_read_where_the_file_tells_them(tmp_path: Path) -> None:
    days = quoted(tmp_path, "date,close,split\n2024-03-27,80,\n2024-03-28,20,4\n")
    assert [day.split for day in days] == [Decimal(1), Decimal(4)]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("day,price\n2024-03-28,5\n", "has no columns named date and close"),
        ("", "has no columns named date and close"),
        (HEAD + "2024-03-28,1,1,1,=cmd|'/c calc',1\n", "cannot be read as prices"),
        (HEAD + "2024-03-28,1,1,1,,1\n", "cannot be read as prices"),
        (HEAD + "2024-03-28,1\n", "cannot be read as prices"),
        (HEAD + "28/03/2024,1,1,1,5,1\n", "cannot be read as prices"),
        (HEAD + "2024-03-28,1,1,1,1e300,1\n", "cannot be read as prices"),
        (HEAD + "2024-03-28,1,1,1,sNaN,1\n", "cannot be read as prices"),
        (b"\xff\xfe\x00date", "cannot be read as prices"),
        (HEAD + "2024-03-28,1,1,1,5,1\n2024-03-28,1,1,1,6,1\n", "gives two prices for 2024-03-28"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_and_nothing_taken(tmp_path: Path, content: str | bytes, words: str) -> None:
    with pytest.raises(MarketError, match=words):
        quoted(tmp_path, content)


def test_a_file_that_is_too_long_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 100)
    with pytest.raises(MarketError, match="is longer than"):
        quoted(tmp_path, HEAD + "2024-03-28,1,1,1,5,1\n" * 10)


def test_nothing_outside_the_folder_is_opened(tmp_path: Path) -> None:
    folder = tmp_path / "prices"
    folder.mkdir()
    (tmp_path / "SECRET.csv").write_text(HEAD + "2024-03-28,1,1,1,5,1\n")
    (folder / "LINK.csv").symlink_to(tmp_path / "SECRET.csv")
    for ticker in ("../SECRET", "/etc/passwd", "..", "SECRET.csv\0", "LINK"):
        with pytest.raises(MarketError):
            PriceFiles(folder, "USD").quotes(ticker, FIRST, LAST, 1)
