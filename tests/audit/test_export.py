"""The CSV export."""

import csv
from collections.abc import Callable
from io import StringIO

import pytest
from django.test import Client

from apps.accounts.models import User
from apps.audit import export
from apps.audit.models import Action, AuditEvent
from apps.audit.trail import Subject, record
from tests.people import People

PAGE = "/audit/export.csv"


@pytest.fixture
def reviewer(people: People, client_for: Callable[[User], Client]) -> Client:
    return client_for(people.reviewer)


def rows(response) -> list[dict[str, str]]:  # type: ignore[no-untyped-def]
    return list(csv.DictReader(StringIO(b"".join(response).decode())))


def test_every_selected_event_oldest_first(people: People, reviewer: Client) -> None:
    for name in ("first", "second"):
        record(Action.UPLOADED, actor=people.owner, subject=Subject("report", None, name), size=1)
    record(Action.ASKED)
    response = reviewer.get(f"{PAGE}?action=uploaded")
    assert response.headers["Content-Disposition"].startswith('attachment; filename="audit-')
    found = rows(response)
    assert [row["subject"] for row in found] == ["first", "second"]
    assert (found[0]["actor"], found[0]["actor_id"], found[0]["detail"]) == (
        "olga.owner",
        str(people.owner.uid),
        '{"size": 1}',
    )


def test_batches_lose_and_repeat_nothing(reviewer: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "BATCH", 3)
    made = [str(record(Action.ASKED).uid) for _ in range(8)]
    assert [row["id"] for row in rows(reviewer.get(f"{PAGE}?action=asked"))] == made


def test_the_export_is_an_event_with_its_filters(people: People, reviewer: Client) -> None:
    found = rows(reviewer.get(f"{PAGE}?action=exported&since=2024-01-01"))
    event = AuditEvent.objects.get(action=Action.EXPORTED)
    assert [row["id"] for row in found] == [str(event.uid)]
    assert (event.actor_uid, event.address) == (people.reviewer.uid, "127.0.0.1")
    assert event.detail == {"what": "audit trail", "filters": {"actions": ["exported"], "since": "2024-01-01"}}


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "  ="])
def test_a_cell_never_begins_like_a_formula(reviewer: Client, start: str) -> None:
    record(Action.ASKED, subject=Subject("report", None, f"{start}1+1"))
    (row,) = rows(reviewer.get(f"{PAGE}?action=asked"))
    assert row["subject"] == f"'{start}1+1"


def test_a_comma_a_quote_and_a_new_line_stay_in_their_cell(reviewer: Client) -> None:
    record(Action.ASKED, subject=Subject("report", None, 'a,"b"\nc'))
    (row,) = rows(reviewer.get(f"{PAGE}?action=asked"))
    assert row["subject"] == 'a,"b"\nc'


def test_a_wrong_filter_exports_nothing(reviewer: Client) -> None:
    assert reviewer.get(f"{PAGE}?since=yesterday").status_code == 422
    assert not AuditEvent.objects.filter(action=Action.EXPORTED).exists()


def test_others_are_refused(people: People, client: Client, client_for: Callable[[User], Client]) -> None:
    for person in (people.owner, people.teammate, people.expert, people.stranger):
        assert client_for(person).get(PAGE).status_code == 403
    assert client.get(PAGE).status_code == 302
    assert not AuditEvent.objects.filter(action=Action.EXPORTED).exists()
