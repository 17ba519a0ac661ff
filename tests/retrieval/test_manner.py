"""What a question does with what it asks for."""

import pytest

from apps.retrieval.metrics import read_metrics
from apps.retrieval.periods import read_periods
from apps.retrieval.relations import Relation, read_manner
from apps.retrieval.subjects import only_might, titles_for


def manner(question: str):
    metrics = read_metrics(question, question)
    return read_manner(question, question, metrics=bool(metrics.items), ratio=bool(metrics.operands))


@pytest.mark.parametrize(
    ("question", "relation", "numeric"),
    [
        ("What was the revenue in 2022?", Relation.LOOKUP, True),
        ("Why did the margin of the ovens fall?", Relation.WHY, False),
        ("What drove the increase in inventories?", Relation.WHY, False),
        ("By how much did revenue grow?", Relation.CHANGE, True),
        ("Is its revenue higher than that of others?", Relation.COMPARISON, True),
        ("What is the quick ratio?", Relation.RATIO, True),
        ("Name the main risks", Relation.LIST, False),
        ("Where is the head office?", Relation.LOOKUP, False),
    ],
)
def test_relations(question: str, relation: Relation, numeric: bool) -> None:
    read = manner(question)
    assert (read.relation, read.numeric) == (relation, numeric)


@pytest.mark.parametrize(
    ("question", "unit", "decimals", "formula"),
    [
        ("Answer in USD millions.", "million", None, ""),
        ("Give it in percent, rounded to one decimal place.", "percent", 1, ""),
        ("Round to 2 decimal places", "", 2, ""),
        ("Heat is defined as: flour / (water + salt). Round it.", "", None, "flour / (water + salt)"),
        ("Define heat as flour divided by water. Round it.", "", None, "flour divided by water"),
        ("How many ovens?", "", None, ""),
    ],
)
def test_how_to_answer(question: str, unit: str, decimals: int | None, formula: str) -> None:
    read = manner(question)
    assert (read.unit, read.decimals, read.formula) == (unit, decimals, formula)


@pytest.mark.parametrize(
    ("question", "concepts", "partial"),
    [
        ("What is the operating margin?", {"operating_income", "revenue"}, False),
        ("Operating income by segment", {"operating_income"}, True),
        ("Adjusted EBITDA", {"operating_income", "depreciation_amortization"}, True),
        ("Unadjusted EBITDA", {"operating_income", "depreciation_amortization"}, False),
        ("Which debt securities are registered?", set(), False),
        ("Total assets, using the income statement", {"total_assets"}, False),
    ],
)
def test_items(question: str, concepts: set[str], partial: bool) -> None:
    read = read_metrics(question, question)
    assert (set(read.concepts), read.partial) == (concepts, partial)


def test_items_stand_once() -> None:
    concepts = read_metrics(q := "revenue, revenue and asset turnover, and revenue again", q).concepts
    assert len(concepts) == len(set(concepts))


@pytest.mark.parametrize(
    ("question", "last", "year_end"),
    [
        ("over the last three years", 3, False),
        ("the past 5 fiscal years", 5, False),
        ("last year", 1, False),
        ("at year end", None, True),
        ("as of December 31, 2020", None, True),
        ("in 2020", None, False),
    ],
)
def test_periods_told_by_other_words(question: str, last: int | None, year_end: bool) -> None:
    read = read_periods(question)
    assert (read.last, read.year_end) == (last, year_end)


def test_subjects_have_their_sections() -> None:
    assert {"legal", "proceedings"} <= set(titles_for("Are there lawsuits?"))
    assert titles_for("How many ovens are there?") == ()


def test_what_might_happen_counts_only_when_asked_for() -> None:
    path = ("Part I", "Item 1A. Risk Factors", "Flour may become dear")
    assert only_might(path, "What does flour cost?")
    assert not only_might(path, "What are the risks of flour?")
    assert not only_might(("Item 1. Business",), "What does flour cost?")


@pytest.mark.parametrize(
    ("question", "event", "ahead"),
    [
        ("Who is the new CEO of the company?", True, False),
        ("When was the chief financial officer appointed?", True, False),
        ("Which nominees got the fewest votes against them?", True, False),
        ("What are the directors' fees?", False, False),
        ("How much does it expect to spend on the kiln?", False, True),
        ("Will it close ovens in the future?", False, True),
        ("What was the expected return on plan assets in 2021?", False, False),
    ],
)
def test_events_of_the_day_and_what_is_to_come(question: str, event: bool, ahead: bool) -> None:
    found = manner(question)
    assert (found.event, found.ahead) == (event, ahead)
