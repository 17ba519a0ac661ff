"""What must add up on invented statements."""

from datetime import date

from apps.statements.checks import run_checks
from apps.statements.facts import Year, facts_of
from apps.statements.ontology import Statement
from apps.statements.outcomes import Check, Outcome
from apps.statements.recognise import Located, StatementTables
from tests.statements.sheets import Lines, Rows, page, table

FLOWS: Lines = [
    ("Net cash provided by operating activities from continuing operations", "100"),
    ("Net cash provided by operating activities from discontinued operations", "10"),
    ("Net cash provided by operating activities", "110"),
    ("Net cash used in investing activities", "(30)"),
    ("Net cash used in financing activities", "(40)"),
]
OPENING, CLOSING = ("Cash and cash equivalents, beginning", "73"), ("Cash and cash equivalents, end", "113")


def _checked(statement: Statement, lines: Rows, header: Rows | None = None) -> dict[Check, list[Outcome]]:
    sheet = table(lines, header or [("", "Year Ended December 31, 2023")])
    found = StatementTables(statement, (Located(page(0, sheet), 0, sheet),), 1.0)
    outcomes: dict[Check, list[Outcome]] = {}
    for outcome in run_checks(facts_of(found, Year(2023, date(2023, 12, 31)))):
        outcomes.setdefault(outcome.check, []).append(outcome)
    return outcomes


def _passed(statement: Statement, lines: Rows, check: Check) -> list[bool]:
    return [outcome.passed for outcome in _checked(statement, lines)[check]]


def test_every_line_between_the_flows_and_the_change_counts() -> None:
    lines = [
        *FLOWS,
        ("Effect of exchange rates on cash", "1"),
        ("Cash and cash equivalents classified as held for sale", "(7)"),
        ("Net increase in cash and cash equivalents", "34"),
    ]
    assert _passed(Statement.CASH_FLOW, lines, Check.CASH_CHANGE) == [True]
    assert _passed(Statement.CASH_FLOW, [*lines[:-2], lines[-1]], Check.CASH_CHANGE) == [False]


def test_what_stands_below_the_change_belongs_to_the_roll() -> None:
    held = ("Change in cash related to assets held for sale", "5")
    lines = [*FLOWS, ("Net increase for the period", "35"), held, OPENING, CLOSING]
    assert _passed(Statement.CASH_FLOW, lines, Check.CASH_ROLL) == [True]
    assert _passed(Statement.CASH_FLOW, [line for line in lines if line != held], Check.CASH_ROLL) == [False]


def test_restricted_cash_alone_is_not_the_change_in_cash() -> None:
    lines = [("Increases in restricted cash", "(2)"), *FLOWS, ("Net increase in cash", "40"), OPENING, CLOSING]
    assert _passed(Statement.CASH_FLOW, lines, Check.CASH_CHANGE) == [True]


def test_a_restated_year_beside_the_reported_one_is_checked_by_itself() -> None:
    header = [("", "December 31, 2023", "December 31, 2022 (as restated)", "December 31, 2022 (as reported)")]
    lines = [("Total assets", "90", "80", "70"), ("Total liabilities and equity", "90", "80", "60")]
    outcomes = _checked(Statement.BALANCE, lines, header)[Check.BALANCE]
    assert [outcome.passed for outcome in outcomes] == [True, True, False]


def test_equity_with_redeemable_interests() -> None:
    lines = [
        ("Total liabilities", "60"),
        ("Redeemable interest", "5"),
        ("Total stockholders' equity", "30"),
        ("Total equity", "35"),
        ("Total liabilities and equity", "100"),
    ]
    assert _passed(Statement.BALANCE, lines, Check.BALANCE_PARTS) == [True]


def test_a_total_that_was_told_by_its_equal_is_not_compared_with_it() -> None:
    stated = [("Total assets", "20"), ("Total liabilities and stockholders' equity", "20")]
    parts = [("Goodwill", "20"), ("Accounts payable", "8"), ("Total equity", "12")]
    named = [parts[0], stated[0], *parts[1:], stated[1]]
    unnamed = [parts[0], ("", "20"), *parts[1:], ("", "20")]
    header: Rows = [("", "December 31, 2023")]
    assert [outcome.passed for outcome in _checked(Statement.BALANCE, named, header)[Check.BALANCE]] == [True]
    assert Check.BALANCE not in _checked(Statement.BALANCE, unnamed, header)
