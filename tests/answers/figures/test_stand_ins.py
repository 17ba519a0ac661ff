"""Items that a filing prints in parts, or under a neighbouring name, computed from what it prints."""

import pytest

from apps.answers.figures.calculate import calculate
from apps.answers.figures.lines import Calculation
from apps.answers.figures.telling import reservations
from apps.answers.intent import read_question
from apps.documents.models import Fact
from apps.retrieval.found import Scope
from tests.answers.statements import report
from tests.people import People

pytestmark = pytest.mark.django_db
LINES = {
    "revenue": {2023: "1,600"},
    "cost_of_revenue": {2023: "900"},
    "gross_profit": {2023: "700"},
    "operating_income": {2023: "240"},
    "net_interest_expense": {2023: "30"},
    "income_before_tax": {2023: "210"},
    "cf_depreciation": {2023: "60"},
    "cf_amortization": {2023: "15"},
}


def _computed(people: People, question: str, lines: dict[str, dict[int, str]] | None = None) -> Calculation:
    report(people.owner, "Quillmark Foundry", 2023, lines or LINES)
    return calculate(read_question(question).figures, question, Scope(), people.owner)


@pytest.mark.parametrize(
    ("question", "text", "operands"),
    [
        (
            "What is Quillmark's FY2023 D&A in USD millions?",
            "USD 75 million",
            ["cf_depreciation", "cf_amortization"],
        ),
        (
            "What is Quillmark's FY2023 EBITDA margin?",
            "19.7%",
            ["operating_income", "cf_depreciation", "cf_amortization", "revenue"],
        ),
        (
            "What is the FY2023 interest coverage ratio of Quillmark?",
            "8.00",
            ["operating_income", "net_interest_expense"],
        ),
        (
            "What were Quillmark's total operating expenses in FY2023 in USD millions?",
            "USD 460 million",
            ["gross_profit", "operating_income"],
        ),
    ],
)
def test_parts_that_are_printed_stand_for_the_whole(
    people: People, question: str, text: str, operands: list[str]
) -> None:
    found = _computed(people, question)

    assert [line.stated.text for line in found.lines] == [text], found.missing
    assert [one.item.concept for one in found.operands] == operands


def test_one_part_alone_does_not_stand_for_the_whole(people: People) -> None:
    found = _computed(people, "What is Quillmark's FY2023 D&A?", {"cf_depreciation": {2023: "60"}})

    assert not found.lines
    assert found.missing == (
        "The statements of Quillmark Foundry that are held present no depreciation and amortization.",
    )


def test_how_a_part_of_the_ratio_is_computed_asks_for_nothing_besides(people: People) -> None:
    question = (
        "What is the FY2023 EBITDA % margin of Quillmark? Calculate EBITDA using operating income and D&A "
        "(from the cash flow statement)."
    )

    found = _computed(people, question)

    assert [line.stated.text for line in found.lines] == ["19.7%"]
    assert not found.missing


@pytest.mark.parametrize(
    "question",
    [
        "Assuming cover is defined as operating income divided by interest expense, what is Quillmark's FY2023 cover?",
        "If cover is defined as operating income / net interest expense, how high was Quillmark's cover in FY2023?",
    ],
)
def test_a_definition_may_come_as_a_supposition(people: People, question: str) -> None:
    assert [line.stated.text for line in _computed(people, question).lines] == ["8.00"]


def test_what_stands_for_an_item_is_told(people: People) -> None:
    found = _computed(people, "What is Quillmark's FY2023 EBITDA in USD millions?")

    assert reservations(found) == (
        "No line “Depreciation and amortization” is printed: “Depreciation” + “Amortization of intangible assets” "
        "stands for it."
    )


def test_a_line_of_debt_that_takes_leases_in_is_told(people: People) -> None:
    lines = {"current_debt_and_leases": {2023: "6"}, "long_term_debt_and_leases": {2023: "451"}}

    found = _computed(people, "What was the total debt of Quillmark at the end of FY2023 in USD millions?", lines)

    assert [line.stated.text for line in found.lines] == ["USD 457 million"]
    assert "“Current portion of debt and lease obligations” stands for it" in reservations(found)


def test_the_change_in_inventory_is_that_of_the_balance_sheet(people: People) -> None:
    lines = {"inventories": {2023: "210", 2022: "190"}, "cf_inventories": {2023: "(17)"}}

    found = _computed(people, "What was the change in inventory of Quillmark between FY2022 and FY2023?", lines)

    assert [line.stated.text for line in found.lines] == ["USD 20 million"]


def test_a_charge_that_takes_others_in_is_told_and_has_no_sign(people: People) -> None:
    lines = {"cost_of_revenue": {2023: "(900)"}, "restructuring_and_impairment": {2023: "(23)"}}

    found = _computed(people, "What were Quillmark's restructuring costs in FY2023 in USD millions?", lines)

    assert [line.stated.text for line in found.lines] == ["USD 23 million"]
    assert "“Restructuring, impairment and related charges” stands for it" in reservations(found)


def test_a_difference_that_is_a_gain_is_no_expense(people: People) -> None:
    lines = {"gross_profit": {2023: "520"}, "operating_income": {2023: "540"}}

    found = _computed(people, "What were Quillmark's total operating expenses in FY2023?", lines)

    assert not found.lines
    assert "present no total operating expenses" in found.missing[0]


def test_a_total_without_a_label_of_its_own_is_named_without_brackets(people: People) -> None:
    lines = {"total_assets": {2023: "2,200"}, "total_equity": {2023: "500"}}
    question = "What were Quillmark's total liabilities in FY2023?"
    report(people.owner, "Quillmark Foundry", 2023, lines)
    Fact.objects.filter(concept="total_assets").update(label="[Total assets]")
    told = reservations(calculate(read_question(question).figures, question, Scope(), people.owner))

    assert "“Total assets” − " in told and "“”" not in told
