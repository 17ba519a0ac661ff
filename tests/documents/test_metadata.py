"""What a filing says of itself: filer, form and fiscal period, by the filer's own labels."""

from datetime import date

import pytest

from apps.documents.metadata import Metadata, extract
from apps.documents.models import Form
from apps.documents.parsing.parsed import ParsedPage

COMMISSION = "UNITED STATES\nSECURITIES AND EXCHANGE COMMISSION\nWashington, D.C. 20549\n"
NUMBERS = "Delaware 99-7654321\n(State of incorporation) (I.R.S. Employer Identification No.)\n"


def read(*pages: str, name: str = "paper.pdf") -> Metadata:
    return extract([ParsedPage(number, text, ()) for number, text in enumerate(pages)], name)


def annual(ended: str, *more: str, filer: str = "QUILLMARK FOUNDRY, INC.") -> Metadata:
    cover = (
        f"{COMMISSION}FORM 10-K\nANNUAL REPORT\nFor the fiscal year ended {ended}\nOR\n"
        f"For the transition period from to\nCommission File Number 001-99871\n{filer}\n"
        f"(Exact name of registrant as specified in its charter)\n{NUMBERS}"
        "Common Stock, $0.01 par value per share QLMK The Nasdaq Stock Market LLC\n"
    )
    return read(cover, *more)


def test_a_cover_tells_everything() -> None:
    found = annual(
        "December 31, 2023", "Quillmark Foundry, Inc. makes lanterns.", "SIGNATURES\nDated: February 9, 2024"
    )
    assert found.company is not None
    assert (found.company.value, found.company.source) == ("Quillmark Foundry, Inc.", "cover")
    assert found.form.value is Form.TEN_K
    assert found.ticker is not None
    assert found.ticker.value == "QLMK"
    assert found.numbers == ("irs:99-7654321", "sec:1-99871")
    assert found.period_end is not None
    assert found.period_end.value == date(2023, 12, 31)
    assert found.filed is not None
    assert found.filed.value == date(2024, 2, 9)
    assert found.period == "FY2023"
    assert found.years == (2023,)


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("QUILLMARK FOUNDRY, INC.", "Quillmark Foundry, Inc."),
        ("Quillmark Foundry plc", "Quillmark Foundry plc"),
        ("Commission File Number: 1-99871 QUILLMARK FOUNDRY INC", "Quillmark Foundry Inc"),
        ("____________________\nQUILLMARK\nFOUNDRY,\nINC.", "Quillmark Foundry, Inc."),
        ("QFI & SONS COMPANY", "Qfi & Sons Company"),
    ],
)
def test_names_above_the_mark(written: str, read_as: str) -> None:
    company = annual("December 31, 2023", filer=written).company
    assert company is not None
    assert company.value.replace("QFI", "Qfi") == read_as


@pytest.mark.parametrize(
    ("ended", "words", "year"),
    [
        ("June 30, 2023", "", 2023),
        ("January 28, 2023", "In fiscal 2022 sales rose. Fiscal 2022 had 52 weeks.", 2022),
        ("January 28, 2023", "In fiscal 2023 sales rose. Fiscal year 2023 had 52 weeks, fiscal 2022 also.", 2023),
        ("February 3, 2024", "Nothing is said.", 2023),
        ("January 1, 2022", "Nothing is said.", 2021),
        ("December 31, 2022", "We expect fiscal 2023 to be good. Fiscal 2023!", 2022),
    ],
)
def test_the_filers_own_label_of_the_year(ended: str, words: str, year: int) -> None:
    found = annual(ended, words).fiscal_year
    assert found is not None
    assert found.value == year


@pytest.mark.parametrize(
    ("ended", "span", "period"),
    [
        ("December 31, 2022", "Six months ended December 31, 2022", "Q2 FY2023"),
        ("March 31, 2023", "Three months ended March 31, 2023", "Q1 FY2023"),
        ("October 28, 2023", "Thirty-nine weeks ended October 28, 2023. Fiscal 2023.", "Q3 FY2023"),
        ("October 28, 2023", "39 weeks ended October 28, 2023", "Q3 FY2023"),
    ],
)
def test_quarters(ended: str, span: str, period: str) -> None:
    cover = f"{COMMISSION}FORM 10-Q\nFor the quarterly period ended {ended}\n"
    found = read(cover, f"Three months ended {ended}. {span}")
    assert (found.form.value, found.period) == (Form.TEN_Q, period)


def test_a_report_on_a_day() -> None:
    cover = f"{COMMISSION}FORM 8-K\nDate of Report (Date of earliest event reported): April 26, 2022\n"
    found = read(cover + f"Quillmark Foundry, Inc.\n(Exact name of registrant)\n{NUMBERS}")
    assert (found.form.value, found.period) == (Form.EIGHT_K, "2022-04-26")
    assert found.fiscal_year is not None
    assert found.fiscal_year.value == 2022


def test_a_cover_without_the_words_about_the_name() -> None:
    cover = (
        f"{COMMISSION}FORM 10-K\nFor the Fiscal Year Ended June 30, 2023\nCommission File Number 001-99871\n"
        "QUILLMARK CORPORATION\nDELAWARE 99-7654321\n(STATE OF INCORPORATION) (I.R.S. ID)\n"
    )
    found = read(cover, "Quillmark Corporation sells abroad through Quillmark International.", name="QUILLMARK_10K.pdf")
    assert found.company is not None
    assert (found.company.value, found.company.source) == ("Quillmark Corporation", "cover")
    assert found.numbers == ("irs:99-7654321", "sec:1-99871")


def test_a_form_on_a_line_of_its_own_is_the_form_whatever_the_file_is_called() -> None:
    cover = "FORM 10-K\n[X] ANNUAL REPORT PURSUANT TO SECTION 13\nFor the fiscal year ended September 28, 2024\n"
    found = read(cover, "Quillmark reported record results for the fourth quarter.", name="locked.pdf")
    assert (found.form.value, found.period) == (Form.TEN_K, "FY2024")


def test_a_release() -> None:
    text = (
        "May 25, 2023\nQuillmark Announces First Quarter Fiscal 2023 Results\nPORT KELP -- Quillmark Foundry, Inc. "
        "(NASDAQ: QLMK) today announced results for the thirteen-week period ended April 29, 2023. "
        "For the fiscal year ending February 3, 2024 it expects growth."
    )
    found = read(text, name="QUILLMARK_2024Q1_EARNINGS.pdf")
    assert (found.form.value, found.period) == (Form.EARNINGS, "Q1 FY2023")
    assert found.company is not None
    assert found.company.value == "Quillmark Foundry, Inc."
    assert found.period_end is not None
    assert found.period_end.value == date(2023, 4, 29)
    assert found.years == (2023, 2024)


def test_the_period_of_another_report_is_not_that_of_a_release() -> None:
    head = (
        "Quillmark Reports Second-Quarter 2023 Results. Factors are discussed in our Quarterly Report on Form 10-Q for "
        "the quarterly period ended April 2, 2023. The rate is an average of five trading days ended July 28, 2023."
    )
    statements = "The statements present the three and six months ended July 2, 2023 and July 3, 2022."
    found = read(head, *["More of it."] * 20, statements, *["Notes."] * 20, name="release.pdf")
    assert found.period_end is not None
    assert (found.period_end.value, found.period) == (date(2023, 7, 2), "Q2 FY2023")


def test_the_file_name_speaks_where_the_text_is_silent() -> None:
    found = read("2023", "The people of Quillmark Foundry made this.", name="QUILLMARKFOUNDRY_2023_annualreport.pdf")
    assert found.form.value is Form.ANNUAL_REPORT
    assert found.company is not None
    assert (found.company.value, found.company.source) == ("Quillmark Foundry", "file name")


@pytest.mark.parametrize(
    "text", ["", "x", "(Exact name of registrant", "FORM 10-K ended February 31, 2023", "((((" * 500]
)
def test_nothing_makes_it_fail(text: str) -> None:
    found = read(text, name="...")
    assert found.as_json()["years"] == list(found.years)


def test_no_pages() -> None:
    assert read().form.value is Form.OTHER
