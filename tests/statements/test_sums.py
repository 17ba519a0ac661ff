"""Which lines add up to which total, by headings, zones and order alone."""

from datetime import date

import pytest

from apps.documents.statement_rows import confidence
from apps.statements.checks import run_checks
from apps.statements.facts import Year, facts_in
from apps.statements.lines import Line, lines_of
from apps.statements.ontology import Statement
from apps.statements.outcomes import Check, Outcome
from apps.statements.recognise import Located, StatementTables
from apps.statements.sums import sums_of
from tests.statements.sheets import Lines, page, table

CURRENT: Lines = [
    ("Current assets:",),
    ("Cash and cash equivalents", "5"),
    ("Inventories", "7"),
    ("Total current assets", "12"),
]
FIXED: Lines = [("Goodwill", "3"), ("Other assets", "1")]
CLAIMS: Lines = [
    ("Current liabilities:",),
    ("Accounts payable", "4"),
    ("Accrued expenses", "2"),
    ("Total current liabilities", "6"),
    ("Long-term debt", "3"),
    ("Commitments and contingencies",),
    ("Stockholders' equity:",),
    ("Common stock", "1"),
    ("Retained earnings", "4"),
    ("Total Kelpworks stockholders' equity", "5"),
    ("Noncontrolling interests", "2"),
    ("Total stockholders' equity", "7"),
]
OWED: Lines = [("Current liabilities:",), ("Accounts payable", "500"), ("Total current liabilities", "500")]
LIABILITIES: Lines = [*OWED, ("Long-term debt", "200"), ("Total liabilities", "700")]
OWN: Lines = [("Stockholders' equity:",), ("Common stock", "600"), ("Retained earnings", "100")]
OTHERS = ("Noncontrolling interests", "200")
ALL = ("Total liabilities and stockholders' equity", "1,600")
SHEET: Lines = [*CURRENT, *FIXED, ("Total assets", "16"), *CLAIMS, ("Total liabilities and stockholders' equity", "16")]


def _lines(lines: Lines, statement: Statement) -> list[Line]:
    sheet = table(lines, [("", "December 31, 2023")])
    return lines_of(StatementTables(statement, (Located(page(0, sheet), 0, sheet),), 1.0))


def _sums(lines: Lines, statement: Statement = Statement.BALANCE) -> dict[str, list[str]]:
    return {
        sum_.total.row.label: [part.row.label for part in sum_.parts]
        for sum_ in sums_of(_lines(lines, statement), statement)
    }


def _checked(lines: Lines, statement: Statement, check: Check) -> list[Outcome]:
    found = _lines(lines, statement)
    facts = facts_in(found, statement, Year(2023, date(2023, 12, 31)))
    return [outcome for outcome in run_checks(facts, sums_of(found, statement)) if outcome.check is check]


def test_a_balance_sheet_by_its_headings() -> None:
    assert _sums(SHEET) == {
        "Total current assets": ["Cash and cash equivalents", "Inventories"],
        "Total assets": ["Total current assets", "Goodwill", "Other assets"],
        "Total current liabilities": ["Accounts payable", "Accrued expenses"],
        "Total Kelpworks stockholders' equity": ["Common stock", "Retained earnings"],
        "Total stockholders' equity": ["Total Kelpworks stockholders' equity", "Noncontrolling interests"],
        "Total liabilities and stockholders' equity": [
            "Total current liabilities",
            "Long-term debt",
            "Total stockholders' equity",
        ],
    }


def test_a_wrong_figure_fails_its_sum_and_makes_its_lines_doubtful() -> None:
    wrong = [("Inventories", "8") if line[0] == "Inventories" else line for line in SHEET]
    failed = [outcome for outcome in _checked(wrong, Statement.BALANCE, Check.SUBTOTAL) if not outcome.passed]
    assert failed == []  # within what rounding may do
    wrong = [("Inventories", "11") if line[0] == "Inventories" else line for line in SHEET]
    (failed_sum,) = [out for out in _checked(wrong, Statement.BALANCE, Check.SUBTOTAL) if not out.passed]
    assert failed_sum.difference == -4
    assert {fact.label for fact in failed_sum.facts} >= {"Inventories", "Total current assets"}
    assert [confidence(failed) for failed in (0, 1, 2, 9)] == [1.0, 0.5, 0.25, 0.25]


def test_two_sides_without_labels_are_compared_by_their_items() -> None:
    bare = [*CURRENT, *FIXED, ("", "160"), *CLAIMS, ("", "160")]
    (outcome,) = _checked(bare, Statement.BALANCE, Check.BALANCE_ITEMS)
    assert outcome.passed
    lost = [line for line in bare if line[0] != "Goodwill"]
    short = [("Long-term debt", "30") if line[0] == "Long-term debt" else line for line in lost]
    (outcome,) = _checked(short, Statement.BALANCE, Check.BALANCE_ITEMS)
    assert not outcome.passed
    assert _checked(SHEET, Statement.BALANCE, Check.BALANCE_ITEMS) == []


def test_a_total_that_nothing_explains_leaves_a_doubt() -> None:
    odd = [*CURRENT, ("Land", "2"), ("Total widgets", "2"), *FIXED, ("Total assets", "18")]
    assert "Total assets" not in _sums(odd)
    assert "Total current assets" in _sums(odd)


def test_what_is_deducted_stands_above_the_net_amount() -> None:
    lines = [
        *CURRENT,
        ("Property and equipment", "9"),
        ("Accumulated depreciation", "(4)"),
        ("Property and equipment, net", "5"),
        ("Total assets", "17"),
    ]
    found = _sums(lines)
    assert found["Property and equipment, net"] == ["Property and equipment", "Accumulated depreciation"]
    assert found["Total assets"] == ["Total current assets", "Property and equipment, net"]


def test_flows_add_up_from_total_to_total_unless_another_total_stands_between() -> None:
    lines = [
        ("Net income", "5"),
        ("Depreciation", "2"),
        ("Net cash provided by operating activities", "7"),
        ("Capital expenditures", "(3)"),
        ("Acquisitions", "(1)"),
        ("Total other investments", "(1)"),
        ("Net cash used in investing activities", "(4)"),
        ("Dividends paid", "(1)"),
        ("Proceeds from debt", "2"),
        ("Net cash provided by financing activities", "1"),
    ]
    assert _sums(lines, Statement.CASH_FLOW) == {
        "Net cash provided by operating activities": ["Net income", "Depreciation"],
        "Net cash provided by financing activities": ["Dividends paid", "Proceeds from debt"],
    }


def test_nested_totals_of_an_income_statement_may_be_deducted_from_each_other() -> None:
    lines = [
        ("Revenue:",),
        ("Products", "8"),
        ("Services", "2"),
        ("Total revenue", "10"),
        ("Net revenue:",),
        ("Interest income", "6"),
        ("Total interest", "6"),
        ("Total net revenue", "4"),
    ]
    assert list(_sums(lines, Statement.INCOME)) == ["Total revenue"]


def test_net_income_repeated_in_the_cash_flow_statement() -> None:
    income = _lines([("Revenue", "90"), ("Net income", "50")], Statement.INCOME)
    year = Year(2023, date(2023, 12, 31))

    def checked(stated: str, label: str = "Net income") -> list[bool]:
        flows = _lines([(label, stated), ("Depreciation", "2")], Statement.CASH_FLOW)
        facts = facts_in(income, Statement.INCOME, year) + facts_in(flows, Statement.CASH_FLOW, year)
        return [outcome.passed for outcome in run_checks(facts) if outcome.check is Check.REPEATED]

    assert checked("50") == [True]
    assert checked("60") == [False]
    assert checked("(50)") == checked("60", "Net income of the group") == []


def test_cash_at_the_end_is_cash_unless_more_is_in_it() -> None:
    year = Year(2023, date(2023, 12, 31))
    sheet = facts_in(_lines([("Cash and cash equivalents", "50")], Statement.BALANCE), Statement.BALANCE, year)

    def checked(label: str) -> list[bool]:
        flows = facts_in(_lines([(label, "60")], Statement.CASH_FLOW), Statement.CASH_FLOW, year)
        return [outcome.passed for outcome in run_checks([*sheet, *flows]) if outcome.check is Check.REPEATED]

    assert checked("Cash and cash equivalents at end of year") == [False]
    assert checked("Cash and restricted cash at end of year") == checked("Balance, end of year") == []


@pytest.mark.parametrize("label", ["Less: treasury stock, at cost, 300 shares", "Treasury stock, at cost (300 shares)"])
@pytest.mark.parametrize("printed", ["300", "(300)"])
def test_treasury_stock_is_deducted_with_and_without_a_sign(label: str, printed: str) -> None:
    equity: Lines = [
        ("Stockholders' equity:",),
        ("Common stock", "800"),
        ("Retained earnings", "400"),
        (label, printed),
        ("Total stockholders' equity", "900"),
    ]
    assert [outcome.passed for outcome in _checked(equity, Statement.BALANCE, Check.SUBTOTAL)] == [True]
    wrong: Lines = [*equity[:-1], ("Total stockholders' equity", "1,500")]
    assert [outcome.passed for outcome in _checked(wrong, Statement.BALANCE, Check.SUBTOTAL)] == [False]


def test_what_the_parent_has_of_equity_is_no_part_beside_its_own_parts() -> None:
    sheet: Lines = [
        *CURRENT,
        ("Total assets", "12"),
        ("Current liabilities:",),
        ("Accounts payable", "3"),
        ("Total current liabilities", "3"),
        ("Equity",),
        ("Common stock", "6"),
        ("Earnings reinvested", "1"),
        ("Kelpworks share of equity", "7"),
        ("Noncontrolling interests", "2"),
        ("Total equity", "9"),
        ("Total liabilities and equity", "12"),
    ]
    sums = _sums(sheet)
    assert sums["Kelpworks share of equity"] == ["Common stock", "Earnings reinvested"]
    assert sums["Total equity"] == ["Kelpworks share of equity", "Noncontrolling interests"]
    assert sums["Total liabilities and equity"] == ["Total current liabilities", "Total equity"]


@pytest.mark.parametrize(
    "lines",
    [
        [*LIABILITIES, *OWN, ("Total stockholders' equity", "700"), OTHERS, ALL],
        [*LIABILITIES, *OWN, ("Total Kelpworks stockholders' equity", "700"), OTHERS, ALL],
        [*LIABILITIES, OTHERS, *OWN, ("Total stockholders' equity", "700"), ALL],
        [*LIABILITIES, *OWN, OTHERS, ("Total equity", "900"), ALL],
    ],
)
def test_interests_of_others_stand_beside_equity_or_in_it(lines: Lines) -> None:
    assert [outcome.passed for outcome in _checked(lines, Statement.BALANCE, Check.BALANCE_PARTS)] == [True]
    wrong: Lines = [*lines[:-1], (ALL[0], "1,400")]
    assert [outcome.passed for outcome in _checked(wrong, Statement.BALANCE, Check.BALANCE_PARTS)] == [False]
