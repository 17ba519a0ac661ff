"""Columns that give one period several times."""

from datetime import date

from apps.statements.facts import Year, facts_of
from apps.statements.ontology import Statement
from apps.statements.readings import readings
from apps.statements.recognise import Located, StatementTables
from tests.statements.sheets import page, table


def test_the_restated_column_stands_and_the_others_are_kept_apart() -> None:
    head = [("", "2023", "2022 As restated", "2022 As reported", "2022 Adjustments")]
    sheet = table([("Total revenue", "90", "80", "70", "10")], head)
    found = StatementTables(Statement.INCOME, (Located(page(0, sheet), 0, sheet),), 1.0)
    facts = facts_of(found, Year(2023, date(2023, 12, 31)))
    assert [(fact.period.label_year, fact.value, fact.dimension) for fact in facts] == [
        (2023, 90, ""),
        (2022, 80, ""),
        (2022, 70, "As previously reported"),
        (2022, 10, "Adjustment"),
    ]


def test_as_reported_beside_other_readings_is_what_stands() -> None:
    assert readings({1: "2022 as reported", 2: "2022 pro forma"}) == {1: "", 2: "Pro forma"}
    assert readings({1: "2022 as previously reported"}) == {1: "As previously reported"}
    assert readings({1: "As reported", 2: "Adjusted"}) == {1: "", 2: "Adjusted"}
    assert readings({1: "2023", 2: "2022 (as adjusted)"}) == {1: "", 2: ""}
