"""Which questions need a share price, and which are for filings though they speak of one."""

from datetime import date

import pytest
from apps.answers.tools.market.asked import read_market
from apps.answers.tools.market.metrics import metrics


@pytest.mark.parametrize(
    ("question", "metric"),
    [
        ("What was Quillmark's share price on March 28, 2024?", "share_price"),
        ("Closing price of the common stock of Quillmark on 28 March 2024", "share_price"),
        ("What is the current stock price of Quillmark?", "share_price"),
        ("What was Quillmark's market cap at the end of FY2023?", "market_capitalization"),
        ("What is the price-to-earnings ratio of Quillmark for FY2023?", "price_to_earnings"),
        ("What is Quillmark's P/E multiple?", "price_to_earnings"),
        ("Compute the dividend yield of Quillmark for fiscal 2023", "dividend_yield"),
        ("What is the enterprise value to EBITDA of Quillmark?", "enterprise_value_to_ebitda"),
        ("What was EV/EBITDA of Quillmark in 2023?", "enterprise_value_to_ebitda"),
        ("What was EV / revenue of Quillmark in 2023?", "enterprise_value_to_revenue"),
        ("What was Quillmark's enterprise value in 2023?", "enterprise_value"),
        ("What is the price to book ratio of Quillmark in FY2023?", "price_to_book"),
    ],
)
def test_questions_that_need_a_price(question: str, metric: str) -> None:
    read = read_market(question)
    assert read and read.metric.key == metric


@pytest.mark.parametrize(
    "question",
    [
        "What was the average price paid per share in the repurchases of FY2023?",
        "What is the aggregate market value of the stock held by non-affiliates?",
        "What was the weighted average exercise price of the options granted, and the share price volatility assumed?",
        "Why did the share price of Quillmark fall in 2023?",
        "How do interest rates affect the share price of Quillmark?",
        "What risks does Quillmark name for its stock price?",
        "What price per share did Quillmark pay in the acquisition of Zorblatt?",
        "What was the cumulative total shareholder return in the performance graph, at a share price of $100?",
        "What is Quillmark's EBITDA in FY2023?",
        "What were dividends per share in FY2023?",
        "What was property, plant and equipment (PP&E) in FY2023?",
        "How many EVs did Quillmark sell to revenue customers in 2023?",
        "What is the diluted EPS of Quillmark?",
        "What drove the price increases in steel?",
        "What was the low sale price per share of each quarter in 2018?",
        "What is the price per share for the final dividend of 2019?",
        "What expected dividend yield was assumed for options in 2018?",
    ],
)
def test_questions_that_filings_answer(question: str) -> None:
    assert read_market(question) is None


def test_days_years_and_changes() -> None:
    between = read_market("How much did the share price of Quillmark rise from 2024-01-02 to 2024-03-28?")
    assert between and between.change
    assert (between.dates, between.years) == ((date(2024, 1, 2), date(2024, 3, 28)), ())
    year = read_market("What was Quillmark's market cap at the end of FY2023?")
    assert year and (year.dates, year.years, year.change) == ((), (2023,), False)
    latest = read_market("What is the stock price of Quillmark now?")
    assert latest and (latest.dates, latest.years, latest.change) == ((), (), False)


def test_the_catalogue_writes_out_every_choice_of_parts() -> None:
    value = metrics()["enterprise_value"].formulas
    assert len(value) == 8
    assert value[0] == (
        "(share_price * shares_outstanding) + (short_term_debt + current_long_term_debt + long_term_debt) - cash"
    )
    assert value[-1] == "(share_price * shares_diluted) + (long_term_debt) - cash"
    assert metrics()["share_price"].formulas == ("share_price",)
