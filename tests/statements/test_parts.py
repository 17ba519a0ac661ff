"""Lines that are parts of an item whose total is not printed."""

from dataclasses import replace
from decimal import Decimal

from apps.statements.facts import Year, facts_in
from apps.statements.lines import lines_of
from apps.statements.ontology import Statement
from apps.statements.recognise import Located, StatementTables
from tests.statements.sheets import Lines, page, table

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


def _sheet(*lines: tuple[float, str, str]) -> dict[str, Decimal]:
    """The facts of a balance sheet whose labels begin at the given points."""
    bare = table([("Current assets:", ""), *((label, figure) for _, label, figure in lines)], [("", "2031")])
    places = {label: left for left, label, _ in lines}
    cells = tuple(replace(cell, box=(places.get(cell.text, 0.0), 0.0, 300.0, 10.0)) for cell in bare.cells)
    sheet = replace(bare, cells=cells)
    found = StatementTables(Statement.BALANCE, (Located(page(0, sheet), 0, sheet),), 0.0)
    facts = facts_in(lines_of(found), Statement.BALANCE, Year())
    return {f"{fact.concept}: {fact.label}": fact.value for fact in facts}


def test_items_below_a_heading_that_is_an_item_are_its_parts() -> None:
    facts = _sheet((0, "Inventories, net", ""), (6, "Inventory of lamps", "992"), (6, "Wicks", "221"), (0, "Cash", "5"))
    assert facts == {"None: Inventory of lamps": 992, "None: Wicks": 221, "cash: Cash": 5}


def test_their_total_is_the_item() -> None:
    facts = _sheet((0, "Inventories", ""), (6, "Inventory of lamps", "992"), (6, "Total inventories", "992"))
    assert facts == {"None: Inventory of lamps": 992, "inventories: Total inventories": 992}


def test_small_letters_below_a_heading_are_no_end_of_its_label() -> None:
    facts = _sheet((0, "Inventories", ""), (6, "lamps and wicks", "992"), (6, "lanterns in the works", "1221"))
    assert facts == {"None: lamps and wicks": 992, "None: lanterns in the works": 1221}


def test_a_label_over_two_rows_is_the_item() -> None:
    facts = _sheet((0, "Inventories, less", ""), (6, "allowances", "992"), (0, "Cash", "5"))
    assert facts == {"inventories: Inventories, less allowances": 992, "cash: Cash": 5}
