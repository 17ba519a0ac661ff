"""Lines that are parts of an item whose total is not printed."""

from decimal import Decimal

from apps.documents.statements.facts import Year, facts_in
from apps.documents.statements.lines import lines_of
from apps.documents.statements.ontology import Statement
from apps.documents.statements.recognise import Located, StatementTables
from tests.documents.statements.sheets import Lines, page, table

PARTS: Lines = [("Sales", "100"), ("Cost of products", "30"), ("Cost of services", "20"), ("Gross profit", "50")]


def _costs(lines: Lines) -> list[Decimal]:
    sheet = table(lines, [("", "2031")], units="in millions")
    found = StatementTables(Statement.INCOME, (Located(page(0, sheet), 0, sheet),), 0.0)
    facts = facts_in(lines_of(found), Statement.INCOME, Year())
    return [fact.value / fact.scale for fact in facts if fact.concept == "cost_of_revenue"]


def test_neither_part_is_the_item() -> None:
    assert _costs(PARTS) == []


def test_the_total_that_is_printed_is() -> None:
    assert _costs([*PARTS[:3], ("Total cost of revenue", "50"), PARTS[3]]) == [Decimal(50)]
