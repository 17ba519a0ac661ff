"""Invented statements that are printed again for other periods."""

from datetime import date

from apps.documents.statement_rows import read_statements
from apps.reading.parsed import ParsedPage, ParsedTable
from tests.statements.sheets import Lines, page, table

TITLE = "Consolidated Statements of Income"
WEEKS = [("", "13 Weeks Ended January 28, 2023", "13 Weeks Ended January 29, 2022")]
YEARS = [("", "52 Weeks Ended January 28, 2023", "52 Weeks Ended January 29, 2022")]
ALL_YEARS = [("", *(f"Year ended {day}" for day in ("January 28, 2023", "January 29, 2022", "January 30, 2021")))]
QUARTER: Lines = [
    ("Net sales", "100", "90"),
    ("Cost of sales", "60", "55"),
    ("Gross profit", "40", "35"),
    ("Selling, general and administrative expenses", "20", "18"),
    ("Operating income", "20", "17"),
    ("Income before income taxes", "20", "17"),
    ("Income tax expense", "5", "4"),
    ("Net income", "15", "13"),
]
WHOLE: Lines = [(label, *(str(4 * int(figure)) for figure in figures)) for label, *figures in QUARTER]


def _sales(*pages: ParsedPage) -> list[tuple[str, int | None, int]]:
    found = read_statements(pages, 2022, date(2023, 1, 28), "FY")
    assert all(outcome.passed for outcome in found.outcomes)
    return [
        (str(fact.period.end), fact.period.months, int(fact.value / 1000))
        for fact in found.facts
        if fact.concept == "revenue" and not fact.dimension
    ]


def _quarter() -> ParsedTable:
    return table(QUARTER, WEEKS, TITLE, "(in thousands)")


BOTH = [("2023-01-28", 3, 100), ("2022-01-29", 3, 90), ("2023-01-28", 12, 400), ("2022-01-29", 12, 360)]


def test_weeks_and_year_in_two_tables_of_one_page() -> None:
    assert _sales(page(5, _quarter(), table(WHOLE, YEARS, TITLE, "(in thousands)"))) == BOTH


def test_the_second_table_on_the_next_page_without_its_title() -> None:
    assert _sales(page(5, _quarter()), page(6, table(WHOLE, YEARS, "", "(in thousands)"))) == BOTH


def test_the_same_statement_again_in_another_exhibit_adds_nothing() -> None:
    again = table(WHOLE, YEARS, TITLE, "(in thousands)")
    assert _sales(page(5, _quarter(), table(WHOLE, YEARS, TITLE, "(in thousands)")), page(30, again)) == BOTH


def test_a_table_of_more_years_that_repeats_the_statement_goes_further_back() -> None:
    older: Lines = [(*line, quarter[1]) for line, quarter in zip(WHOLE, QUARTER, strict=True)]
    found = _sales(page(5, table(WHOLE, YEARS, TITLE, "(in thousands)")), page(60, _titled(older)))
    assert found == [("2023-01-28", 12, 400), ("2022-01-29", 12, 360), ("2021-01-30", 12, 100)]


def test_one_other_figure_for_a_period_that_both_state_shows_that_it_is_of_others() -> None:
    older: Lines = [(*line, quarter[1]) for line, quarter in zip(WHOLE, QUARTER, strict=True)]
    older[-1] = ("Net income", "61", "52", "15")
    found = _sales(page(5, table(WHOLE, YEARS, TITLE, "(in thousands)")), page(60, _titled(older)))
    assert {day for day, _, _ in found} == {"2023-01-28", "2022-01-29"}


def test_measures_of_their_own_are_no_statement() -> None:
    adjusted = table(WHOLE, YEARS, f"Adjusted {TITLE} (non-GAAP)", "(in thousands)")
    assert _sales(page(5, _quarter(), adjusted)) == BOTH[:2]


def test_other_lines_are_another_companys_statement() -> None:
    other: Lines = [("Tuition", "9", "9"), ("Grants", "8", "8"), ("Salaries", "7", "7"), *WHOLE[4:]]
    assert _sales(page(5, _quarter(), table(other, YEARS, TITLE, "(in thousands)"))) == BOTH[:2]


def _titled(lines: Lines) -> ParsedTable:
    return table(lines, ALL_YEARS, TITLE, "(in thousands)")
