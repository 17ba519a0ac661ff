"""Formulas as people write them."""

from decimal import Decimal

import pytest

from apps.answers.calculator.formula import Binary, Call, Formula, FormulaError, Function, Item, Number, Operator, items
from apps.answers.calculator.reading import read_formula

D, A, S, M = Operator.DIVIDE, Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        (
            "cash from operations / total current liabilities",
            Binary(D, Item("operating_cash_flow"), Item("current_liabilities")),
        ),
        (
            "FY2019 revenue / (average PP&E between FY2018 and FY2019)",
            Binary(
                D,
                Item("revenue", 2019),
                Call(
                    Function.AVERAGE, (Item("property_plant_equipment", 2018), Item("property_plant_equipment", 2019))
                ),
            ),
        ),
        (
            "365 * average inventory between FY2020 and FY2021 / FY2021 COGS",
            Binary(
                D,
                Binary(
                    M,
                    Number(Decimal(365)),
                    Call(Function.AVERAGE, (Item("inventories", 2020), Item("inventories", 2021))),
                ),
                Item("cost_of_revenue", 2021),
            ),
        ),
        (
            "(operating income + depreciation and amortization) / net revenue",
            Binary(D, Binary(A, Item("operating_income"), Item("depreciation_amortization")), Item("revenue")),
        ),
        (
            "cash from operations - capital expenditures",
            Binary(S, Item("operating_cash_flow"), Item("capital_expenditures")),
        ),
        (
            "average(total assets, total liabilities)",
            Call(Function.AVERAGE, (Item("total_assets"), Item("total_liabilities"))),
        ),
        ("10% * net income", Binary(M, Number(Decimal("0.1")), Item("net_income"))),
        ("net income divided by average total assets", None),
    ],
)
def test_formula(text: str, formula: Formula | None) -> None:
    read = read_formula(text)
    if formula is not None:
        assert read == formula


def test_average_without_years_takes_the_year_before() -> None:
    read = read_formula("net income / average total assets")
    assert [(item.concept, item.offset) for item in items(read)] == [
        ("net_income", 0),
        ("total_assets", -1),
        ("total_assets", 0),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "revenue /",
        "revenue + + / 2",
        "the weather / revenue",
        "(" * 50 + "revenue",
        "revenue " * 200,
        "__import__('os')",
    ],
)
def test_what_is_no_formula_says_so(text: str) -> None:
    with pytest.raises(FormulaError):
        read_formula(text)
