"""Grids as XLSX with their sources, and answers that come in from one."""

from decimal import Decimal
from io import BytesIO
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from apps.answers.run import cells
from apps.memory import importing
from apps.memory.models import Cell, CellStatus, Decision, Review
from tests.memory.bank import cell_of, filed, filled, verified
from tests.people import People

pytestmark = pytest.mark.django_db
HEAD = ("Question", "Company", "Period", "Value", "Unit")


def book_of(*rows: tuple[object, ...]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)  # type: ignore[union-attr]
    target = BytesIO()
    book.save(target)
    return target.getvalue()


def test_each_figure_is_exported_with_its_source(people: People, client_for: Any) -> None:
    company = filed(people.owner)
    filled(people.owner, company, (2023, 2022), keys=["revenue", "gross-margin"])
    verified(people.expert, "revenue")
    response = client_for(people.stranger).get(f"/memory/companies/{company.uid}/bank.xlsx")
    sheet = load_workbook(BytesIO(response.content)).active
    rows = {row[1].value: row for row in sheet.iter_rows()}  # type: ignore[union-attr]
    assert [cell.value for cell in rows["Question"]][3:] == ["FY2023", "FY2022"]
    revenue = rows[cell_of("revenue").question.name]
    assert (revenue[3].value, revenue[4].value) == (1_577_000_000, 1_402_000_000)
    comment = revenue[3].comment.text
    assert "Verified by elena.expert" in comment and "page 1" in comment and "$1,577" in comment
    margin = rows[cell_of("gross-margin").question.name][3]
    assert "/" in margin.comment.text, "how it was computed"


def test_what_a_stranger_may_not_see_is_not_exported(people: People, client_for: Any) -> None:
    company = filed(people.owner, visibility="private")
    filled(people.owner, company, circle=f"user:{people.owner.uid}", keys=["revenue"])
    assert client_for(people.stranger).get(f"/memory/companies/{company.uid}/bank.xlsx").status_code == 404


def test_an_import_proposes_and_is_compared_with_the_filings(people: People) -> None:
    filed(people.owner)
    filled(people.owner, filed(people.owner), keys=["operating-income"])
    content = book_of(
        HEAD,
        ("What was revenue?", "Quillmark Foundry", 2023, 1_577_000_000, "USD"),
        ("Net income", "Quillmark Foundry", "FY2023", "170,000,000", "USD"),
        ("Revenue without freight", "Quillmark Foundry", 2023, 12, "USD"),
        ("Revenue", "Nobody Knows Inc", 2023, 12, "USD"),
        ("Revenue", "Quillmark Foundry", 2022, "much", "USD"),
    )
    done = importing.take(people.owner, "answers.xlsx", content, "everyone")
    assert done.taken == 2 and [text.split(":")[0] for text in done.refused] == ["Row 4", "Row 5", "Row 6"]
    assert done.grid
    cells.fill_grid(done.grid.pk)
    revenue, income = cell_of("revenue"), cell_of("net-income")
    assert revenue.status == income.status == CellStatus.PROPOSED and income.value == Decimal("160000000")
    agrees = {cell: [one["holds"] for one in cell.checks if "import" in one["name"]] for cell in (revenue, income)}
    assert agrees == {revenue: [True], income: [False]}
    assert Review.objects.filter(decision=Decision.IMPORTED).count() == 2


def test_an_import_leaves_what_was_verified_alone(people: People) -> None:
    filled(people.owner, filed(people.owner), keys=["revenue"])
    verified(people.expert, "revenue")
    content = book_of(HEAD, ("Revenue", "Quillmark Foundry", 2023, 1, "USD"))
    assert importing.take(people.owner, "answers.xlsx", content, "everyone").taken == 0
    assert Cell.objects.get(question__key="revenue").value == Decimal("1577000000")


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"PK no workbook", "no XLSX"), (book_of(("Question", "Value")), "company"), (book_of(), "first row")],
)
def test_what_is_no_list_of_answers_is_refused(people: People, content: bytes, why: str) -> None:
    with pytest.raises(importing.CannotImportError, match=why):
        importing.take(people.owner, "answers.xlsx", content, "everyone")
