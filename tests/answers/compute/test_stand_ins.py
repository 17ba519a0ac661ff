"""Items that a filing prints in parts, or under a neighbouring name, computed from what it prints."""

from decimal import Decimal

import pytest

from apps.answers.compute.outcome import Outcome
from apps.questions.expressions import Binary, Expression, Item, Operator, Ratio
from apps.questions.formulas import parse
from apps.questions.query import Form
from tests.answers.compute.filings import annual, computed, only, years
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


def told(people: People, measure: Expression, lines: dict[str, dict[int, str]] | None = None) -> Outcome:
    annual(people.owner, lines=lines or LINES)
    return computed(people.owner, measure, periods=years(2023), form=Form(scale=1_000_000))


@pytest.mark.parametrize(
    ("measure", "text", "operands"),
    [
        (Item("depreciation_amortization"), "USD 75 million", ["cf_depreciation", "cf_amortization"]),
        (
            Ratio("ebitda_margin"),
            "19.7%",
            ["operating_income", "cf_depreciation", "cf_amortization", "revenue"],
        ),
        (Ratio("interest_coverage"), "8.00", ["operating_income", "net_interest_expense"]),
        (Item("operating_expenses"), "USD 460 million", ["gross_profit", "operating_income"]),
    ],
)
def test_parts_that_are_printed_stand_for_the_whole(
    people: People, measure: Expression, text: str, operands: list[str]
) -> None:
    outcome = told(people, measure)

    assert [figure.shown.text for figure in outcome.figures] == [text], outcome.missing
    assert [one.candidate.concept for one in outcome.operands] == operands


def test_one_part_alone_does_not_stand_for_the_whole(people: People) -> None:
    outcome = told(people, Item("depreciation_amortization"), {"cf_depreciation": {2023: "60"}})

    assert not outcome.figures
    assert outcome.missing == (
        "Depreciation and amortization of FY2023 was not found in the filings of Quillmark Foundry that are held.",
    )


def test_what_stands_for_an_item_is_told(people: People) -> None:
    outcome = told(people, Ratio("ebitda"))

    assert outcome.notes == (
        "Depreciation and amortization of FY2023 is computed from “Depreciation (cash flow statement)”"
        " “Amortization of intangible assets (cash flow statement)”.",
    )


def test_a_line_of_debt_that_takes_leases_in_is_told(people: People) -> None:
    lines = {"current_debt_and_leases": {2023: "6"}, "long_term_debt_and_leases": {2023: "451"}}
    outcome = told(people, Ratio("total_debt"), lines)

    assert only(outcome) == (Decimal(457), "USD millions")
    assert any("“Current portion of debt and lease obligations”" in note for note in outcome.notes)


def test_debt_that_is_only_long_term_is_told(people: People) -> None:
    outcome = told(people, Ratio("total_debt"), {"long_term_debt": {2023: "451"}})

    assert only(outcome)[0] == 451
    assert outcome.notes == ("Total debt here is long-term debt: no other debt is printed.",)


def test_notes_of_a_formula_that_could_not_be_computed_are_not_told(people: People) -> None:
    lines = {"current_debt_and_leases": {2023: "6"}, "current_debt": {2023: "4"}, "long_term_debt": {2023: "451"}}
    outcome = told(people, Ratio("total_debt"), lines)

    assert only(outcome)[0] == 455 and not outcome.notes


def test_the_change_in_inventory_is_that_of_the_balance_sheet(people: People) -> None:
    lines = {"inventories": {2023: "210", 2022: "190"}, "cf_inventories": {2023: "(17)"}}

    assert only(told(people, parse("change in inventories"), lines))[0] == 20


def test_a_charge_that_takes_others_in_is_told_and_has_no_sign(people: People) -> None:
    lines = {"cost_of_revenue": {2023: "(900)"}, "restructuring_and_impairment": {2023: "(23)"}}
    outcome = told(people, Item("restructuring"), lines)

    assert only(outcome)[0] == 23
    assert "“Restructuring, impairment and related charges”" in outcome.notes[0]


def test_a_difference_that_is_a_gain_is_no_expense(people: People) -> None:
    lines = {"gross_profit": {2023: "520"}, "operating_income": {2023: "540"}}

    assert not told(people, Item("operating_expenses"), lines).figures


def test_a_tax_benefit_is_a_negative_tax(people: People) -> None:
    lines = {"income_before_tax": {2023: "80"}, "income_tax": {2023: "(20)"}, "net_income": {2023: "100"}}
    outcome = told(people, Binary(Operator.DIVIDE, Item("income_tax"), Item("income_before_tax")), lines)

    assert only(outcome)[0] == Decimal("-0.25")
