"""Figures in the many words in which analysts ask for them: what is read, as a formula."""

import pytest

from apps.answers.calculator.formula import Item
from apps.answers.calculator.wording import written
from apps.answers.figures.asked import FigureQuestion, Relation
from apps.answers.intent import read_question


def _formula(figures: FigureQuestion) -> str:
    return written(figures.wanted[0].formulas[0], _item)


def _item(item: Item) -> str:
    return item.concept if item.offset == 0 else f"{item.concept} before"


@pytest.mark.parametrize(
    ("question", "formula"),
    [
        (
            "What percentage of Quillmark's revenue was spent on capital expenditures in FY2020?",
            "capital_expenditures / revenue",
        ),
        ("What share of revenue went to R&D at Quillmark in fiscal 2021?", "research_and_development / revenue"),
        ("What percent of sales is cost of goods sold for Quillmark in FY2022?", "cost_of_revenue / revenue"),
        (
            "How much was Quillmark's D&A in FY2022, as a percent of its revenue?",
            "depreciation_amortization / revenue",
        ),
        ("What was R&D as a share of Quillmark's net sales in FY2021?", "research_and_development / revenue"),
        (
            "What is Quillmark's FY2019 depreciation and amortization (D&A from cash flow statement) % margin?",
            "depreciation_amortization / revenue",
        ),
        ("Calculate Quillmark's FY2017 operating income as % of revenue.", "operating_income / revenue"),
        ("Compute capex as a percentage of revenue for Quillmark in FY2017.", "capital_expenditures / revenue"),
        ("What portion of Quillmark's total assets was goodwill in FY2021?", "goodwill / total_assets"),
        ("What was the FY2021 restructuring costs % margin of Quillmark?", "restructuring / revenue"),
        (
            "What is Quillmark's FY2021 operating cash flow (from the cash flow statement) margin?",
            "operating_cash_flow / revenue",
        ),
        ("What is Quillmark's interest cover for FY2021?", "operating_income / interest_expense"),
        (
            "How much did Quillmark spend on dividends and share repurchases in FY2022?",
            "dividends_paid + stock_repurchased",
        ),
        (
            "What is the ratio of Quillmark's FY2021 capex to its FY2021 depreciation and amortization?",
            "capital_expenditures / depreciation_amortization",
        ),
        ("What's Quillmark's SG&A expense to sales ratio for FY2021?", "selling_general_administrative / revenue"),
        ("What is the ratio of long-term debt to equity for Quillmark in FY2020?", "long_term_debt / total_equity"),
        ("What is Quillmark's FY2022 inventory turnover using ending inventory?", "cost_of_revenue / inventories"),
        (
            "What is Quillmark's FY2022 inventory turnover?",
            "cost_of_revenue / average(inventories before; inventories)",
        ),
        (
            "What is the operating income of Quillmark for FY2021 divided by its interest expense?",
            "operating_income / interest_expense",
        ),
    ],
)
def test_a_part_of_another_figure(question: str, formula: str) -> None:
    figures = read_question(question).figures

    assert (figures.relation, _formula(figures)) == (Relation.RATIO, formula)


@pytest.mark.parametrize(
    ("question", "name", "formula"),
    [
        (
            "What is Quillmark's FY2021 leverage ratio, defined as total assets / total equity?",
            "Leverage ratio",
            "total_assets / total_equity",
        ),
        (
            "What was the FY2021 coverage of Quillmark, calculated as operating income divided by interest expense?",
            "Coverage",
            "operating_income / interest_expense",
        ),
        (
            "Give Quillmark's quick ratio for 2021 (defined as (current assets - inventory) / current liabilities).",
            "Quick ratio",
            "(current_assets − inventories) / current_liabilities",
        ),
    ],
)
def test_a_definition_inside_the_question_wins_over_the_catalogue(question: str, name: str, formula: str) -> None:
    figures = read_question(question).figures

    assert (figures.relation, figures.years) == (Relation.STATED_FORMULA, (2021,))
    assert (figures.wanted[0].name, _formula(figures)) == (name, formula)


@pytest.mark.parametrize(
    ("question", "relation"),
    [
        ("How many days of inventory did Quillmark hold on average in FY2018?", Relation.RATIO),
        ("What were the average payables of Quillmark in FY2021?", Relation.AVERAGE),
        ("What was the average gross margin of Quillmark over the last three fiscal years?", Relation.AVERAGE),
        ("How many weighted average diluted shares did Quillmark have in FY2021?", Relation.LOOKUP),
    ],
)
def test_an_average_needs_several_figures(question: str, relation: Relation) -> None:
    assert read_question(question).figures.relation is relation


def test_a_definition_may_speak_of_amounts_that_the_catalogue_computes() -> None:
    question = "Define net gearing as (total debt - cash) / equity. What is Quillmark's FY2021 net gearing?"
    ways = [written(formula, _item) for formula in read_question(question).figures.wanted[0].formulas]

    assert ways[0] == "(short_term_debt + current_long_term_debt + long_term_debt − cash) / total_equity"
    assert ways[-1] == "(long_term_debt − cash) / total_equity"
    assert len(set(ways)) == 5


def test_figures_of_two_years_are_not_one_ratio_of_each_year() -> None:
    question = "What is the ratio of Quillmark's FY2021 capex to its FY2020 depreciation and amortization?"

    assert [one.name for one in read_question(question).figures.wanted] == [
        "Capital expenditures",
        "Depreciation and amortization",
    ]


def test_a_part_of_a_ratio_that_is_defined_beside_it_goes_into_it() -> None:
    figures = read_question(
        "What was Quillmark's debt-to-equity in FY2021, with debt defined as long-term debt plus accounts payable?"
    ).figures
    assert (figures.relation, _formula(figures)) == (
        Relation.STATED_FORMULA,
        "(long_term_debt + accounts_payable) / total_equity",
    )
