"""Hints for grids: one chain that never multiplies, and further workers only while they would be idle."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.answers.tasks import fill_grid
from apps.memory import work
from apps.memory.models import Cell, CellStatus, Grid, Work
from tests.memory.bank import filed, filled
from tests.people import People

pytestmark = pytest.mark.django_db
Hint = tuple[int, int, str]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Hint]:
    hints: list[Hint] = []
    monkeypatch.setattr(work, "_send", lambda _, *hint: not hints.append(hint))
    return hints


@pytest.fixture
def grid(people: People, sent: list[Hint]) -> Grid:
    made = filled(people.owner, filed(people.owner), keys=["revenue", "net-income"])
    Cell.objects.update(work=Work.WAITING, status=CellStatus.EMPTY)
    sent.clear()
    return made


def lanes(hints: list[Hint]) -> list[int]:
    return [lane for _, lane, _ in hints]


def test_a_hint_that_was_sent_again_is_worth_nothing(grid: Grid, sent: list[Hint]) -> None:
    work.send(grid.pk)
    work.send(grid.pk)
    first, last = sent
    fill_grid(*first)
    assert Cell.objects.filter(work=Work.WAITING).count() == 2 and len(sent) == 2
    fill_grid(*last)
    assert not Cell.objects.filter(work=Work.WAITING).exists()
    assert lanes(sent) == [0, 0, 1]  # an idle worker was asked to take part, and nothing is left to go on with


def test_a_busy_worker_takes_no_second_lane(grid: Grid, sent: list[Hint]) -> None:
    waited = (timezone.now() - timedelta(seconds=5)).isoformat()
    fill_grid(grid.pk, 1, waited)
    assert Cell.objects.filter(work=Work.WAITING).count() == 2 and not sent
    fill_grid(grid.pk, 1, timezone.now().isoformat())
    assert not Cell.objects.filter(work=Work.WAITING).exists() and lanes(sent) == [2]


def test_a_turn_that_is_over_goes_on_in_its_lane(grid: Grid, sent: list[Hint], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("apps.answers.run.cells.fill_grid.__defaults__", (0.0,))
    work.send(grid.pk)
    fill_grid(*sent[0])
    assert Cell.objects.filter(work=Work.WAITING).count() == 1 and lanes(sent) == [0, 1, 0]
