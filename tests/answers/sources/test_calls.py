"""Asking for prices on behalf of one answer: the last close, splits, and what reaches nobody."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from apps.answers.sources.market.calls import Call, Calls
from apps.answers.sources.market.prices import MarketError
from apps.answers.sources.market.tiingo import Tiingo
from tests.answers.sources.price_server import KEY, PriceServer, price_server

DAY = date(2024, 3, 28)


@pytest.fixture
def server() -> Iterator[PriceServer]:
    with price_server() as running:
        yield running


def calls(server: PriceServer, most: int = 5) -> Calls:
    return Calls(Tiingo(server.url, KEY, pause=0.01), most, 5)


def refused(ask: Callable[[], Call]) -> str:
    with pytest.raises(MarketError) as caught:
        ask()
    return str(caught.value)


def test_a_price_is_a_figure_with_its_day_source_and_time(server: PriceServer) -> None:
    call = calls(server).close("QMF", DAY)
    assert (call.label, call.source, call.told) == ("T1", "Tiingo", "QMF: close 123.45 USD on 2024-03-28")
    shown = call.shown()
    assert shown["figures"] == [{"name": "close", "value": "123.45", "unit": "USD per share", "on": "2024-03-28"}]
    assert len(shown["digest"]) == 64
    assert timezone.now() - call.fetched < timedelta(minutes=5) and call.fetched.tzinfo == UTC


def test_where_nothing_was_traded_the_day_before_counts_and_is_named(server: PriceServer) -> None:
    told = calls(server).close("QMF", date(2024, 3, 31)).told
    assert told == "QMF: close 123.45 USD on 2024-03-28 (the last trading day up to 2024-03-31)"


def test_a_price_of_another_time_is_none(server: PriceServer) -> None:
    box = calls(server)
    told = refused(lambda: box.close("QMF", date(2024, 5, 15)))
    assert told == "No price of QMF on 2024-05-15 or shortly before is held by Tiingo."
    assert box.as_json()[0]["problem"] == told and "figures" not in box.as_json()[0]


def test_splits_of_a_stretch_are_multiplied(server: PriceServer) -> None:
    assert calls(server).splits("QMF", DAY, date(2024, 6, 30)).value == 4
    assert calls(server).splits("QMF", date(2024, 6, 3), date(2024, 6, 30)).value == 1  # not that of the first day


def test_what_makes_no_sense_reaches_nobody(server: PriceServer) -> None:
    box, soon = calls(server), (datetime.now(UTC) + timedelta(days=3)).date()
    assert refused(lambda: box.close("QMF", soon)) == f"No share has a price on {soon} yet."
    assert refused(lambda: box.close("../x", DAY)) == "That is no ticker symbol."
    assert "at most 15 years" in refused(lambda: box.splits("QMF", date(1950, 1, 1), DAY))
    assert not server.requests and len(box.as_json()) == 3


def test_an_answer_has_a_number_of_calls(server: PriceServer) -> None:
    box = calls(server, most=2)
    box.close("QMF", date(2024, 3, 27))
    box.close("QMF", DAY)
    told = refused(lambda: box.close("QMF", date(2024, 3, 29)))
    assert told == "An answer may call tools 2 times (FINRAG_TOOL_CALLS)."
    assert len(server.requests) == 2


def test_the_same_call_again_is_no_call(server: PriceServer) -> None:
    box = calls(server, most=1)
    assert box.close("QMF", DAY) == box.close("QMF", DAY)
    assert len(server.requests) == 1


def test_without_a_source_nothing_is_asked() -> None:
    assert refused(lambda: Calls(None, 5, 5).close("QMF", DAY)) == "No market data source is set up."
