"""Earnings per share times shares against net income."""

from datetime import date

import pytest

from apps.documents.statement_rows import confidence
from apps.statements.checks import run_checks
from apps.statements.facts import Year, facts_of
from apps.statements.ontology import Statement
from apps.statements.outcomes import Check, Outcome
from apps.statements.recognise import Located, StatementTables
from tests.statements.sheets import Lines, page, table

MILLIONS = "(in millions, except per share data)"
EPS: Lines = [("Earnings per share:",), ("Basic", "2.00"), ("Diluted", "1.98")]
SHARES: Lines = [("Weighted average shares:",), ("Basic", "200.0"), ("Diluted", "202.1")]


def checked(lines: Lines, units: str = MILLIONS) -> list[Outcome]:
    sheet = table([("Net sales", "9,000"), *lines], [("", "Year Ended December 31, 2023")], "", units)
    found = StatementTables(Statement.INCOME, (Located(page(0, sheet), 0, sheet),), 1.0)
    outcomes = run_checks(facts_of(found, Year(2023, date(2023, 12, 31))))
    return [outcome for outcome in outcomes if outcome.check is Check.EARNINGS]


def held(lines: Lines) -> list[bool]:
    return [outcome.passed for outcome in checked(lines)]


def test_basic_and_diluted_earnings_are_checked_where_all_three_stand() -> None:
    assert held([("Net income", "400"), *EPS, *SHARES]) == [True, True]
    assert held([("Net income", "400"), *EPS]) == []
    assert held([*EPS, *SHARES]) == []
    assert held([("Net income", "400"), *EPS[:2], *SHARES]) == [True]


def test_another_income_does_not_pass() -> None:
    assert held([("Net income", "450"), *EPS, *SHARES]) == [False, False]


def test_earnings_of_a_cent_are_as_exact_as_a_cent() -> None:
    counts: Lines = [("Weighted average shares:",), ("Basic", "200.0")]
    cent: Lines = [("Earnings per share:",), ("Basic", "0.01"), *counts]
    assert held([("Net income", "2.9"), *cent]) == [True]
    assert held([("Net income", "3.4"), *cent]) == [False]


def test_a_loss_may_be_printed_without_its_sign() -> None:
    loss: Lines = [("Net loss per share:",), ("Basic", "(2.00)")]
    assert held([("Net loss", "400"), *loss, *SHARES[:2]]) == [True]


@pytest.mark.parametrize(
    "lines",
    [
        [("Net income", "460"), ("Less: preferred stock dividends", "60")],
        [("Net income", "460"), ("Dividends on preferred shares", "(60)")],
        [("Net income", "460"), ("Preferred dividends", "60"), ("Net income available to common shareholders", "400")],
        [("Net income", "500"), ("Net income attributable to noncontrolling interests", "100")],
        [
            ("Net income", "560"),
            ("Net income attributable to noncontrolling interests", "100"),
            ("Preferred stock dividends", "60"),
        ],
    ],
)
def test_what_is_owed_to_others_is_no_income_of_common_shareholders(lines: Lines) -> None:
    assert held([*lines, *EPS, *SHARES]) == [True, True]


@pytest.mark.parametrize(
    ("heading", "note"),
    [
        ("Weighted average shares:", "1,000 times too large: a scale is off"),
        ("Weighted average shares (in thousands):", ""),
    ],
)
def test_shares_in_thousands_that_nobody_calls_so_are_told(heading: str, note: str) -> None:
    counts: Lines = [(heading,), ("Basic", "200,000"), ("Diluted", "202,100")]
    found = checked([("Net income", "400"), *EPS, *counts])
    assert [(outcome.passed, outcome.note) for outcome in found] == [(not note, note)] * 2


def test_a_scale_that_is_too_small_is_told() -> None:
    counts: Lines = [("Weighted average shares (in thousands):",), ("Basic", "200.0")]
    (found,) = checked([("Net income", "400"), *EPS[:2], *counts])
    assert (found.passed, found.note) == (False, "1,000 times too small: a scale is off")


def test_a_difference_that_is_no_power_of_ten_tells_nothing() -> None:
    assert {outcome.note for outcome in checked([("Net income", "450"), *EPS, *SHARES])} == {""}


def test_all_that_take_part_are_less_sure() -> None:
    found = checked([("Net income", "450"), *EPS, *SHARES])
    assert [[fact.concept for fact in outcome.facts] for outcome in found] == [
        ["eps_basic", "shares_basic", "net_income"],
        ["eps_diluted", "shares_diluted", "net_income"],
    ]
    failed = [fact for outcome in found if not outcome.passed for fact in outcome.facts]
    sure = {fact.concept: confidence(failed.count(fact)) for fact in failed}
    assert sure == dict.fromkeys(["eps_basic", "shares_basic", "eps_diluted", "shares_diluted"], 0.5) | {
        "net_income": 0.25
    }


@pytest.mark.parametrize(
    "lines",
    [
        [("Diluted earnings per share:",), ("Class A, Class B and Class C stock", "1.98")],
        [("Earnings per share:",), ("Basic:",), ("Net income", "2.00"), ("Diluted:",), ("Net income", "1.98")],
        [("Basic",), ("Earnings per share", "2.00"), ("Diluted",), ("Earnings per share", "1.98")],
        [("Diluted",), ("Earnings per share", "1.98"), ("Weighted average shares", "202.1")],
    ],
)
def test_diluted_earnings_under_a_heading_of_their_own(lines: Lines) -> None:
    sheet = table([("Net sales", "9,000"), *lines], [("", "December 31, 2023")], "", MILLIONS)
    found = StatementTables(Statement.INCOME, (Located(page(0, sheet), 0, sheet),), 1.0)
    facts = facts_of(found, Year(2023, date(2023, 12, 31)))
    assert [str(fact.value) for fact in facts if fact.concept == "eps_diluted"] == ["1.98"]


def test_several_classes_below_one_heading_are_none_of_them_the_whole() -> None:
    rows: Lines = [("Diluted earnings per share:",), ("Class A", "1.98"), ("Class B", "0.02")]
    sheet = table([("Net sales", "9,000"), *rows], [("", "December 31, 2023")], "", MILLIONS)
    found = StatementTables(Statement.INCOME, (Located(page(0, sheet), 0, sheet),), 1.0)
    assert "eps_diluted" not in {fact.concept for fact in facts_of(found, Year(2023, date(2023, 12, 31)))}
