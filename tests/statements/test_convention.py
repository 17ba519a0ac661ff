"""Invented income statements that print their costs in parentheses, or not."""

from datetime import date

from apps.statements.convention import with_charges
from apps.statements.facts import Year, facts_of
from apps.statements.ontology import Statement
from apps.statements.recognise import Located, StatementTables
from tests.statements.sheets import Lines, page, table

HEAD = [("", "Year ended December 31, 2023", "Year ended December 31, 2022")]
NEGATIVE: Lines = [
    ("Net sales", "1,000", "900"),
    ("Cost of sales",),
    ("Products", "(500)", "(450)"),
    ("Severance charges", "(20)", "—"),
    ("Other unallocated, net", "10", "(5)"),
    ("Total cost of sales", "(510)", "(455)"),
    ("Gross profit", "490", "445"),
    ("Goodwill impairment", "(119)", "—"),
    ("Other income (expense), net", "(8)", "9"),
    ("Operating income", "363", "454"),
    ("Loss on kelp contracts", "(3)", "(4)"),
    ("Income before income taxes", "360", "450"),
    ("Income tax expense", "(90)", "(110)"),
    ("Net income", "270", "340"),
]
POSITIVE: Lines = [
    ("Net sales", "1,000", "900"),
    ("Cost of sales", "510", "455"),
    ("Gross profit", "490", "445"),
    ("Restructuring charges", "(7)", "5"),
    ("Selling, general and administrative expenses", "100", "90"),
    ("Operating income", "397", "350"),
]


def _charges(lines: Lines) -> set[str]:
    sheet = table(lines, HEAD, units="(in millions)")
    facts = facts_of(
        StatementTables(Statement.INCOME, (Located(page(0, sheet), 0, sheet),), 1.0), Year(2023, date(2023, 12, 31))
    )
    return {fact.label for fact in with_charges(facts) if fact.charge}


def test_costs_that_are_added_as_negative_numbers_are_charges() -> None:
    assert _charges(NEGATIVE) == {
        *("Products", "Severance charges", "Other unallocated, net", "Total cost of sales"),
        *("Goodwill impairment", "Income tax expense"),
    }


def test_where_costs_are_deducted_a_credit_in_parentheses_is_a_credit() -> None:
    assert _charges(POSITIVE) == set()


def test_where_nothing_comes_out_nothing_is_said() -> None:
    broken: Lines = [("Gross profit", "4,900", "4,450") if line[0] == "Gross profit" else line for line in NEGATIVE]
    assert _charges(broken) == {"Income tax expense"}
