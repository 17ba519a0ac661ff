"""Computed answers over statements of invented companies, the whole road with real search."""

import re
import tomllib
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from apps.answers.models import Answer, Status, Trust
from apps.answers.presentation import as_json
from apps.answers.run import workflow
from apps.answers.run.asking import ask
from apps.documents.models import Document, DocumentVersion, Fact, Page, Visibility
from tests.answers.statements import report
from tests.people import People

pytestmark = pytest.mark.django_db
QUESTIONS = tomllib.loads((Path(__file__).parent / "questions.toml").read_text())["question"]
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
    ("question", "value", "unit"), [(asked["text"], asked["value"], asked["unit"]) for asked in QUESTIONS]
)
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
        ("Does Quillmark have an improving operating margin as of FY2023?", "Yes: Operating margin of {} rose"),
        (
            "Did Quillmark's capital expenditures decrease between FY2022 and FY2023?",
            "No: Capital expenditures of {} rose",
        ),
        ("Does Quillmark have positive working capital in FY2022?", "Yes: Working capital of {} is USD 130 million."),
        (
            "Has Quillmark paid dividends to common shareholders in FY2023?",
            "Yes: Dividends paid of {} is USD 40 million.",
        ),
        ("Has Quillmark paid dividends to common shareholders in FY2021?", "No: Dividends paid of {} is USD 0."),
    ],
)
def test_yes_or_no_comes_with_the_figures_that_decide(people: People, question: str, start: str) -> None:
    report(people.owner, COMPANY, 2023, LINES)
    answer = answered(people, question)

    assert answer.result["answer"].startswith(start.format("Quillmark Foundry")), answer.result["answer"]
    assert answer.citations.exists()


def test_which_of_two_ways_it_went_is_told_without_yes_or_no(people: People) -> None:
    report(people.owner, COMPANY, 2023, LINES)
    told = answered(people, "Did Quillmark's current ratio improve or decline between FY2022 and FY2023?").result

    assert "Current ratio of Quillmark Foundry rose, from 1.25 in FY2022 to 1.40 in FY2023." in told["answer"]
    assert not told["answer"].startswith(("Yes", "No"))


def test_a_missing_figure_is_named_and_nothing_is_computed(people: People) -> None:
    lines = {key: LINES[key] for key in ("revenue", "current_assets")}
    report(people.owner, COMPANY, 2023, {**lines, "current_liabilities": {2022: "520"}})
    answer = answered(people, "What is the FY2023 current ratio of Quillmark?")

    assert answer.result["value"] is None and answer.result["sheet"] is None
    assert answer.status in {Status.CLOSEST, Status.NOT_FOUND}
    assert "Total current liabilities of FY2023 was not found" in answer.result["answer"]


def test_a_report_that_keeps_its_statements_elsewhere_is_quoted(people: People) -> None:
    said = "The statements are included in Exhibit 13 and incorporated by reference."
    report(people.owner, COMPANY, 2022, {"revenue": {2022: "1,400"}})
    bare = report(people.owner, COMPANY, 2023, {"cost_of_revenue": {2023: "900"}})
    DocumentVersion.objects.filter(pk=bare.pk).update(report={"elsewhere": {"sentence": said, "page": 0}})
    told = answered(people, "What was the FY2023 revenue of Quillmark?").result["answer"]
    assert "was not found" in told and said in told
    assert said not in answered(people, "What was the FY2022 net income of Quillmark?").result["answer"]


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


def test_a_statement_that_fails_a_self_check_is_told(people: People) -> None:
    report(people.owner, COMPANY, 2023, LINES, confidence=0.7)
    answer = answered(people, "What was Quillmark's revenue in FY2023 in USD millions?")

    assert answer.result["value"] == "1600"
    assert "self-check" in answer.result["answer"]


def test_a_figure_that_failed_its_checks_is_not_asserted(people: People) -> None:
    report(people.owner, COMPANY, 2023, LINES, confidence=0.3)

    assert answered(people, "What was Quillmark's revenue in FY2023?").result["value"] is None


def test_the_filing_of_the_year_answers_and_a_restatement_is_told(people: People) -> None:
    report(people.owner, COMPANY, 2022, {"revenue": {2022: "1,400"}})
    report(people.owner, COMPANY, 2023, {"revenue": {2023: "1,600", 2022: "1,380"}, "cost_of_revenue": {2022: "840"}})
    answer = answered(people, "What was Quillmark's gross margin in FY2022? Round to one decimal.")

    assert answer.result["value"] == "40"
    assert answer.result["sheet"]["operands"][0]["restated"] == ["1,380 in quillmark_2023_10-K"]
    assert (
        "Revenue of FY2022 is 1,400 in quillmark_2022_10-K; quillmark_2023_10-K states 1,380."
        in (answer.result["answer"])
    )
    assert answer.result["validation"]["trust"] == Trust.MEDIUM


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

    assert answer.result["answer"].startswith("Quillmark Foundry (FY2023) has the highest revenue: USD 1,600 million.")
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
    assert not re.search(r"(?<![\w.])700\b", str(as_json(answer, people.owner)))


def test_a_sheet_is_withheld_with_its_sources(people: People) -> None:
    version = report(people.owner, COMPANY, 2023, LINES)
    answer = answered(people, "What is the FY2023 current ratio of Quillmark?")
    Document.objects.filter(pk=version.document_id).update(visibility=Visibility.PRIVATE, owner=people.stranger)
    told = as_json(answer, people.owner)

    assert told["sheet"] is None and told["value"] is None
    assert "1.40" not in told["answer"] and "700" not in str(told)


def test_a_judgement_gives_the_ratios_that_decide_and_the_convention(people: People) -> None:
    lines = {**LINES, "property_plant_equipment": {2023: "900", 2022: "850"}}
    report(people.owner, COMPANY, 2023, lines)
    answer = answered(people, "Is Quillmark a capital-intensive business based on FY2023 data?")

    told = answer.result["answer"]
    assert told.startswith("The figures do not decide it. By convention a business is called capital-intensive when")
    assert "fixed assets are a large part of all assets" in told and answer.result["sheet"]["lines"][-1][
        "text"
    ].startswith("40.9")
    assert_all_resolves(answer)


def test_a_year_goes_by_the_number_that_people_use_when_the_filer_uses_another(people: People) -> None:
    version = report(people.owner, COMPANY, 2022, {"revenue": {2022: "1,600"}}, end=date(2023, 1, 28))
    Document.objects.filter(pk=version.document_id).update(metadata={"years": [2022, 2023]})
    answer = answered(people, "What was Quillmark's revenue in FY2023 in USD millions?")

    assert answer.result["value"] == "1600"
    assert "FY2022" in answer.result["answer"]


def test_an_item_that_the_statements_do_not_give_is_named(people: People) -> None:
    report(people.owner, COMPANY, 2023, {"revenue": {2023: "1,600", 2022: "1,400"}})
    answer = answered(people, "Does Quillmark have an improving operating margin as of FY2023?")

    assert answer.result["sheet"] is None
    assert "Operating income of FY2023 was not found in the filings of Quillmark Foundry" in answer.result["answer"]


def test_a_definition_serves_what_is_built_upon_it(people: People) -> None:
    report(people.owner, COMPANY, 2023, LINES)
    answer = answered(
        people,
        "What is the FY2022 - FY2023 2 year average unadjusted EBITDA % margin for Quillmark? Define unadjusted EBITDA "
        "as unadjusted operating income + depreciation and amortization [from cash flow statement]. "
        "Answer in units of percents and round to one decimal place.",
    )

    assert (answer.result["value"], answer.result["unit"]) == ("19", "%")
    assert answer.result["sheet"]["stated"]


def test_a_stated_ratio_is_a_plain_number_unless_percent_is_asked_for(people: People) -> None:
    report(people.owner, COMPANY, 2023, LINES)
    question = (
        "What is Quillmark's FY2023 return on assets (ROA)? ROA is defined as: FY2023 net income / (average total "
        "assets between FY2022 and FY2023). Round your answer to two decimal places."
    )
    answer = answered(people, question)

    assert (answer.result["value"], answer.result["unit"]) == ("0.08", "ratio")


def test_a_cell_that_says_another_figure_breaks_the_calculation(people: People) -> None:
    version = report(people.owner, COMPANY, 2023, LINES)
    for page in Page.objects.filter(version=version, text__contains="700\n"):
        page.text = page.text.replace("700\n", "790\n")
        page.save()
    answer = answered(people, "What is the FY2023 current ratio of Quillmark?")

    assert (answer.status, answer.result["value"], answer.result["sheet"]) == (Status.NOT_FOUND, None, None)
    assert not answer.citations.exists()


JUNE = {
    "revenue": {2023: "7,354"},
    "cash": {2023: "837"},
    "operating_cash_flow": {2023: "145"},
}


def _june_filer(people: People) -> None:
    """A year that ends in June, and a report on its second quarter with three and six months."""
    lines = {"revenue": {2022: "14,544"}, "cash": {2022: "775"}, "operating_cash_flow": {2022: "1,526"}}
    report(people.owner, COMPANY, 2022, lines, end=date(2022, 6, 30))
    report(people.owner, COMPANY, 2023, JUNE, form="10-Q", period="Q2", end=date(2022, 12, 31), months=6)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What was Quillmark's cash and cash equivalents at December 31, 2022 in USD millions?", "837"),
        ("What was Quillmark's cash and cash equivalents at June 30, 2022 in USD millions?", "775"),
        ("What was Quillmark's revenue for the six months ended December 31, 2022 in USD millions?", "7354"),
        ("What was Quillmark's cash from operations in the first half of FY2023 in USD millions?", "145"),
        ("What was Quillmark's revenue for the three months ended December 31, 2022 in USD millions?", None),
        ("What was Quillmark's cash and cash equivalents at March 31, 2022 in USD millions?", None),
    ],
)
def test_a_date_is_read_in_the_filers_own_year(people: People, question: str, value: str | None) -> None:
    _june_filer(people)
    assert answered(people, question).result["value"] == value


@pytest.mark.parametrize(
    ("question", "value", "unit"),
    [
        ("By how much did Quillmark's revenue fall in fiscal 2023, in USD millions?", "200", "USD millions"),
        ("By how many millions of dollars did Quillmark's revenue decline in fiscal 2023?", "200", "USD millions"),
        ("By how much did Quillmark's revenue change in fiscal 2023, in USD millions?", "-200", "USD millions"),
        ("By how much did Quillmark's revenue fall in fiscal 2022, in USD millions?", "100", "USD millions"),
    ],
)
def test_by_how_much_it_fell(people: People, question: str, value: str, unit: str) -> None:
    """Of what rose nothing is turned round: the sentence says so."""
    report(people.owner, COMPANY, 2023, {"revenue": {2023: "1,000", 2022: "1,200", 2021: "1,100"}})
    result = answered(people, question).result
    assert (result["value"], result["unit"]) == (value, unit)
    assert ("rose" in result["answer"]) is ("2022," in question)


def test_a_date_that_only_says_when_the_fiscal_year_ends_asks_for_no_other_year(people: People) -> None:
    for year in (2021, 2022):
        lines = {"revenue": {year: f"{year - 1000}"}, "inventories": {year: "200", year - 1: "100"}}
        report(people.owner, COMPANY, year, lines, end=date(year + 1, 1, 29))
    for question in (
        "What was Quillmark's revenue in fiscal 2021 (year ended January 29, 2022) in USD millions?",
        "What was Quillmark's revenue for fiscal 2021, the year that ended January 29, 2022, in USD millions?",
    ):
        result = answered(people, question).result
        assert result["value"] == "1021" and "1,022" not in result["answer"], question
    year = "for fiscal 2021 (year ended January 29, 2022)"
    turns = f"What was Quillmark's turnover {year}? Define turnover as revenue / inventories."
    assert answered(people, turns).result["value"] == "5.105"
    both = answered(people, "What was Quillmark's revenue in fiscal 2021 and 2022 in USD millions?").result["answer"]
    assert "1,021" in both and "1,022" in both


def test_a_quarterly_report_tells_the_end_of_the_year_before_and_both_of_its_columns(people: People) -> None:
    """Nothing else is held: an annual report would go first."""
    half = {"revenue": {2023: "7,354", 2022: "6,927"}, "total_assets": {2023: "837"}}
    version = report(people.owner, COMPANY, 2023, half, form="10-Q", period="Q2", end=date(2022, 12, 31), months=6)
    assets = Fact.objects.get(version=version, concept="total_assets")
    assets.pk, assets.uid, assets.column = None, uuid4(), assets.column + 1
    assets.period_end, assets.label_year = date(2022, 6, 30), 2022
    assets.save()
    asked = {
        "What were Quillmark's total assets at June 30, 2022 in USD millions?": "837",
        "What were Quillmark's total assets at the end of fiscal 2022 in USD millions?": "837",
        "What were Quillmark's total assets at the end of fiscal 2021 in USD millions?": None,
        "What was Quillmark's revenue in fiscal 2022 in USD millions?": None,
    }
    assert {question: answered(people, question).result["value"] for question in asked} == asked
    told = answered(people, "What was Quillmark's revenue in the six months ended December 31, 2022 and 2021?").result
    assert "7,354" in told["answer"] and "6,927" in told["answer"] and "not found" not in told["answer"]


def test_a_workbook_of_no_year_of_its_own_states_those_of_its_columns(people: People) -> None:
    version = report(people.owner, COMPANY, 2024, {"revenue": {2024: "471.2", 2025: "498.0"}}, form="other")
    Document.objects.filter(pk=version.document_id).update(fiscal_year=None, fiscal_period="", period_end=None)
    for asked, value in (("FY2025E", "498"), ("FY2024", "471.2"), ("FY2023", None)):
        question = f"What is Quillmark's revenue in {asked} in USD millions?"
        assert answered(people, question).result["value"] == value, asked


def test_a_range_holds_the_years_between_its_ends(people: People) -> None:
    lines = {"capital_expenditures": {2023: "(526)", 2022: "(527)", 2021: "(468)"}}
    report(people.owner, COMPANY, 2023, lines)
    answer = answered(people, "Which year had the highest capital expenditure of Quillmark between FY2021 and FY2023?")

    assert answer.result["answer"].startswith("FY2022 has the highest")


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What were the total dividends paid by Quillmark from FY2021 to FY2023, in USD millions?", "2197"),
        ("What were the cumulative dividends paid by Quillmark over the last three years, in USD millions?", "2197"),
        ("What were the dividends paid by Quillmark in FY2023, in USD millions?", "723"),
    ],
)
def test_a_total_is_over_every_year(people: People, question: str, value: str) -> None:
    report(people.owner, COMPANY, 2023, {"dividends_paid": {2023: "(723)", 2022: "(732)", 2021: "(742)"}})
    assert answered(people, question).result["value"] == value


def test_a_second_ratio_in_one_question_is_not_forgotten(people: People) -> None:
    report(people.owner, COMPANY, 2023, LINES)
    answer = answered(
        people, "What was Quillmark's DPO in FY2023 and how did its gross margin change from FY2022 to FY2023?"
    )

    assert "Gross margin of Quillmark Foundry rose by" in answer.result["answer"]
    assert "Days payable outstanding of Quillmark Foundry" in answer.result["answer"]
    assert "44.6 days" in answer.result["answer"]
