"""What a row says it counts wins over what its table counts in."""

from datetime import date
from decimal import Decimal

import pytest

from apps.statements.facts import StatementFact, Year, facts_of
from apps.statements.ontology import Statement, Unit
from apps.statements.recognise import Located, StatementTables
from tests.statements.sheets import Lines, page, table

MILLIONS = "(in millions, except per share data)"


def facts(lines: Lines, statement: Statement = Statement.INCOME, units: str = MILLIONS) -> list[StatementFact]:
    sheet = table([("Net sales", "9,000"), *lines], [("", "December 31, 2023")], "", units)
    found = StatementTables(statement, (Located(page(0, sheet), 0, sheet),), 1.0)
    return facts_of(found, Year(2023, date(2023, 12, 31)))[1:]


def only(label: str, printed: str, statement: Statement = Statement.INCOME) -> tuple[Unit, Decimal]:
    (fact,) = facts([(label, printed)], statement)
    return fact.unit, fact.value


@pytest.mark.parametrize(
    ("label", "printed", "value"),
    [
        ("Segment profit (in thousands)", "1,500", 1_500_000),
        ("Claims paid ($000's)", "1,500", 1_500_000),
        ("Deposits, in billions", "3.5", 3_500_000_000),
        ("Operating income", "1,500", 1_500_000_000),
        ("Drawn on the $2 billion credit facility", "40", 40_000_000),
    ],
)
def test_money_in_a_scale_of_its_own(label: str, printed: str, value: int) -> None:
    assert only(label, printed) == (Unit.MONEY, value)


@pytest.mark.parametrize("label", ["Average shares (000's)", "Average shares (in thousands)", "Average shares (000)"])
def test_shares_in_thousands_in_a_table_in_millions(label: str) -> None:
    assert only(label, "200,100") == (Unit.SHARES, 200_100_000)


@pytest.mark.parametrize("heading", ["Shares in thousands:", "Weighted average shares outstanding (in thousands):"])
def test_shares_below_a_heading_that_says_in_what_they_are_counted(heading: str) -> None:
    found = facts([("Net income", "400"), (heading,), ("Basic", "200,100"), ("Diluted", "202,100")])
    assert [(fact.concept, fact.value) for fact in found[1:]] == [
        ("shares_basic", Decimal(200_100_000)),
        ("shares_diluted", Decimal(202_100_000)),
    ]


def test_a_second_count_below_such_a_heading_is_not_money() -> None:
    counts: Lines = [("Basic", "200,100"), ("Diluted", "202,100")]
    found = facts([("Shares in thousands:",), *counts, ("Class B shares in thousands:",), *counts])
    assert {fact.unit for fact in found} == {Unit.SHARES}
    assert {fact.scale for fact in found} == {Decimal(1000)}


@pytest.mark.parametrize("label", ["Gross profit %", "Operating margin, percent", "As a percentage of sales"])
def test_percentages_without_their_sign_are_no_money(label: str) -> None:
    assert facts([(label, "42.5")]) == []


@pytest.mark.parametrize(
    "label",
    [
        "Notes at 5% due 2030",
        "Share in 50%-owned companies",
        "5 % preferred dividends",
        "Costs of percentage-of-completion contracts",
    ],
)
def test_a_rate_in_a_name_is_no_unit(label: str) -> None:
    assert only(label, "12") == (Unit.MONEY, 12_000_000)


def test_a_row_per_share_is_not_scaled_whatever_item_it_resembles() -> None:
    assert only("Book value per share", "12.5") == (Unit.PER_SHARE, Decimal("12.5"))


@pytest.mark.parametrize(
    "label",
    [
        "Class A and B stock and paid-in capital, $0.001 par value per share: 900 shares authorized; 46 shares issued",
        "Series Q stock, stated value of $25 per share",
        "Series Q stock, no par value per share (shares in thousands)",
    ],
)
def test_what_a_share_is_worth_does_not_make_stock_an_amount_per_share(label: str) -> None:
    assert only(label, "7,600", Statement.BALANCE) == (Unit.MONEY, 7_600_000_000)
