"""Computed answers over statements of invented companies, the whole road with real search."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from apps.answers import workflow
from apps.answers.asking import ask
from apps.answers.models import Answer, Status
from apps.answers.presentation import as_json
from apps.documents.models import Document, Page, Visibility
from tests.answers.statements import report
from tests.people import People

pytestmark = pytest.mark.django_db
COMPANY = "Quillmark Foundry"
LINES = {
    "revenue": {2023: "1,600", 2022: "1,400", 2021: "1,000"},
    "cost_of_revenue": {2023: "(900)", 2022: "(840)", 2021: "(620)"},
    "operating_income": {2023: "240", 2022: "182", 2021: "90"},
    "net_income": {2023: "160", 2022: "141", 2021: "(12)"},
    "eps_diluted": {2023: "2.35", 2022: "2.07", 2021: "(0.18)"},
    "current_assets": {2023: "700", 2022: "650"},
    "inventories": {2023: "210", 2022: "190"},
    "accounts_payable": {2023: "120", 2022: "100"},
    "total_assets": {2023: "2,200", 2022: "1,800"},
    "current_liabilities": {2023: "500", 2022: "520"},
    "operating_cash_flow": {2023: "310", 2022: "250", 2021: "130"},
    "depreciation_amortization": {2023: "80", 2022: "70", 2021: "60"},
    "capital_expenditures": {2023: "(95)", 2022: "(88)", 2021: "(40)"},
    "dividends_paid": {2023: "(40)", 2022: "(30)", 2021: "—"},
}


def answered(people: People, question: str) -> Answer:
    answer = ask(people.owner, question)
    assert workflow.answer(answer.pk)
    answer.refresh_from_db()
    return answer


@pytest.mark.parametrize(
    ("question", "value", "unit"),
    [
        ("What is Quillmark's FY2023 capital expenditure? Answer in USD millions.", "95", "USD millions"),
        ("How much did Quillmark pay out in cash dividends for FY2022 (in USD thousands)?", "30000", "USD thousands"),
        ("What was Quillmark's net income in fiscal 2021?", "-12000000", "USD"),
        ("What were diluted earnings per share of Quillmark in FY2023?", "2.35", "USD per share"),
        ("What is the FY2023 current ratio of Quillmark? Round to one decimal place.", "1.4", "ratio"),
        ("What is Quillmark's FY2022 unadjusted EBITDA in USD millions?", "252", "USD millions"),
        ("What was Quillmark's gross margin in FY2023, as a percentage?", "43.75", "%"),
        ("What is the operating margin of Quillmark in FY2022? Round to two decimals.", "13", "%"),
        ("What is the year-over-year change in revenue from FY2022 to FY2023 for Quillmark (in USD millions)?", "200", "USD millions"),
        ("What was Quillmark's revenue growth rate in FY2023, in percent and rounded to one decimal place?", "14.3", "%"),
        ("What is the FY2021 to FY2023 2 year total revenue CAGR of Quillmark, rounded to one decimal place?", "26.5", "%"),
        ("What is the FY2021 - FY2023 3 year average of capex as a % of revenue for Quillmark? Round to one decimal place.", "5.4", "%"),
        ("What is Quillmark's FY2023 free cash flow? FCF here is defined as: (cash from operations - capex). Answer in USD millions.", "215", "USD millions"),
        (
            "What is FY2023 days payable outstanding (DPO) for Quillmark? DPO is defined as: 365 * (average accounts payable between"
            " FY2022 and FY2023) / (FY2023 COGS + change in inventory between FY2022 and FY2023). Round your answer to two decimal places.",
            "43.64",
            "days",
        ),
        ("Define fill rate as net income divided by total assets. What is the FY2023 fill rate for Quillmark? Round to four decimals.", "0.0727", "ratio"),
        ("What is Quillmark's FY2023 asset turnover? Round to two decimals.", "0.8", "ratio"),
        ("By how much did the operating margin of Quillmark change between FY2022 and FY2023?", "2", "percentage points"),
    ],
)  # fmt: skip
def test_figures_in_the_unit_and_rounding_asked_for(people: People, question: str, value: str, unit: str) -> None:
    report(people.owner, COMPANY, 2023, LINES)
    answer = answered(people, question)

    assert answer.result["value"] is not None, answer.result["answer"]
    assert (Decimal(answer.result["value"]), answer.result["unit"]) == (Decimal(value), unit)
    assert_all_resolves(answer)


def assert_all_resolves(answer: Answer) -> None:
    """Every operand is a citation of exactly its cell; every figure of the words is a result of the sheet."""
    sheet = answer.result["sheet"]
    cited = {citation.label: citation for citation in answer.citations.all()}
    assert cited
    for operand in sheet["operands"] if sheet else []:
        assert cited[operand["citation"]].quote == operand["printed"]
    for citation in cited.values():
        page = Page.objects.get(version=citation.version, number=citation.page)
        assert page.text[citation.start : citation.end] == citation.quote
        assert citation.boxes and citation.chunk.version_id == citation.version_id
    assert answer.status == (Status.CALCULATED if sheet else Status.EXTRACTED)


def test_a_sheet_shows_the_formula_in_words_and_in_figures(people: People) -> None:
    report(people.owner, COMPANY, 2023, LINES)
    answer = answered(people, "What is the FY2023 current ratio of Quillmark?")
    sheet: dict[str, Any] = answer.result["sheet"]

    assert sheet["lines"][0]["formula"] == "Total current assets / Total current liabilities"
    assert sheet["lines"][0]["working"] == "700 / 500 (millions)"
    assert [(one["label"], one["period"], one["printed"], one["units"]) for one in sheet["operands"]] == [
        ("Total current assets", "FY2023", "700", "USD millions"),
        ("Total current liabilities", "FY2023", "500", "USD millions"),
    ]
    assert answer.result["answer"].startswith("Current ratio of Quillmark Foundry, FY2023: 1.40.")


@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("Does Quillmark have an improving operating margin as of FY2023?", "Yes."),
        ("Did Quillmark's capital expenditures decrease between FY2022 and FY2023?", "No."),
        ("Does Quillmark have positive working capital in FY2022?", "Yes."),
        ("Has Quillmark paid dividends to common shareholders in FY2023?", "Yes."),
        ("Has Quillmark paid dividends to common shareholders in FY2021?", "No."),
        ("Did Quillmark's current ratio improve or decline between FY2022 and FY2023?", "It went up."),
    ],
)
def test_yes_or_no_comes_with_the_figures_that_decide(people: People, question: str, start: str) -> None:
    report(people.owner, COMPANY, 2023, LINES)
    answer = answered(people, question)

    assert answer.result["answer"].startswith(start), answer.result["answer"]
    assert answer.citations.exists()


def test_a_missing_figure_is_named_and_nothing_is_computed(people: People) -> None:
    report(people.owner, COMPANY, 2023, {key: LINES[key] for key in ("revenue", "current_assets")})
    answer = answered(people, "What is the FY2023 current ratio of Quillmark?")

    assert answer.result["value"] is None and answer.result["sheet"] is None
    assert answer.status in {Status.CLOSEST, Status.NOT_FOUND}
    assert "Total current liabilities of fiscal 2023 is not stated" in answer.result["answer"]


def test_what_follows_from_other_lines_stands_in(people: People) -> None:
    lines = {key: LINES[key] for key in ("revenue", "cost_of_revenue")}
    report(people.owner, COMPANY, 2023, lines)
    answer = answered(people, "What is the gross profit of Quillmark in FY2022 in USD millions?")

    assert (answer.result["value"], answer.status) == ("560", Status.CALCULATED)


def test_lines_that_disagree_are_not_chosen_between(people: People) -> None:
    version = report(people.owner, COMPANY, 2023, LINES)
    other = report(people.owner, COMPANY, 2023, {"revenue": {2023: "1,200"}}, form="annual-report")
    other.tables.update(version=version, ordinal=90)
    other.facts.update(version=version, row=90)
    Document.objects.filter(pk=other.document_id).delete()
    answer = answered(people, "What was Quillmark's revenue in FY2023?")

    assert answer.result["value"] is None
    assert "not stated clearly" in answer.result["answer"]


def test_a_figure_that_failed_its_checks_is_not_asserted(people: People) -> None:
    report(people.owner, COMPANY, 2023, LINES, confidence=0.3)

    assert answered(people, "What was Quillmark's revenue in FY2023?").result["value"] is None


def test_the_filing_of_the_year_answers_and_a_restatement_is_told(people: People) -> None:
    report(people.owner, COMPANY, 2022, {"revenue": {2022: "1,400"}})
    report(people.owner, COMPANY, 2023, {"revenue": {2023: "1,600", 2022: "1,380"}, "cost_of_revenue": {2022: "840"}})
    answer = answered(people, "What was Quillmark's gross margin in FY2022? Round to one decimal.")

    assert answer.result["value"] == "40"
    assert answer.result["sheet"]["operands"][0]["restated"] == ["1,380 in quillmark_2023_10-K"]


def test_a_year_of_52_weeks_goes_by_its_label(people: People) -> None:
    report(people.owner, COMPANY, 2023, {"revenue": {2023: "1,600"}}, end=date(2024, 2, 3))
    answer = answered(people, "What was Quillmark's revenue in FY2023 in USD millions?")

    assert answer.result["value"] == "1600"


def test_a_quarter_is_answered_from_its_own_report(people: People) -> None:
    report(people.owner, COMPANY, 2023, LINES)
    report(
        people.owner,
        COMPANY,
        2023,
        {"revenue": {2023: "410", 2022: "350"}, "inventories": {2023: "205"}},
        form="10-Q",
        period="Q2",
        end=date(2023, 6, 30),
        months=3,
    )
    first = answered(people, "What was Quillmark's revenue in Q2 FY2023 in USD millions?")
    growth = answered(people, "By what percentage did Quillmark's revenue grow in Q2 2023 year over year?")
    year = answered(people, "What was Quillmark's inventory at the end of FY2023 in USD millions?")

    assert (first.result["value"], year.result["value"]) == ("410", "210")
    assert growth.result["value"].startswith("17.1")


def test_two_companies_are_compared(people: People) -> None:
    report(people.owner, COMPANY, 2023, LINES)
    report(people.owner, "Brambleholt Mills", 2023, {"revenue": {2023: "900,000"}}, scale="thousands")
    answer = answered(people, "Which company had the higher revenue in FY2023, Quillmark or Brambleholt?")

    assert answer.result["answer"].startswith("Quillmark Foundry has the highest: USD 1,600 million.")
    assert answer.citations.count() == 2
    assert answer.result["value"] is None


def test_figures_in_two_currencies_are_not_mixed(people: People) -> None:
    report(people.owner, COMPANY, 2023, {"revenue": {2023: "1,600"}})
    report(people.owner, COMPANY, 2022, {"revenue": {2022: "1,400"}}, currency="EUR")
    answer = answered(people, "What was the revenue growth of Quillmark from FY2022 to FY2023?")

    assert answer.result["value"] is None
    assert "different currencies" in answer.result["answer"]


def test_a_part_of_the_company_is_not_the_whole(people: People) -> None:
    report(people.owner, COMPANY, 2023, LINES)
    for question in (
        "What was Quillmark's revenue from lighthouse lamps in FY2023?",
        "What was Quillmark's adjusted operating income in FY2023?",
        "What was the revenue of Quillmark's marine segment in FY2023?",
    ):
        assert answered(people, question).result["value"] is None


def test_the_private_figures_of_a_stranger_are_not_computed_with(people: People) -> None:
    report(people.stranger, COMPANY, 2023, LINES, visibility=Visibility.PRIVATE)
    answer = answered(people, "What is the FY2023 current ratio of Quillmark?")

    assert answer.result["value"] is None
    assert "700" not in str(as_json(answer, people.owner))


def test_a_sheet_is_withheld_with_its_sources(people: People) -> None:
    version = report(people.owner, COMPANY, 2023, LINES)
    answer = answered(people, "What is the FY2023 current ratio of Quillmark?")
    Document.objects.filter(pk=version.document_id).update(visibility=Visibility.PRIVATE, owner=people.stranger)
    told = as_json(answer, people.owner)

    assert told["sheet"] is None and told["value"] is None
    assert "1.40" not in told["answer"] and "700" not in str(told)
