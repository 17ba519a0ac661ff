"""Judgements: the figures, the convention, and a cautious yes or no."""

import pytest

from apps.answers.figures.judgements import judgements
from tests.answers.statements import report
from tests.answers.test_calculated import COMPANY, answered, assert_all_resolves
from tests.people import People

pytestmark = pytest.mark.django_db
WEAK = {
    "cash": {2023: "120"},
    "receivables": {2023: "80"},
    "current_assets": {2023: "700"},
    "current_liabilities": {2023: "500"},
    "total_assets": {2023: "2,200"},
    "total_liabilities": {2023: "1,700"},
    "total_equity": {2023: "500"},
    "long_term_debt": {2023: "1,200"},
    "property_plant_equipment": {2023: "110"},
    "revenue": {2023: "1,600"},
    "operating_income": {2023: "240"},
    "interest_expense": {2023: "40"},
    "net_income": {2023: "160"},
    "capital_expenditures": {2023: "(95)"},
}


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Does Quillmark have a healthy liquidity profile in FY2023?", "No, judged by this figure alone"),
        ("Is Quillmark's liquidity position weak in FY2023?", "Yes, judged by this figure alone"),
        ("How strong is Quillmark's liquidity position in FY2023?", "Judged by this figure alone, the quick ratio"),
        ("Is Quillmark's quick ratio good in FY2023?", "No, judged by this figure alone"),
        ("Is Quillmark a capital-intensive business in FY2023?", "No, judged by these figures alone"),
        ("Is Quillmark an asset-light business in FY2023?", "Yes, judged by these figures alone"),
        ("Is Quillmark highly leveraged in FY2023?", "the figures point both ways"),
    ],
)
def test_the_convention_and_what_it_makes_of_the_figures(people: People, question: str, told: str) -> None:
    report(people.owner, COMPANY, 2023, WEAK)
    answer = answered(people, question)

    assert told in answer.result["answer"], answer.result["answer"]
    assert "By convention" in answer.result["answer"]
    assert_all_resolves(answer)
    marked = [one for one in answer.result["validation"]["sentences"] if not one["supported"]]
    assert marked == []


def test_without_a_ratio_to_judge_by_nothing_is_judged(people: People) -> None:
    report(people.owner, COMPANY, 2023, {"revenue": {2023: "1,600"}, "net_income": {2023: "160"}})

    assert "judged by" not in answered(people, "Is Quillmark highly leveraged in FY2023?").result["answer"].lower()


def test_every_judgement_has_a_test_of_a_ratio_that_it_shows() -> None:
    for one in judgements():
        assert one.tests and all((test.at_least is None) != (test.below is None) for test in one.tests)
