"""Amounts as filings print them."""

from decimal import Decimal

import pytest

from apps.statements.values.amounts import parse_amount


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,577", "1577"),
        ("$ 1,577.5", "1577.5"),
        ("(69,657)", "-69657"),
        ("$(0.27)", "-0.27"),
        ("($ 0.27)", "-0.27"),
        ("$ (1,508)", "-1508"),
        ("-3.4", "-3.4"),
        ("−12", "-12"),
        (".35", "0.35"),
        ("12.5%", "12.5"),
        ("(4.1)%", "-4.1"),
        ("(4.1%)", "-4.1"),
        ("1,234 (a)", "1234"),
        ("2023", "2023"),
    ],
)
def test_value(text: str, value: str) -> None:
    amount = parse_amount(text)
    assert amount is not None
    assert amount.value == Decimal(value)
    assert not amount.nil


@pytest.mark.parametrize("text", ["—", "$ —", "-", "–%", "$—", "(—)"])
def test_dash_is_nil(text: str) -> None:
    amount = parse_amount(text)
    assert amount is not None
    assert amount.nil
    assert amount.value == 0


@pytest.mark.parametrize(
    "text", ["", "Total", "N/M", "December 31, 2020", "1,23", "12 months", "()", "$", "1-2", "9" * 33]
)
def test_other_text_is_no_amount(text: str) -> None:
    assert parse_amount(text) is None


def test_marks() -> None:
    percent, money = parse_amount("7.25 %"), parse_amount("€ 12")
    assert percent is not None and percent.percent and percent.decimals == 2
    assert money is not None and money.currency == "EUR"
