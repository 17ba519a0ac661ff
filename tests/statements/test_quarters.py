"""Invented annual reports that summarize the quarters of their years."""

from collections.abc import Sequence
from datetime import date

from apps.documents.statement_rows import read_statements
from apps.reading.parsed import ParsedPage, ParsedTable
from apps.statements.facts import StatementFact
from tests.statements.sheets import Lines, page, table

TITLE = "Consolidated Statements of Income"
STATED: Lines = [
    ("Net sales", "1,000", "900"),
    ("Cost of sales", "600", "560"),
    ("Gross profit", "400", "340"),
    ("Operating income", "200", "150"),
    ("Income before income taxes", "200", "150"),
    ("Income tax expense", "50", "40"),
    ("Net income", "150", "110"),
    ("Diluted earnings per share", "1.50", "1.10"),
]
YEARS = [("", "Year ended December 31, 2021", "Year ended December 31, 2020")]
SALES = ("220", "240", "260", "280")
PROFIT = ("30", "35", "40", "45")
PER_SHARE = ("0.30", "0.35", "0.40", "0.45")
QUARTERS: Lines = [("Net sales", *SALES), ("Net income", *PROFIT), ("Diluted earnings per share", *PER_SHARE)]
ORDINALS = [("", "First quarter", "Second quarter", "Third quarter", "Fourth quarter")]
CAPTION = "Summarized quarterly data for 2021 follows:"
MILLIONS = "(in millions, except per share)"


def _quarters(
    *summaries: ParsedTable, stated: Lines = STATED, headers: Sequence[tuple[str, ...]] = YEARS
) -> list[StatementFact]:
    pages: list[ParsedPage] = [page(3, table(stated, headers, TITLE, MILLIONS)), page(40, *summaries)]
    found = read_statements(pages, 2021, date(2021, 12, 31), "FY")
    return [fact for fact in found.facts if fact.period.months == 3]


def _told(facts: Sequence[StatementFact], concept: str = "revenue") -> list[tuple[str, int]]:
    of_concept = [fact for fact in facts if fact.concept == concept]
    return [(str(fact.period.end), int(fact.value / 1_000_000)) for fact in of_concept]


OF_2021 = [("2021-03-31", 220), ("2021-06-30", 240), ("2021-09-30", 260), ("2021-12-31", 280)]


def test_four_figures_that_add_up_to_the_year_are_its_quarters() -> None:
    facts = _quarters(table(QUARTERS, ORDINALS, CAPTION, MILLIONS))
    assert _told(facts) == OF_2021
    assert [fact.period.label_year for fact in facts if fact.concept == "revenue"] == [2021] * 4
    assert [str(fact.value) for fact in facts if fact.concept == "eps_diluted"] == list(PER_SHARE)


def test_a_column_of_the_whole_year_is_none_of_them() -> None:
    total: Lines = [(*QUARTERS[0], "1,000"), (*QUARTERS[1], "150")]
    assert _told(_quarters(table(total, [(*ORDINALS[0], "Total")], CAPTION, MILLIONS))) == OF_2021


def test_units_that_the_summary_does_not_declare_are_those_that_add_up() -> None:
    assert _told(_quarters(table(QUARTERS, ORDINALS, CAPTION))) == OF_2021


def test_figures_that_do_not_add_up_are_of_something_else() -> None:
    other: Lines = [("Net sales", "20", "40", "60", "80"), ("Net income", "3", "5", "4", "4")]
    assert not _quarters(table(other, ORDINALS, CAPTION, MILLIONS))


def test_a_line_that_is_stated_otherwise_is_left_out_beside_one_that_is_proved() -> None:
    restated: Lines = [QUARTERS[0], ("Net income", "30", "35", "40", "60"), QUARTERS[2]]
    facts = _quarters(table(restated, ORDINALS, CAPTION, MILLIONS))
    assert _told(facts) == OF_2021 and not _told(facts, "net_income")


def test_two_years_side_by_side_under_each_quarter() -> None:
    headers = [
        ("", "First quarter", "", "Second quarter", "", "Third quarter", "", "Fourth quarter", ""),
        ("", *("2021", "2020") * 4),
    ]
    both: Lines = [("Net sales", "220", "210", "240", "220", "260", "230", "280", "240")]
    facts = _told(_quarters(table(both, headers, CAPTION, MILLIONS)))
    assert facts[:4] == OF_2021 and facts[4:] == [
        ("2020-03-31", 210),
        ("2020-06-30", 220),
        ("2020-09-30", 230),
        ("2020-12-31", 240),
    ]


def test_years_below_each_other() -> None:
    before: Lines = [("Net sales", "210", "220", "230", "240"), ("Diluted earnings per share", *("0.25", "0.30") * 2)]
    blocks: Lines = [("2021:",), *QUARTERS, ("2020:",), *before]
    facts = _quarters(table(blocks, ORDINALS, CAPTION, MILLIONS))
    assert [day for day, _ in _told(facts)] == [day for day, _ in OF_2021] + [
        f"2020-{day}" for day in ("03-31", "06-30", "09-30", "12-31")
    ]
    per_share = {
        (fact.period.label_year, fact.period.quarter): str(fact.value) for fact in facts if "eps" in fact.concept
    }
    assert (per_share[2021, 1], per_share[2020, 1]) == ("0.30", "0.25")


def test_the_last_quarter_first_by_the_days_on_which_they_end() -> None:
    headers = [("Three months ended", "December 31", "September 30", "June 30", "March 31")]
    backwards: Lines = [("Net sales", *reversed(SALES))]
    facts = _told(_quarters(table(backwards, headers, f"Selected quarterly data. {CAPTION}", MILLIONS)))
    assert sorted(facts) == OF_2021


def test_columns_without_a_word_on_their_order_are_not_read() -> None:
    assert not _quarters(table(QUARTERS, [("", "A", "B", "C", "D")], CAPTION, MILLIONS))


def test_earnings_per_share_far_from_those_of_the_year_are_not_of_it() -> None:
    far: Lines = [QUARTERS[0], ("Diluted earnings per share", "0.90", "0.95", "0.90", "0.95")]
    facts = _quarters(table(far, ORDINALS, CAPTION, MILLIONS))
    assert _told(facts) == OF_2021 and not [fact for fact in facts if fact.concept == "eps_diluted"]


def test_years_that_end_within_a_year_of_the_calendar() -> None:
    headers = [("", "Year ended May 31, 2021", "Year ended May 31, 2020")]
    pages = [page(3, table(STATED, headers, TITLE, MILLIONS)), page(9, table(QUARTERS, ORDINALS, CAPTION, MILLIONS))]
    found = read_statements(pages, 2021, date(2021, 5, 31), "FY").facts
    ends = [str(fact.period.end) for fact in found if fact.period.months == 3 and fact.concept == "revenue"]
    assert ends == ["2020-08-31", "2020-11-30", "2021-02-28", "2021-05-31"]
