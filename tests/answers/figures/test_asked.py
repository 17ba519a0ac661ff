"""What questions ask to be computed, read without any store."""

from decimal import Decimal

import pytest

from apps.answers.calculator.wording import written
from apps.answers.figures.asked import Direction, FigureQuestion, Interim, Part, Relation
from apps.answers.intent import read_question
from apps.statements.ontology import concepts


def asked(question: str) -> FigureQuestion:
    return read_question(question).figures


@pytest.mark.parametrize(
    ("question", "relation", "name"),
    [
        ("What was Quillmark's revenue in FY2023?", Relation.LOOKUP, "Revenue"),
        ("What is Quillmark's FY2023 quick ratio?", Relation.RATIO, "Quick ratio"),
        ("How did Quillmark's net income change from FY2022 to FY2023?", Relation.CHANGE, "Net income"),
        ("What is the revenue growth rate of Quillmark in FY2023?", Relation.GROWTH, "Revenue"),
        ("What is Quillmark's 3 year revenue CAGR from FY2020 to FY2023?", Relation.CAGR, "Revenue"),
        ("What is the FY2021 - FY2023 3 year average of inventory turnover?", Relation.AVERAGE, "Inventory turnover"),
        ("Which company had the higher revenue in FY2023, Quillmark or Brambleholt?", Relation.COMPARISON, "Revenue"),
        ("How does the effective tax rate in FY2023 compare to FY2022?", Relation.COMPARISON, "Effective tax rate"),
        ("Did Quillmark's gross margin improve in FY2023?", Relation.YES_NO, "Gross margin"),
        ("What were revenue and net income of Quillmark in FY2023?", Relation.LIST, "Revenue"),
        ("Is Quillmark capital-intensive?", Relation.JUDGEMENT, "Capital expenditures to revenue"),
        ("Has Quillmark increased its debt on its balance sheet in FY2023?", Relation.YES_NO, "Total debt"),
        ("What was the FY2023 ratio of goodwill to total assets?", Relation.RATIO, "Goodwill to total assets"),
        ("What was capex to net income in FY2023?", Relation.RATIO, "Capital expenditures to net income"),
    ],
)  # fmt: skip
def test_relations(question: str, relation: Relation, name: str) -> None:
    figures = asked(question)

    assert (figures.relation, figures.wanted[0].name) == (relation, name)
    assert figures.computes


@pytest.mark.parametrize(
    "question",
    [
        "Why did Quillmark's revenue grow in FY2023?",
        "What drove the gross margin in FY2023?",
        "Describe the revenue recognition policy.",
        "What was Quillmark's adjusted EBITDA in FY2023?",
        "Which region had the highest revenue in FY2023?",
        "What was revenue excluding acquisitions in FY2023?",
        "How many people does Quillmark employ?",
    ],
)
def test_nothing_is_computed_for_words_or_for_parts(question: str) -> None:
    assert not asked(question).computes


def test_an_adjusted_figure_is_held_back_but_an_unadjusted_one_is_not() -> None:
    assert asked("What was the non-GAAP operating income in FY2023?").held_back
    assert asked("What was the unadjusted operating income in FY2023?").computes


def test_definitions_are_put_into_each_other() -> None:
    figures = asked(
        "What is the FY2023 cash conversion cycle (CCC) of Quillmark? CCC is defined as: DIO - DPO. "
        "DIO is defined as: 365 * inventory / COGS. DPO is defined as: 365 * accounts payable / COGS. Round."
    )

    assert figures.relation is Relation.STATED_FORMULA
    assert written(figures.wanted[0].formulas[0], lambda item: concepts()[item.concept].name) == (
        "365 × Inventories / Cost of revenue − 365 × Accounts payable / Cost of revenue"
    )


def test_a_stated_formula_wins_over_the_catalogue() -> None:
    figures = asked("Define quick ratio as cash divided by total current liabilities. What is the FY2023 quick ratio?")

    assert figures.wanted[0].stated
    assert (
        written(figures.wanted[0].formulas[0], lambda item: concepts()[item.concept].name)
        == "Cash and cash equivalents / Total current liabilities"
    )


def test_a_formula_with_an_unknown_item_is_no_formula() -> None:
    figures = asked("Define fill rate as crates shipped / crates ordered. What is the fill rate in FY2023?")

    assert not figures.computes


@pytest.mark.parametrize(
    ("words", "direction"),
    [
        ("Has the current ratio improved", Direction.UP),
        ("Did inventories fall", Direction.DOWN),
        ("Did the net margin improve or decline", Direction.EITHER),
        ("Is working capital positive", Direction.POSITIVE),
        ("Is net income negative", Direction.NEGATIVE),
        ("Did the company pay any dividends paid", Direction.PRESENT),
    ],
)
def test_what_a_yes_or_no_question_supposes(words: str, direction: Direction) -> None:
    assert asked(f"{words} in FY2023?").direction is direction


def test_periods_unit_and_rounding() -> None:
    figures = asked("What was net income in Q2 FY2023, in USD thousands, rounded to two decimal places?")
    last = asked("What was revenue over the last three years?")

    assert (figures.years, figures.quarter) == ((2023,), Interim(2))
    assert (figures.form.scale, figures.form.decimals) == (Decimal(1000), 2)
    assert (last.years, last.last) == ((), 3)


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("What is the largest liability on the balance sheet?", Part.LIABILITIES),
        ("What was the biggest current asset?", Part.CURRENT_ASSETS),
        ("What was the smallest current liability in 2023?", Part.CURRENT_LIABILITIES),
    ],
)
def test_parts_of_the_balance_sheet(question: str, part: Part) -> None:
    assert asked(question).part is part
