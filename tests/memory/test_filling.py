"""Filling the bank: facts with their evidence, an honest reason where there is none, and nothing lost or done twice."""

from decimal import Decimal

import pytest
from django.core.exceptions import PermissionDenied

from apps.answers import tasks
from apps.answers.run import cells
from apps.audit.models import Action, AuditEvent
from apps.documents.leases import claim
from apps.memory import grids, work
from apps.memory.models import Cell, CellStatus, Decision, FilingCheck, Grid, Review, Work
from apps.memory.radar import take_up
from tests.memory.bank import cell_of, filed, filled
from tests.people import People

pytestmark = pytest.mark.django_db


def test_facts_fill_cells_with_their_place_and_checks(people: People) -> None:
    filled(people.owner, filed(people.owner), (2023, 2022), keys=["revenue", "gross-margin", "goodwill"])

    revenue = cell_of("revenue")
    assert (revenue.status, revenue.value, revenue.unit) == (CellStatus.PROPOSED, Decimal("1577000000"), "USD")
    place = revenue.evidence.get()
    assert (place.quote, place.label, place.period) == ("$1,577", "Revenue", "FY2023")
    assert revenue.sound, revenue.checks
    margin = cell_of("gross-margin", 2022)
    assert margin.formula and margin.evidence.count() == 2 and margin.unit == "%"
    missing = cell_of("goodwill")
    assert (missing.status, missing.text) == (CellStatus.EMPTY, "") and "Goodwill" in missing.reason
    assert AuditEvent.objects.filter(action=Action.CELL_FILLED).count() == Cell.objects.count()


def test_one_failing_cell_harms_no_other(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    real = cells.figure_of

    def fails(query: object, documents: object, asker: object, cell: Cell) -> object:
        if cell.question.key == "revenue":
            raise ZeroDivisionError
        return real(query, documents, asker, cell)  # type: ignore[arg-type]

    monkeypatch.setattr(cells, "figure_of", fails)
    grid = filled(people.owner, filed(people.owner), keys=["revenue", "net-income"])
    assert cell_of("revenue").work == Work.FAILED and "ZeroDivisionError" in cell_of("revenue").error
    assert cell_of("net-income").status == CellStatus.PROPOSED

    monkeypatch.setattr(cells, "figure_of", real)
    assert grids.retry_failed(grid, people.owner) == 1
    cells.fill_grid(grid.pk)
    assert cell_of("revenue").text and work.progress(grid)["failed"] == 0


def test_a_paused_grid_waits_and_goes_on_where_it_was(people: People) -> None:
    company = filed(people.owner)
    grid = filled(people.owner, company, keys=["revenue"])
    Cell.objects.update(status=CellStatus.EMPTY, work=Work.WAITING)
    grids.pause(grid, people.owner)
    assert not cells.fill_grid(grid.pk) and cell_of("revenue").work == Work.WAITING
    grids.resume(grid, people.owner)
    cells.fill_grid(grid.pk)
    assert cell_of("revenue").work == Work.NONE


def test_a_cell_of_a_dead_worker_is_done_once(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    monkeypatch.setattr(work, "send", lambda pk: not sent.append(pk))
    grid = filled(people.owner, filed(people.owner), keys=["revenue"])
    before = Review.objects.filter(decision=Decision.FILLED).count()
    Cell.objects.update(work=Work.WAITING)
    Grid.objects.update(enqueued=None)
    held = claim(Cell.objects.filter(work.waiting(), grid=grid))
    assert held and work.sweep() == 0 and work.claim_next(grid.pk) is None  # somebody works on it
    Cell.objects.update(lease_until="2000-01-01T00:00Z")  # and is killed
    assert work.sweep() == 1 and sent[-1] == grid.pk
    cells.fill_grid(grid.pk)
    assert Review.objects.filter(decision=Decision.FILLED).count() == before + 1
    assert not held.rows.exists()


def test_whoever_compared_a_new_filing_goes_on_to_the_next(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweeper begins with one; a hundred do not wait for a hundred rounds of it."""
    sent: list[tuple[object, ...]] = []
    monkeypatch.setattr(work, "_send", lambda *told: not sent.append(told))
    filed(people.owner), filed(people.owner, visibility="private")
    assert take_up() == 2 and work.sweep() == 1
    first, second = FilingCheck.objects.order_by("pk")
    for check in (first, second):
        tasks.check_filing(check.pk)
    assert sent == [(work.CHECK, first.pk), (work.CHECK, second.pk)] and work.sweep() == 0


def test_a_cell_that_stops_workers_is_given_up(people: People) -> None:
    grid = filled(people.owner, filed(people.owner), keys=["revenue", "net-income"])
    Cell.objects.update(work=Work.WAITING)
    Cell.objects.filter(question__key="revenue").update(attempts=work.MAX_ATTEMPTS)
    cells.fill_grid(grid.pk)
    assert cell_of("revenue").work == Work.FAILED and cell_of("net-income").work == Work.NONE


def test_a_circles_cell_is_made_of_what_all_of_it_see(people: People) -> None:
    company = filed(people.owner, visibility="private")
    filled(people.owner, company, keys=["revenue"])
    assert cell_of("revenue").text == ""  # no filing that everyone sees
    own = f"user:{people.owner.uid}"
    filled(people.owner, company, keys=["revenue"], circle=own)
    assert cell_of("revenue", circle=own).value == Decimal("1577000000")
    seen = {person.username: Cell.objects.visible_to(person).exclude(text="").count() for person in people}
    assert seen == dict.fromkeys(seen, 0) | {people.owner.username: 1}


def test_reviewers_fill_nothing(people: People) -> None:
    with pytest.raises(PermissionDenied):
        filled(people.reviewer, filed(people.owner))


def test_a_claim_looks_at_its_own_table_alone(people: People) -> None:
    """Two workers would both win a claim that joins: the server tests the joined row as it was before."""
    with pytest.raises(ValueError, match="joins"):
        claim(Cell.objects.filter(work=Work.WAITING, grid__paused=False))
