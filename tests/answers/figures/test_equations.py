"""Formulas that a question states with a sign of equality, or in a sentence on what something is."""

import pytest

from apps.answers.calculator.formula import FormulaError
from apps.answers.calculator.reading import read_formula
from apps.answers.calculator.wording import written
from apps.answers.figures.definitions import read_definitions
from apps.answers.figures.equations import equations
from apps.answers.intent import read_question


def _formula(question: str) -> str:
    return written(read_question(question).figures.wanted[0].formulas[0], lambda item: item.concept)


@pytest.mark.parametrize(
    ("question", "formula"),
    [
        (
            "Compute Quillmark's debt-to-equity ratio at the end of FY2020, where debt = current portion of"
            " long-term debt + long-term debt and equity = total shareholders' equity. Round to two decimals.",
            "(current_long_term_debt + long_term_debt) / total_equity",
        ),
        (
            "What was Quillmark's working capital in FY2022? Working capital = current assets - current liabilities.",
            "current_assets − current_liabilities",
        ),
        (
            "What was Quillmark's free cash flow margin in FY2021? Free cash flow is net cash from operations less"
            " capital expenditures; margin is relative to total revenue. Round to one decimal.",
            "(operating_cash_flow − capital_expenditures) / revenue",
        ),
        (
            "What was Quillmark's free cash flow in FY2021? Free cash flow is net cash from operations less additions"
            " to property and equipment.",
            "operating_cash_flow − capital_expenditures",
        ),
    ],
)
def test_formulas_are_read_with_all_that_they_are_made_of(question: str, formula: str) -> None:
    assert _formula(question) == formula


def test_a_body_ends_where_the_next_name_begins() -> None:
    found, rest = equations("What is A over B at Quillmark, where A = cash + receivables and B = inventory?")
    assert found == {"A": "cash + receivables", "B": "inventory"}
    assert rest == "What is A over B at Quillmark ?"


def test_a_question_without_formulas_stays_as_it_is() -> None:
    question = "Is Quillmark profitable? What is revenue less cost of sales in 2022?"
    assert equations(question) == ({}, question)


def test_a_phrase_with_a_sign_of_equality_names_no_item() -> None:
    with pytest.raises(FormulaError):
        read_formula("short-term debt + long-term debt and equity = total equity")


def test_what_moves_a_balance_is_not_that_balance() -> None:
    with pytest.raises(FormulaError):
        read_formula("net cash from operations - additions to goodwill")


@pytest.mark.parametrize(
    ("question", "name", "formula"),
    [
        (
            "Times interest earned for Quillmark in FY2021, defined as operating income over interest expense?",
            "times interest earned",
            "operating_income / interest_expense",
        ),
        (
            "What was Quillmark's inventory turnover for fiscal 2021 (year ended January 29, 2022)? Use cost of sales"
            " divided by the average of opening and closing merchandise inventories; two decimals.",
            "inventory turnover",
            "cost_of_revenue / average inventories",
        ),
        (
            "What was Quillmark's free cash flow in fiscal 2016, taking net cash provided by operating activities less"
            " purchases of land, buildings and equipment? USD millions.",
            "free cash flow",
            "operating_cash_flow - capital_expenditures",
        ),
        (
            "What was Quillmark's dividend payout ratio for 2017, i.e. dividends declared per common share divided by"
            " diluted earnings per share?",
            "dividend payout ratio",
            "dividends_per_share / eps_diluted",
        ),
    ],
)
def test_a_formula_told_in_passing_is_the_one_that_is_asked_for(question: str, name: str, formula: str) -> None:
    assert read_definitions(question).formulas == {name: read_formula(formula)}


@pytest.mark.parametrize(
    "question",
    [
        "What was Quillmark's free cash flow in 2020? Use the cash flow statement.",
        "What was Quillmark's revenue growth over the past year, using the income statement?",
        "What was the leverage of Quillmark, defined as net income over sales less tax over equity?",
    ],
)
def test_no_formula_is_read_where_none_is_stated_clearly(question: str) -> None:
    assert not read_definitions(question).formulas
