"""What a filing says of itself: filer, form and fiscal period, by the filer's own labels."""

from datetime import date

import pytest

from apps.documents.metadata import Metadata, extract
from apps.documents.models import Form
from apps.reading.parsed import ParsedPage

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


def test_a_file_name_is_no_piece_of_a_word_of_the_text() -> None:
    found = read("Quillmark Foundry Inc. grew. Quillmark Foundry Inc. makes bells.", name="quill_2023.pdf")
    assert found.company is not None
    assert (found.company.value, found.company.source) == ("Quillmark Foundry Inc.", "text")


@pytest.mark.parametrize(
    "text", ["", "x", "(Exact name of registrant", "FORM 10-K ended February 31, 2023", "((((" * 500]
)
def test_nothing_makes_it_fail(text: str) -> None:
    found = read(text, name="...")
    assert found.as_json()["years"] == list(found.years)


def test_no_pages() -> None:
    assert read().form.value is Form.OTHER


DATELINE = "PORT KELP, May 25, 2023 - Quillmark Foundry, Inc. [NYSE: QLMK] today reported results."
ENDED = "Three months ended April 29, 2023. The presentation and the transcript of the earnings call are on our site."


@pytest.mark.parametrize(
    "headline",
    [
        "Quillmark Reports First-Quarter 2023 Results",
        "QUILLMARK ANNOUNCES FIRST QUARTER\n2023 FINANCIAL RESULTS",
        "Exhibit 99.1\nQuillmark delivers strong earnings for the first quarter",
    ],
)
def test_a_headline_makes_a_release_whatever_is_said_of_its_presentation(headline: str) -> None:
    found = read(f"{headline}\n{DATELINE}\nThe first-quarter earnings presentation is on our site.", ENDED)
    assert (found.form.value, found.form.source, found.period) == (Form.EARNINGS, "text", "Q1 FY2023")
    assert found.company is not None and found.company.value == "Quillmark Foundry, Inc."
    assert found.filed is not None and (found.filed.value, found.filed.source) == (date(2023, 5, 25), "cover")


def test_a_presentation_stays_one() -> None:
    found = read("Quillmark Foundry, Inc.\nSecond Quarter 2023\nEarnings Presentation\nAugust 2, 2023")
    assert found.form.value is Form.PRESENTATION


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Quillmark earned more. Quillmark Group sells it. Quillmark plc is its filer.", "Quillmark plc"),
        ("Quillmark earned more than the Company hoped, as The Company said. The Company is glad.", "Quillmark"),
    ],
)
def test_the_filer_of_a_release_is_the_one_in_its_headline(text: str, name: str) -> None:
    company = read(f"Quillmark reports fiscal 2023 results\n{text}").company
    assert company is not None and company.value == name


@pytest.mark.parametrize("name", ["file.pdf", "company.pdf", "report 7.pdf"])
def test_a_file_called_by_a_common_word_names_no_company(name: str) -> None:
    text = "The File Number of this report. A Report is on file. We file each report; The Company and Company files."
    assert read(text, name=name).company is None


def test_small_capitals_that_came_apart_are_one_name() -> None:
    company = annual("December 31, 2023", "Quillmark Foundry lights up.", filer="Q UILLMARK F OUNDRY").company
    assert company is not None and company.value == "Quillmark Foundry"


@pytest.mark.parametrize(
    ("ended", "span", "years"),
    [
        ("April 29, 2023", "Thirteen weeks ended April 29, 2023. Fiscal 2023.", (2023, 2024)),
        ("October 29, 2022", "Thirty-nine weeks ended October 29, 2022. Fiscal 2022.", (2022, 2023)),
        ("April 4, 2021", "Three months ended April 4, 2021.", (2021,)),
        ("September 30, 2022", "Three months ended September 30, 2022.", (2023, 2022)),
    ],
)
def test_a_quarter_is_also_known_by_the_year_that_its_fiscal_year_closes_in(
    ended: str, span: str, years: tuple[int, ...]
) -> None:
    found = read(f"{COMMISSION}FORM 10-Q\nFor the quarterly period ended {ended}\n", span)
    assert found.years == years
