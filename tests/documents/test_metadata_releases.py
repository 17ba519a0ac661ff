"""A release of earnings is no quarterly report, and the quarter it is of is the one it reports."""

from datetime import date

import pytest

from apps.documents.metadata import Metadata, extract
from apps.documents.models import Form
from apps.reading.parsed import ParsedPage

COMMISSION = "UNITED STATES\nSECURITIES AND EXCHANGE COMMISSION\nWashington, D.C. 20549\n"
CAUTION = (
    "Factors are described in our Quarterly Report on Form 10-Q filed with the Securities and Exchange Commission, and "
    "in our Annual Report on Form 10-K.\n"
)
DATELINE = "PORT KELP, February 2, 2023 - Quillmark Foundry, Inc. (NYSE: QLMK) today reported results.\n"
FOURTH = "Three months ended December 31, 2022. Twelve months ended December 31, 2022. "
EIGHT_K = (
    f"{COMMISSION}FORM 8-K\nCURRENT REPORT\nDate of Report (Date of earliest event reported): February 2, 2023\n"
    "QUILLMARK FOUNDRY, INC.\n(Exact name of registrant as specified in its charter)\n"
)
RESULTS = "Item 2.02 Results of Operations and Financial Condition.\nA release is furnished as Exhibit 99.1.\n"


def read(*pages: str, name: str = "paper.pdf") -> Metadata:
    return extract([ParsedPage(number, text, ()) for number, text in enumerate(pages)], name)


def label(found: Metadata) -> tuple[Form, str]:
    return found.form.value, found.period


@pytest.mark.parametrize(
    "head",
    [
        "Quillmark Reports Fourth Quarter and Full Year 2022 Results\n",
        "Exhibit 99.1\nQuillmark Reports Fourth-Quarter 2022 Results\n",
        "Quillmark Announces Q4 2022 Financial Results\n",
        "Quillmark reports 2022 fourth quarter and full year earnings\n",
        "Quillmark Reports Fourth Quarter and Fiscal Year 2022 Results\n",
        "Quillmark posts 4Q22 results\n",
    ],
)
@pytest.mark.parametrize("name", ["paper.pdf", "QUILLMARK_2023Q1_10Q.pdf", "QUILLMARK_10K_2021.pdf"])
def test_a_release_that_speaks_of_its_quarterly_report_is_a_release(head: str, name: str) -> None:
    assert label(read(head + DATELINE + CAUTION, FOURTH, name=name)) == (Form.EARNINGS, "Q4 FY2022")


def test_a_release_without_a_headline_is_one_too() -> None:
    found = read(f"Quillmark Foundry, Inc. fourth quarter 2022 earnings release\n{DATELINE}{CAUTION}", FOURTH)
    assert label(found) == (Form.EARNINGS, "Q4 FY2022")


@pytest.mark.parametrize(
    "head",
    [
        "Quillmark Reports Fourth Quarter Results; Provides Fiscal 2023 Outlook\n",
        "Quillmark Reports Fourth Quarter Results\nFirst quarter 2023 outlook and fiscal 2023 guidance stand below\n",
        "Outlook for the first quarter of 2023 raised\nQuillmark Announces Fourth Quarter 2022 Results\n",
    ],
)
def test_the_quarter_of_the_outlook_is_not_the_one_reported(head: str) -> None:
    assert label(read(head + DATELINE, FOURTH)) == (Form.EARNINGS, "Q4 FY2022")


def test_the_text_is_believed_before_the_name_of_the_file() -> None:
    found = read(f"Quillmark Reports Quarterly Results\n{DATELINE}", FOURTH, name="QUILLMARK_2024Q2_EARNINGS.pdf")
    assert label(found) == (Form.EARNINGS, "Q4 FY2022")


def test_no_quarter_rather_than_a_wrong_one() -> None:
    head = "Quillmark reports results\nIn the second quarter of last year it had begun to rain.\n"
    found = read(head + DATELINE, FOURTH)
    assert found.form.value is Form.EARNINGS and found.fiscal_period is None


def test_a_current_report_with_its_release_is_that_release() -> None:
    release = f"Exhibit 99.1\nQuillmark Reports Fourth Quarter and Full Year 2022 Results\n{DATELINE}"
    found = read(EIGHT_K + RESULTS, release + CAUTION, FOURTH)
    assert label(found) == (Form.EARNINGS, "Q4 FY2022")
    assert found.company is not None and found.company.value == "Quillmark Foundry, Inc."
    assert found.period_end is not None and found.period_end.value == date(2022, 12, 31)


@pytest.mark.parametrize(
    ("pages", "name"),
    [
        ((EIGHT_K + RESULTS,), "paper.pdf"),
        (
            (EIGHT_K + "Item 5.02 Departure of Directors.\n", "Quillmark announces a chief; earnings rose"),
            "paper.pdf",
        ),
        ((EIGHT_K + RESULTS, f"Exhibit 99.1\nQuillmark Reports Fourth Quarter 2022 Results\n{DATELINE}"), "Q_8K.pdf"),
    ],
)
def test_a_current_report_stays_one(pages: tuple[str, ...], name: str) -> None:
    assert read(*pages, name=name).form.value is Form.EIGHT_K


@pytest.mark.parametrize("form", ["10-Q", "10-K", "20-F"])
def test_a_cover_without_a_line_of_its_own_for_the_form_still_tells_it(form: str) -> None:
    text = f"UNITED STATES SECURITIES AND EXCHANGE COMMISSION Washington FORM {form} (Mark One) for the period"
    assert read(text, DATELINE).form.value == form
