"""How figures are printed."""

from decimal import Decimal

import pytest

from apps.documents.models import Fact
from apps.documents.printed_figures import Units, plain, text, texts, units_in_words, units_of
from tests.documents.stated import fact, filing

MILLIONS = Units("USD", Decimal(10**6), Decimal(10**6))


def money(value: str, **fields: object) -> Fact:
    return fact(filing(2024), "revenue", 2024, value, **fields)


def per_share(value: str) -> Fact:
    return money(value, unit="per-share", scale=1)


@pytest.mark.parametrize(
    ("printed", "figure"),
    [
        ("17,606", money("17606")),
        ("(1,084)", money("-1084")),
        ("0", money("0")),
        ("–", money("0", nil=True)),
        ("12.5", money("12.5")),
        ("5,854.43", money("5854430", scale=1000)),
        ("10.10", per_share("10.1")),
        ("0.0625", per_share("0.0625")),
        ("EUR 3", money("3", currency="EUR")),
        ("3", money("3", currency="")),
    ],
)
def test_one_figure(printed: str, figure: Fact) -> None:
    assert text(figure, MILLIONS) == printed


def test_the_figures_of_a_line_have_the_same_places() -> None:
    assert texts([money("12.5"), None, money("-3")], MILLIONS) == ["12.5", "", "(3.0)"]


def test_the_units_are_those_of_most_figures() -> None:
    shares = money("470", unit="shares", scale=1000)
    facts = [money("1"), money("2", currency=""), money("3", scale=1), shares, per_share("1")]
    units = units_of(facts)
    assert units == Units("USD", Decimal(10**6), Decimal(1000))
    assert units_in_words(units, facts) == "USD millions; shares in thousands; USD per share"


def test_what_states_no_currency_names_none() -> None:
    facts = [money("1", currency="", scale=1), per_share("1")]
    assert units_in_words(Units(), facts) == "per share"


@pytest.mark.parametrize("number", ["0", "100", "1.5", "-0.001", "12345678901234567890.12"])
def test_plain_numbers_have_no_exponent(number: str) -> None:
    assert f"{plain(Decimal(number + ('000' if '.' in number else '.000')))}" == number
