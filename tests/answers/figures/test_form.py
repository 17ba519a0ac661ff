"""Units and rounding asked for, and figures in them."""

from decimal import Decimal

import pytest

from apps.answers.calculator.catalogue import Shown
from apps.answers.calculator.evaluation import Quantity
from apps.answers.figures.form import AskedForm, read_form, shown_as, state

MONEY = Quantity(Decimal("1577250000"), 1)


@pytest.mark.parametrize(
    ("words", "scale", "decimals", "percent"),
    [
        ("Answer in USD millions.", 10**6, None, False),
        ("(in thousands of dollars)", 10**3, None, False),
        ("How much, in billions of USD, rounded to one decimal place?", 10**9, 1, False),
        ("Answer in units of percents and round to one decimal place.", None, 1, True),
        ("as a percentage, to two decimals", None, 2, True),
        ("Round to the nearest hundredth.", None, 2, False),
        ("in whole dollars", 1, None, False),
        ("Round to the nearest million.", 10**6, 0, False),
        ("What was it?", None, None, False),
    ],
)
def test_what_is_asked_for(words: str, scale: int | None, decimals: int | None, percent: bool) -> None:
    assert read_form(words) == AskedForm(Decimal(scale) if scale else None, decimals, percent)


@pytest.mark.parametrize(
    ("form", "value", "unit", "text"),
    [
        (AskedForm(Decimal(10) ** 6), "1577.25", "USD millions", "USD 1,577.25 million"),
        (AskedForm(Decimal(10) ** 6, 0), "1577", "USD millions", "USD 1,577 million"),
        (AskedForm(Decimal(10) ** 9, 1), "1.6", "USD billions", "USD 1.6 billion"),
        (AskedForm(), "1577250000", "USD", "USD 1,577.25 million"),
    ],
)
def test_money(form: AskedForm, value: str, unit: str, text: str) -> None:
    stated = state(MONEY, Shown.MONEY, form, "USD")

    assert (stated.value, stated.unit, stated.text) == (Decimal(value), unit, text)


@pytest.mark.parametrize(
    ("quantity", "shown", "asked", "becomes"),
    [
        (MONEY, None, AskedForm(percent=True), Shown.MONEY),
        (Quantity(Decimal(2), 1, -1), None, AskedForm(), Shown.PER_SHARE),
        (Quantity(Decimal("0.12")), None, AskedForm(percent=True), Shown.PERCENT),
        (Quantity(Decimal("0.12")), None, AskedForm(), Shown.RATIO),
        (Quantity(Decimal(40)), Shown.DAYS, AskedForm(), Shown.DAYS),
    ],
)
def test_the_unit_of_the_result_decides_first(
    quantity: Quantity, shown: Shown | None, asked: AskedForm, becomes: Shown
) -> None:
    assert shown_as(quantity, shown, asked) is becomes


def test_halves_are_rounded_away_from_nought_and_signs_are_kept() -> None:
    assert state(Quantity(Decimal("-0.025")), Shown.RATIO, AskedForm(decimals=2), "").value == Decimal("-0.03")
    assert state(Quantity(Decimal("0.1235")), Shown.PERCENT, AskedForm(decimals=1), "").text == "12.4%"


def test_a_difference_of_percentages_in_basis_points() -> None:
    form = read_form("By how many basis points did the gross margin change?")
    stated = state(Quantity(Decimal("0.0215")), Shown.PERCENT, form, "USD", points=True)

    assert (stated.value, stated.unit, stated.text) == (Decimal(215), "basis points", "215 basis points")


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        ("2858", AskedForm(), "2,858"),
        ("12500000", AskedForm(), "12.5 million"),
        ("2858", AskedForm(Decimal(1000)), "2.858 thousand"),
    ],
)
def test_things_are_told_one_by_one(value: str, form: AskedForm, text: str) -> None:
    assert state(Quantity(Decimal(value)), Shown.COUNT, form, "").text == text
