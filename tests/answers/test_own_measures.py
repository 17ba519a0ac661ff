"""Measures that a filer prints by a definition of its own, beside those that the catalogue computes."""

import pytest

from apps.answers.models import Status
from tests.answers.statements import report
from tests.answers.test_asked_tables import note
from tests.answers.test_calculated import COMPANY, answered, assert_all_resolves
from tests.people import People

pytestmark = pytest.mark.django_db
LINES = {
    "operating_cash_flow": {2023: "310", 2022: "250"},
    "capital_expenditures": {2023: "(95)", 2022: "(88)"},
}
CAPTION = "Reconciliation of free cash flow (in millions):"
OWN = (
    ("", "2023", "2022"),
    ("Cash from operations", "$310", "$250"),
    ("Capital expenditures", "(95)", "(88)"),
    ("Lease payments", "(25)", "(20)"),
    ("Free cash flow", "$190", "$142"),
)
ASKED = "What was Quillmark's free cash flow in FY2023?"


def test_a_printed_figure_that_differs_is_told_beside_the_computed_one(people: People) -> None:
    note(report(people.owner, COMPANY, 2023, LINES), 8, OWN, CAPTION)
    answer = answered(people, ASKED)

    assert (answer.status, answer.result["value"]) == (Status.CALCULATED, "215000000")
    assert "prints “Free cash flow" in answer.result["answer"] and "USD 190 million" in answer.result["answer"]
    assert "$190" in {citation.quote for citation in answer.citations.all()}
    assert_all_resolves(answer)
    assert all(one["supported"] for one in answer.result["validation"]["sentences"])


@pytest.mark.parametrize(
    "question",
    [
        "What was Quillmark's reported free cash flow in FY2023?",
        "What was Quillmark's free cash flow in FY2023, as defined by the company?",
    ],
)
def test_the_filers_own_figure_is_the_answer_where_it_is_asked_for(people: People, question: str) -> None:
    note(report(people.owner, COMPANY, 2023, LINES), 8, OWN, CAPTION)
    answer = answered(people, question)

    assert (answer.status, answer.result["value"]) == (Status.EXTRACTED, "190000000")


def test_a_printed_figure_that_is_the_same_adds_nothing(people: People) -> None:
    same = (*OWN[:3], ("Free cash flow", "$215", "$162"))
    note(report(people.owner, COMPANY, 2023, LINES), 8, same, CAPTION)

    assert "prints" not in answered(people, ASKED).result["answer"]


def test_a_formula_of_the_question_wins_over_what_is_printed(people: People) -> None:
    note(report(people.owner, COMPANY, 2023, LINES), 8, OWN, CAPTION)
    defined = "Free cash flow is defined as cash from operations less capital expenditures."
    answer = answered(people, f"{defined} {ASKED}")

    assert answer.result["value"] == "215000000" and "prints" not in answer.result["answer"]


def test_an_annual_report_without_a_currency_of_a_domestic_filer_is_in_dollars(people: People) -> None:
    report(people.owner, COMPANY, 2022, {"revenue": {2022: "900"}})
    report(people.owner, COMPANY, 2023, LINES, currency="", form="annual-report")

    assert answered(people, ASKED).result["unit"] == "USD"
