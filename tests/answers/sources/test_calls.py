"""Tools by schema: declared, checked, refused, counted."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from apps.answers.tools.registry import Registry, ToolCall
from apps.answers.tools.results import Result
from apps.answers.tools.toolbox import Toolbox
from django.utils import timezone

from apps.accounts.models import User
from apps.answers.sources.market.calls import market_tools
from apps.answers.sources.market.tiingo import Tiingo
from apps.retrieval.found import Scope
from tests.answers.sources.price_server import KEY, PriceServer, price_server


@pytest.fixture
def server() -> Iterator[PriceServer]:
    with price_server() as running:
        yield running


def toolbox(server: PriceServer, calls: int = 5) -> Toolbox:
    return Toolbox(Registry(market_tools(Tiingo(server.url, KEY, pause=0.01))), User(), Scope(), calls, 5)


def asked(server: PriceServer, name: str, **arguments: Any) -> Result:
    return toolbox(server).call(ToolCall.of(name, **arguments))[1]


def test_tools_are_declared_as_functions_of_the_openai_protocol(server: PriceServer) -> None:
    price = toolbox(server).registry.declarations()[0]
    assert price["type"] == "function"
    function = price["function"]
    assert (function["name"], function["strict"]) == ("share_price", True)
    assert function["parameters"]["type"] == "object"
    assert function["parameters"]["required"] == ["ticker", "on"]
    assert function["parameters"]["additionalProperties"] is False
    json.dumps(price)


def test_a_price_is_a_figure_with_its_day_source_and_time(server: PriceServer) -> None:
    label, result = toolbox(server).call(ToolCall.of("share_price", ticker="qmf", on="2024-03-28"))
    assert (label, result.source, result.told) == ("T1", "Tiingo", "QMF: close 123.45 USD on 2024-03-28")
    assert result.figure("close").as_json() == {
        "name": "close",
        "value": "123.45",
        "unit": "USD per share",
        "on": "2024-03-28",
    }
    assert timezone.now() - result.fetched < timedelta(minutes=5)
    assert result.fetched.tzinfo == UTC


def test_where_nothing_was_traded_the_day_before_counts_and_is_named(server: PriceServer) -> None:
    result = asked(server, "share_price", ticker="QMF", on="2024-03-31")
    assert result.told == "QMF: close 123.45 USD on 2024-03-28 (the last trading day up to 2024-03-31)"


def test_a_price_of_another_time_is_none(server: PriceServer) -> None:
    result = asked(server, "share_price", ticker="QMF", on="2024-05-15")
    assert result.problem == "No price of QMF on 2024-05-15 or shortly before is held by Tiingo."
    assert result.figures == ()


def test_the_future_has_no_price(server: PriceServer) -> None:
    on = (datetime.now(UTC) + timedelta(days=3)).date()
    assert asked(server, "share_price", ticker="QMF", on=on).problem == f"No share has a price on {on} yet."
    assert not server.requests


def test_a_history_tells_of_splits_between_the_days(server: PriceServer) -> None:
    result = asked(server, "price_history", ticker="QMF", first="2024-03-28", last="2024-06-30")
    assert {figure.name: str(figure.value) for figure in result.figures} == {
        "first_close": "123.45",
        "last_close": "31.50",
        "split_factor": "4.00",
    }
    assert result.told.endswith("; 4 shares for each one held")


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("shell", "{}", "A tool was asked for that is not set up."),
        ("share_price", "{}", "The arguments of share_price do not fit: ticker: Field required."),
        ("share_price", '{"ticker": "QMF", "on": null, "url": "http://x"}', "url: Extra inputs are not permitted"),
        ("share_price", '{"ticker": "QMF", "on": "yesterday"}', "do not fit: on: "),
        ("share_price", '{"ticker": ["QMF"], "on": null}', "do not fit: ticker: "),
        ("share_price", "import os", "do not fit: Invalid JSON"),
        ("share_price", " " * 5000, "The arguments of share_price are too long."),
        ("share_price", '{"ticker": "../x", "on": null}', "That is no ticker symbol."),
        (
            "price_history",
            '{"ticker": "QMF", "first": "2024-03-28", "last": "2024-03-28"}',
            "the first before the last",
        ),
        ("price_history", '{"ticker": "QMF", "first": "1950-01-01", "last": "2024-03-28"}', "at most 15 years"),
    ],
)
def test_calls_that_do_not_fit_reach_nobody(server: PriceServer, name: str, arguments: str, words: str) -> None:
    box = toolbox(server)
    assert words in box.call(ToolCall(name, arguments))[1].problem
    assert not server.requests
    assert box.as_json()[0]["problem"]


def test_an_answer_has_a_number_of_calls(server: PriceServer) -> None:
    box = toolbox(server, calls=2)
    for day in (27, 28, 29):
        last = box.call(ToolCall.of("share_price", ticker="QMF", on=f"2024-03-{day}"))
    assert last[0] == "T3"
    assert last[1].problem == "An answer may call tools 2 times (FINRAG_TOOL_CALLS)."
    assert len(server.requests) == 2


def test_the_same_call_again_is_no_call(server: PriceServer) -> None:
    box = toolbox(server, calls=1)
    first = box.call(ToolCall.of("share_price", ticker="QMF", on="2024-03-28"))
    assert box.call(ToolCall.of("share_price", on="2024-03-28", ticker="QMF")) == first
    assert len(server.requests) == 1
