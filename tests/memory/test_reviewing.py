"""Experts: accept, correct, reject, a second pair of eyes, and what a newer filing says otherwise."""

from decimal import Decimal

import pytest
from django.conf import LazySettings
from django.core.exceptions import PermissionDenied

from apps.answers.run import cells
from apps.audit.models import Action, AuditEvent
from apps.documents.models import Document, Visibility
from apps.memory import ending, radar, reviewing
from apps.memory.models import Cell, CellStatus, Decision, Disagreement, FilingCheck, Side
from tests.answers.statements import report
from tests.memory.bank import COMPANY, cell_of, filed, filled, verified
from tests.people import People, make_person

pytestmark = pytest.mark.django_db


def arrived() -> None:
    """What the sweeper and a worker do with filings that became ready."""
    radar.take_up()
    for check in FilingCheck.objects.filter(done=None):
        assert cells.check_filing(check.pk)


def test_only_experts_verify(people: People) -> None:
    filled(people.owner, filed(people.owner), keys=["revenue"])
    for person in (people.owner, people.teammate, people.reviewer):
        with pytest.raises(PermissionDenied):
            reviewing.accept(cell_of("revenue"), person)
    cell = verified(people.expert, "revenue")
    assert (cell.status, cell.verified_by) == (CellStatus.VERIFIED, people.expert)
    event = AuditEvent.objects.get(action=Action.CELL_REVIEWED)
    assert (event.subject_uid, event.detail["decision"]) == (cell.uid, "accepted")


def test_much_money_needs_two_experts(people: People, settings: LazySettings) -> None:
    settings.MEMORY_SECOND_ABOVE = 1_000_000_000
    filled(people.owner, filed(people.owner), keys=["revenue", "net-income"])
    assert verified(people.expert, "net-income").status == CellStatus.VERIFIED
    assert verified(people.expert, "revenue").status == CellStatus.PROPOSED
    with pytest.raises(reviewing.CannotReviewError):
        verified(people.expert, "revenue")
    assert cell_of("revenue") not in reviewing.queue(people.expert)
    second = make_person("egon.expert", role="expert")
    assert verified(second, "revenue").status == CellStatus.VERIFIED


def test_a_correction_says_why_and_a_rejection_empties(people: People) -> None:
    filled(people.owner, filed(people.owner), keys=["revenue", "net-income"])
    with pytest.raises(reviewing.CannotReviewError):
        reviewing.correct(cell_of("revenue"), people.expert, Decimal(5), "")
    cell = reviewing.correct(cell_of("revenue"), people.expert, Decimal("1578000000"), "the annex says so")
    assert (cell.text, cell.status) == ("USD 1,578,000,000", CellStatus.VERIFIED)
    empty = reviewing.reject(cell_of("net-income"), people.expert, "not this line")
    assert (empty.status, empty.value, empty.evidence.count()) == (CellStatus.EMPTY, None, 0)
    step = empty.reviews.first()
    assert step and (step.decision, step.before) == (Decision.REJECTED, "USD 160 million")


def test_sound_cells_are_accepted_at_once(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(people.owner, filed(people.owner), keys=["revenue", "net-income", "goodwill"])
    Cell.objects.filter(question__key="revenue").update(checks=[{"name": "one", "holds": False, "says": ""}])
    monkeypatch.setattr(reviewing, "MOST_AT_ONCE", 1)  # of those that are sound, whatever stands before them
    assert reviewing.queue(people.expert)[0].question.key == "revenue"
    assert reviewing.accept_sound(people.expert, reviewing.queue(people.expert)) == 1
    assert cell_of("net-income").status == CellStatus.VERIFIED and cell_of("revenue").status == CellStatus.PROPOSED


def test_a_restatement_disputes_and_an_expert_decides(people: People) -> None:
    filled(people.owner, filed(people.owner), keys=["revenue", "net-income"])
    arrived()
    verified(people.expert, "revenue")
    verified(people.expert, "net-income")
    report(people.owner, COMPANY, 2024, {"revenue": {2024: "1,700", 2023: "1,590"}, "net_income": {2023: "160"}})
    arrived()

    cell = cell_of("revenue")
    assert cell.status == CellStatus.DISPUTED and "1,590" in cell.reason
    assert cell_of("net-income").status == CellStatus.VERIFIED
    sides = {one.side: one.quote for one in cell.evidence.all()}
    assert sides == {Side.FOR: "$1,577", Side.AGAINST: "1,590"}
    found = Disagreement.objects.visible_to(people.stranger).get()
    assert {found.fact.value, found.other.value} == {Decimal("1590000000"), Decimal("1577000000")}

    kept = reviewing.take_other(cell, people.expert, "restated")
    assert (kept.value, kept.status) == (Decimal("1590000000"), CellStatus.VERIFIED)
    assert [one.quote for one in kept.evidence.all()] == ["1,590"]


def test_a_private_filing_disputes_nothing_of_everyone(people: People) -> None:
    filled(people.owner, filed(people.owner), keys=["revenue"])
    verified(people.expert, "revenue")
    report(people.owner, COMPANY, 2024, {"revenue": {2024: "1,700", 2023: "1,590"}}, visibility="private")
    arrived()
    assert cell_of("revenue").status == CellStatus.VERIFIED
    assert not Disagreement.objects.visible_to(people.stranger).exists()
    assert Disagreement.objects.visible_to(people.owner).exists()


def test_what_a_deleted_filing_backed_ends(people: People) -> None:
    filled(people.owner, filed(people.owner), keys=["revenue"])
    verified(people.expert, "revenue")
    assert ending.sweep() == 0
    Document.objects.update(deleted="2026-01-01T00:00Z", visibility=Visibility.EVERYONE)
    assert ending.sweep() == 1 and ending.sweep() == 0
    assert cell_of("revenue").status == CellStatus.EXPIRED
