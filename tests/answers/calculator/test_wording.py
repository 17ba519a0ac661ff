import pytest

from apps.answers.calculator.formula import Function, Item
from apps.answers.calculator.periods import at_year, over_years, shifted
from apps.answers.calculator.reading import read_formula
from apps.answers.calculator.wording import written


def named(item: Item) -> str:
    return f"{item.concept}{f' {item.year}' if item.year else ''}"


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("net income / (revenue - COGS)", "net_income / (revenue − cost_of_revenue)"),
        ("revenue - (COGS - net income)", "revenue − (cost_of_revenue − net_income)"),
        ("revenue * COGS / net income", "revenue × cost_of_revenue / net_income"),
        ("365 * average total assets between 2022 and 2023", "365 × average(total_assets 2022; total_assets 2023)"),
        ("COGS + change in inventory between 2022 and 2023", "cost_of_revenue + (inventories 2023 − inventories 2022)"),
        ("abs(capex) / revenue", "capital_expenditures / revenue"),
    ],
)
def test_brackets_only_where_they_are_needed(formula: str, words: str) -> None:
    assert written(read_formula(formula), named) == words


def test_years_are_bound_and_moved_together() -> None:
    formula = read_formula("net income / average total assets between 2022 and 2023")

    assert (
        written(at_year(shifted(formula, -1), 2022), named)
        == "net_income 2022 / average(total_assets 2021; total_assets 2022)"
    )


def test_a_compound_growth_rate_needs_only_its_ends() -> None:
    ends = [Item("revenue", 2020), Item("revenue", 2023)]

    assert written(over_years(Function.CAGR, ends, 3), named) == "(revenue 2023 / revenue 2020) ^ (1 / 3) − 1"
