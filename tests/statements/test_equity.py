"""Invented statements of equity."""

from datetime import date

from apps.reading.parsed import ParsedTable
from apps.statements.equity import equity_facts
from apps.statements.facts import StatementFact, Year
from apps.statements.recognise import Located
from tests.statements.sheets import Lines, page, table

TITLE = "Consolidated Statements of Stockholders' Equity"
HEAD = [("", "Common stock shares", "Common stock amount", "Retained earnings", "Total equity")]
LINES: Lines = [
    ("Balance, January 1, 2022", "80", "10", "20", "30"),
    ("Net income", "", "—", "7", "7"),
    ("Balance, December 31, 2022", "80", "10", "27", "37"),
    ("Dividends paid", "", "—", "(2)", "(2)"),
    ("Shares issued", "1", "5", "", "9"),
    ("Stock options and other Repurchases of", "", "1", "", "1"),
    ("common stock", "", "(1)", "", "(1)"),
    ("Balance, December 31, 2023", "81", "15", "32", "47"),
]


def _facts(lines: Lines = LINES, units: str = "(in millions)", year: Year | None = None) -> list[StatementFact]:
    sheet: ParsedTable = table(lines, HEAD, TITLE, units)
    located = [Located(page(4, sheet), 0, sheet)]
    return equity_facts(located, year or Year(2023, date(2023, 12, 31)), frozenset())


def _told(facts: list[StatementFact]) -> list[tuple[str, str, str, int, int | None]]:
    return [
        (fact.label, fact.dimension, str(fact.period.end), int(fact.value / 10**6), fact.period.months)
        for fact in facts
    ]


def test_balances_and_movements_by_component() -> None:
    assert _told(_facts())[:8] == [
        ("Balance, January 1, 2022", "Common stock", "2021-12-31", 10, None),
        ("Balance, January 1, 2022", "Retained earnings", "2021-12-31", 20, None),
        ("Balance, January 1, 2022", "", "2021-12-31", 30, None),
        ("Net income", "Retained earnings", "2022-12-31", 7, 12),
        ("Net income", "", "2022-12-31", 7, 12),
        ("Balance, December 31, 2022", "Common stock", "2022-12-31", 10, None),
        ("Balance, December 31, 2022", "Retained earnings", "2022-12-31", 27, None),
        ("Balance, December 31, 2022", "", "2022-12-31", 37, None),
    ]


def test_a_row_that_does_not_add_up_and_a_label_that_is_torn_are_left_out() -> None:
    labels = {fact.label for fact in _facts()}
    assert "Dividends paid" in labels
    assert not labels & {"Shares issued", "Stock options and other Repurchases of", "common stock"}


def test_balances_that_do_not_add_up_are_no_statement() -> None:
    odd = [(*line[:4], "99") if line[0].startswith("Balance") else line for line in LINES]
    assert _facts(odd) == []


def test_units_must_be_declared() -> None:
    assert _facts(units="") == []


def test_a_year_that_ends_on_the_first_of_a_month_ends_there() -> None:
    lines = [
        ("Balances at December 1, 2022", "", "10", "20", "30"),
        ("Balances at December 1, 2023", "", "10", "21", "31"),
    ]
    ends = {fact.period.end for fact in _facts(lines, year=Year(2023, date(2023, 12, 1)))}
    assert ends == {date(2022, 12, 1), date(2023, 12, 1)}


def test_only_balances_have_a_concept() -> None:
    assert {fact.label.split(",")[0]: fact.concept for fact in _facts()} == {
        "Balance": "total_equity",
        "Net income": None,
        "Dividends paid": None,
    }
