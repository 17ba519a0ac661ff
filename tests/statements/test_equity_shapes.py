"""Invented statements of equity as filers set them: totals first, lost headers, several tables, rows that roll."""

from dataclasses import replace
from datetime import date

from apps.reading.parsed import Cell, ParsedTable
from apps.statements.equity import equity_facts
from apps.statements.facts import StatementFact, Year, facts_of
from apps.statements.ontology import Statement
from apps.statements.recognise import Located, StatementTables
from tests.statements.sheets import Lines, page, table

TITLE = "Consolidated Statements of Stockholders' Equity"
MILLIONS = "(in millions)"
YEAR = Year(2023, date(2023, 12, 31))
HEAD = [("", "Shares", "Paid-in capital", "Retained earnings", "Total Kelp Inc. equity", "Minority", "Total equity")]
LINES: Lines = [
    ("Balance, December 31, 2021", "1,705", "1,000", "2,000", "3,000", "40", "3,040"),
    ("Net income", "", "—", "700", "700", "5", "705"),
    ("Balance, December 31, 2022", "1,705", "1,000", "2,700", "3,700", "45", "3,745"),
    ("Dividends paid", "", "—", "(200)", "(200)", "—", "(200)"),
    ("Balance, December 31, 2023", "1,712", "1,000", "2,500", "3,500", "45", "3,545"),
]
ROLLS: Lines = [
    ("Retained earnings",),
    ("Balance, beginning of period", "2,700", "2,000"),
    ("Net income", "300", "700"),
    ("Dividends declared", "(500)", "—"),
    ("Dividends declared per common share", "0.20", "—"),
    ("Balance, end of period", "2,500", "2,700"),
    ("Total stockholders' equity", "3,545", "3,745"),
]
YEARS = [("", "Year ended December 31, 2023", "Year ended December 31, 2022")]


def _balance_sheet() -> list[StatementFact]:
    sheet = table(
        [("Total equity", "3,545", "3,745"), ("Total liabilities and equity", "9,000", "9,100")],
        [("", "December 31, 2023", "December 31, 2022")],
        units=MILLIONS,
    )
    return facts_of(StatementTables(Statement.BALANCE, (Located(page(0, sheet), 0, sheet),), 1.0), YEAR)


def _facts(*sheets: ParsedTable) -> list[StatementFact]:
    located = [Located(page(4 + at, sheet), 0, sheet) for at, sheet in enumerate(sheets)]
    return equity_facts(located, YEAR, frozenset(), _balance_sheet())


def _told(facts: list[StatementFact], label: str) -> list[tuple[str, str, int | None, int]]:
    return [
        (fact.dimension, str(fact.period.end), fact.period.months, int(fact.value / 10**6))
        for fact in facts
        if fact.label == label
    ]


def test_counts_of_shares_are_no_part_and_a_subtotal_is_told_by_its_name() -> None:
    assert _told(_facts(table(LINES, HEAD, TITLE, MILLIONS)), "Net income") == [
        ("Retained earnings", "2022-12-31", 12, 700),
        ("Minority", "2022-12-31", 12, 5),
        ("Total Kelp Inc. equity", "2022-12-31", 12, 700),
        ("", "2022-12-31", 12, 705),
    ]


def test_the_total_may_stand_first_and_columns_that_are_not_equity_last() -> None:
    lines: Lines = [(line[0], line[6], line[2], line[3], line[5], "847") for line in LINES]
    head = [("", "Total", "Paid-in capital", "Retained earnings", "Minority", "Redeemable interest")]
    assert _told(_facts(table(lines, head, TITLE, MILLIONS)), "Dividends paid") == [
        ("Retained earnings", "2023-12-31", 12, -200),
        ("", "2023-12-31", 12, -200),
    ]


def test_without_a_header_only_the_total_that_the_balance_sheet_states_is_told() -> None:
    bare = _facts(table(LINES))
    assert {fact.dimension for fact in bare} == {""}
    assert _told(bare, "Net income") == [("", "2022-12-31", 12, 705)]
    other: Lines = [(*line[:6], line[6].replace("3,", "4,")) for line in LINES]
    assert _facts(table(other)) == []


def test_a_last_line_of_the_header_read_as_a_row_belongs_to_the_names() -> None:
    split = table(
        [("", "Shares", "Capital", "Earnings", "equity", "interest", "equity"), *LINES], HEAD, TITLE, MILLIONS
    )
    assert {fact.dimension for fact in _facts(split)} == {
        *("Paid-in capital Capital", "Retained earnings Earnings", "Minority interest"),
        *("Total Kelp Inc. equity equity", ""),
    }


def test_a_title_in_the_header_is_no_name_and_another_table_goes_on() -> None:
    first = table(LINES[:3], HEAD, "", MILLIONS)
    over = tuple(replace(cell, row=cell.row + 1) for cell in first.cells)
    titled = replace(first, cells=(Cell(TITLE, 0, 1, 0, 9, column_span=6), *over), rows=first.rows + 1, header_rows=2)
    found = _facts(titled, table(LINES[2:], HEAD, "", MILLIONS))
    assert {fact.dimension for fact in found} == {*HEAD[0][2:6], ""}
    assert ("Retained earnings", "2023-12-31", 12, -200) in _told(found, "Dividends paid")


def test_a_heading_over_a_component_of_another_name_is_not_part_of_it() -> None:
    wide = table(LINES, HEAD, TITLE, MILLIONS)
    over = tuple(replace(cell, row=cell.row + 1) for cell in wide.cells)
    heading = Cell("Common stock issued", 0, 1, 0, 9, column_span=2)
    sheet = replace(wide, cells=(heading, *over), rows=wide.rows + 1, header_rows=2)
    assert {fact.dimension for fact in _facts(sheet)} == {*HEAD[0][2:6], ""}


def test_components_that_roll_forward_in_rows() -> None:
    found = _facts(table(ROLLS, YEARS, "Stockholders' Equity Statements", MILLIONS))
    assert _told(found, "Dividends declared") == [("Retained earnings", "2023-12-31", 12, -500)]
    assert _told(found, "Balance, end of period") == [
        ("Retained earnings", "2023-12-31", None, 2500),
        ("Retained earnings", "2022-12-31", None, 2700),
    ]
    assert _told(found, "Total stockholders' equity") == [
        ("", "2023-12-31", None, 3545),
        ("", "2022-12-31", None, 3745),
    ]
    assert not _told(found, "Dividends declared per common share")


def test_a_component_that_does_not_roll_forward_is_left_out() -> None:
    odd: Lines = [("Net income", "301", "700") if line[0] == "Net income" else line for line in ROLLS]
    far: Lines = [("Net income", "390", "700") if line[0] == "Net income" else line for line in ROLLS]
    assert _facts(table(odd, YEARS, "Stockholders' Equity Statements", MILLIONS))  # one unit is rounding
    assert _facts(table(far, YEARS, "Stockholders' Equity Statements", MILLIONS)) == []
