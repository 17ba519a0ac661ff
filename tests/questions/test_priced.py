"""Which measures need a share price, and which prices are told by filings though they sound like one."""

import pytest

from apps.questions.expressions import Item, Ratio
from apps.questions.names import NoRegister
from apps.questions.ratios import items_of, needs_price, ratios
from apps.questions.reader import read


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("What was the share price on March 28, 2024?", "share_price"),
        ("Closing price of the common stock on 28 March 2024", "share_price"),
        ("What is the current stock price?", "share_price"),
        ("What was the market cap at the end of FY2023?", "market_capitalization"),
        ("What is the price-to-earnings ratio for FY2023?", "price_to_earnings"),
        ("What is the P/E multiple?", "price_to_earnings"),
        ("Compute the dividend yield for fiscal 2023", "dividend_yield"),
        ("What is the enterprise value to EBITDA?", "enterprise_value_to_ebitda"),
        ("What was EV/EBITDA in 2023?", "enterprise_value_to_ebitda"),
        ("What was EV / revenue in 2023?", "enterprise_value_to_revenue"),
        ("What was the enterprise value in 2023?", "enterprise_value"),
        ("What is the price to book ratio in FY2023?", "price_to_book"),
    ],
)
def test_measures_that_need_a_price(question: str, key: str) -> None:
    assert read(question, NoRegister()).query.measures == (Ratio(key),)
    assert needs_price(Ratio(key))


@pytest.mark.parametrize(
    "question",
    [
        "What was the average price paid per share in the repurchases of FY2023?",
        "What is the aggregate market value of the stock held by non-affiliates?",
        "What was the weighted average exercise price of the options granted?",
        "What price per share was paid in the acquisition?",
        "What was the offering price per share?",
        "What was the low sale price per share of each quarter in 2018?",
        "What is the price per share for the final dividend of 2019?",
        "What was the market price of the shares on the grant date?",
        "What was the fair market value of the trademarks in 2023?",
        "What expected dividend yield was assumed for options in 2018?",
        "What was EBITDA in FY2023?",
        "What was the ratio of costs to revenue in FY2023?",
        "What was R&D to revenue ratio in 2022?",
        "What were dividends per share in FY2023?",
        "What was property, plant and equipment (PP&E) in FY2023?",
    ],
)
def test_prices_that_filings_tell(question: str) -> None:
    assert not any(needs_price(measure) for measure in read(question, NoRegister()).query.measures)


def test_items_of_a_multiple_are_those_of_its_ratios_too() -> None:
    assert {"share_price", "shares_outstanding", "shares_diluted", "cash", "operating_income"} <= items_of(
        Ratio("enterprise_value_to_ebitda")
    )
    assert not needs_price(Ratio("ebitda")) and needs_price(Item("share_price"))
    assert "Diluted" in ratios()["market_capitalization"].says[1]
