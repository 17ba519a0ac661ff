"""The sign in which figures are meant, told by labels and by what stands beside them."""

from decimal import Decimal

import pytest

from apps.answers.compute.signs import Beside, meant
from apps.documents.models import Fact
from apps.statements.ontology import Statement


def _fact(concept: str, value: int, label: str = "") -> Fact:
    return Fact(concept=concept, value=Decimal(value), label=label, scale=Decimal(1))


def _beside(stated: dict[str, int]) -> Beside:
    return lambda *keys: [_fact(key, stated[key]) for key in keys if key in stated]


@pytest.mark.parametrize(
    ("label", "printed", "others", "cost"),
    [
        ("Interest expense, net", 290, {"cost_of_revenue": 900}, 290),
        ("Interest, net", -290, {"operating_income": 800, "income_before_tax": 510}, 290),
        ("Interest, net", -290, {"cost_of_revenue": -900}, 290),
        ("Interest expense, net", -290, {"operating_income": 800, "income_before_tax": 510}, 290),
        ("Interest expense, net", -5, {"operating_income": 800, "income_before_tax": 805}, -5),
        (
            "Interest expense, net",
            -14,
            {"operating_income": 870, "income_before_tax": 1240, "cost_of_revenue": 500},
            14,
        ),
        ("Interest income (expense), net", -31, {}, 31),
        ("Interest income (expense), net", 12, {}, -12),
        ("Interest expense (income), net", 12, {"cost_of_revenue": 900}, 12),
        ("Interest expense (income), net", -12, {"cost_of_revenue": 900}, -12),
    ],
)
def test_net_interest_is_what_it_cost(label: str, printed: int, others: dict[str, int], cost: int) -> None:
    assert meant(_fact("net_interest_expense", printed, label), _beside(others)) == cost


def test_a_tax_in_parentheses_is_still_a_tax() -> None:
    beside = _beside({"income_before_tax": 100, "net_income": 75})

    assert meant(_fact("income_tax", -25), beside) == 25


def test_a_tax_printed_plainly_below_costs_in_parentheses_is_no_credit_unless_it_adds_up_so() -> None:
    tax = _fact("income_tax", 45)

    assert meant(tax, _beside({"cost_of_revenue": -901, "operating_income": 214, "net_income": 160})) == 45
    assert meant(tax, _beside({"cost_of_revenue": -901, "income_before_tax": 205, "net_income": 160})) == 45
    assert meant(tax, _beside({"cost_of_revenue": -901, "income_before_tax": 205, "net_income": 250})) == -45


def test_a_cost_that_its_statement_adds_as_a_negative_number_is_a_cost() -> None:
    charged = _fact("goodwill_impairment", -119)
    charged.charge = True
    credited = _fact("restructuring", 7)
    credited.charge = True

    assert meant(charged, _beside({})) == 119
    assert meant(credited, _beside({"cost_of_revenue": -900})) == -7
    assert meant(_fact("goodwill_impairment", -119), _beside({})) == -119


@pytest.mark.parametrize(
    ("statement", "label", "printed", "gained"),
    [
        (Statement.CASH_FLOW, "Divestitures (gain) loss", -194, 194),
        (Statement.CASH_FLOW, "Gain on sale of businesses", -20, 20),
        (Statement.CASH_FLOW, "Loss on sale of businesses", 30, -30),
        (Statement.INCOME, "Divestitures (gain) loss", -194, 194),
        (Statement.INCOME, "Gain on sale of businesses", 20, 20),
    ],
)
def test_a_gain_is_told_as_one(statement: Statement, label: str, printed: int, gained: int) -> None:
    fact = _fact("gain_on_divestitures", printed, label)
    fact.statement = statement
    assert meant(fact, _beside({})) == gained
