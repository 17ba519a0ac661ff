"""Computing formulas."""

from decimal import Decimal

import pytest

from apps.answers.calculator.evaluation import Quantity, evaluate
from apps.answers.calculator.formula import Binary, FormulaError, Item, Number, Operator
from apps.answers.calculator.reading import read_formula

FIGURES = {
    ("revenue", 2022): Quantity(Decimal(200), money=1),
    ("revenue", 2021): Quantity(Decimal(160), money=1),
    ("revenue", 2020): Quantity(Decimal(128), money=1),
    ("net_income", 2022): Quantity(Decimal(30), money=1),
    ("shares_diluted", 2022): Quantity(Decimal(15), shares=1),
    ("total_assets", 2022): Quantity(Decimal(0), money=1),
}


def lookup(item: Item) -> Quantity:
    key = (item.concept, item.year or 2022 + item.offset)
    if key not in FIGURES:
        raise FormulaError("missing")
    return FIGURES[key]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("net income / revenue", "0.15", (0, 0)),
        ("net income / diluted shares", "2", (1, -1)),
        ("average revenue between FY2020 and FY2022", "162.6666666666666666666666666666666666667", (1, 0)),
        ("growth of revenue between FY2021 and FY2022", "0.25", (0, 0)),
        ("change in revenue", "40", (1, 0)),
        ("2 + 3 * 4 - 1", "13", (0, 0)),
        ("8 / 4 / 2", "1", (0, 0)),
        ("cagr(FY2020 revenue, FY2021 revenue, FY2022 revenue)", "0.25", (0, 0)),
        ("-(2 - 5)", "3", (0, 0)),
    ],
)
def test_value_and_unit(text: str, value: str, unit: tuple[int, int]) -> None:
    result = evaluate(read_formula(text), lookup)
    assert abs(result.value - Decimal(value)) < Decimal("1e-30")
    assert result.unit == unit


@pytest.mark.parametrize(
    "text",
    [
        "net income / total assets",
        "revenue + diluted shares",
        "gross profit",
        "9 ^ 99999",
        "revenue ^ 2",
        "9 ^ 20 ^ 20 ^ 20",
    ],
)
def test_what_cannot_be_computed_says_so(text: str) -> None:
    with pytest.raises(FormulaError):
        evaluate(read_formula(text), lookup)


def test_huge_numbers_are_refused() -> None:
    huge = Number(Decimal("1e150"))
    with pytest.raises(FormulaError):
        evaluate(Binary(Operator.MULTIPLY, huge, huge), lookup)
