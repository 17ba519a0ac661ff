"""Many ways in which filers print the same item, and ways that look like another item."""

import tomllib
from pathlib import Path

import pytest

from apps.statements.ontology import Statement, Zone, concept_of
from apps.statements.zones import own_label

BANK = tomllib.loads((Path(__file__).parent / "printed_labels.toml").read_text())
INCOME, BALANCE, CASH = Statement.INCOME, Statement.BALANCE, Statement.CASH_FLOW


@pytest.mark.parametrize("concept", BANK)
def test_every_way_of_printing_names_the_item(concept: str) -> None:
    entry = BANK[concept]
    statement, zone = Statement(entry["statement"]), Zone(entry["zone"]) if "zone" in entry else None
    labels = [label.strip() for label in entry["printed"].split("|") if label.strip()]
    named = {label: concept_of(own_label(label), statement, zone) for label in labels}

    assert labels
    assert {label: found and found[0] for label, found in named.items()} == dict.fromkeys(labels, concept)


@pytest.mark.parametrize(
    ("label", "statement", "zone", "not_concept"),
    [
        ("Earnings before interest and taxes", INCOME, None, "income_before_tax"),
        ("Income from continuing operations before income taxes", INCOME, None, "income_continuing"),
        ("Diluted weighted average shares outstanding", INCOME, None, "eps_diluted"),
        ("Net interest income (expense)", INCOME, None, "net_interest_income"),
        ("Interest expense, net of interest income", INCOME, None, "interest_expense"),
        ("Total costs and expenses", INCOME, None, "operating_expenses"),
        ("Service revenues", INCOME, None, "revenue"),
        ("Accounts payable and accrued liabilities", BALANCE, Zone.CURRENT_LIABILITIES, "accounts_payable"),
        ("Land", BALANCE, Zone.OTHER_ASSETS, "property_plant_equipment"),
        ("Purchase of company stock", CASH, None, "acquisitions"),
        ("Property and equipment additions in accounts payable", CASH, None, "capital_expenditures"),
        ("Depreciation", CASH, None, "depreciation_amortization"),
        ("Depreciation, amortization and impairment", CASH, None, "depreciation_amortization"),
    ],
)
def test_what_looks_like_an_item_but_is_another(
    label: str, statement: Statement, zone: Zone | None, not_concept: str
) -> None:
    found = concept_of(own_label(label), statement, zone)

    assert found is None or found[0] != not_concept
