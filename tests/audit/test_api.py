"""The trail by API."""

import uuid
from collections.abc import Callable

import pytest
from django.test import Client

from apps.accounts.models import ApiToken, User
from apps.audit.models import Action
from apps.audit.trail import Subject, record
from tests.people import People

URL = "/api/v1/audit/events"


@pytest.fixture
def reviewer(people: People, client_for: Callable[[User], Client]) -> Client:
    return client_for(people.reviewer)


def test_events_with_the_pages_filters(people: People, reviewer: Client) -> None:
    uid = uuid.uuid4()
    event = record(Action.UPLOADED, actor=people.owner, subject=Subject("report", uid, "Report"), size=3)
    record(Action.ASKED, actor=people.owner)
    for query in ("action=uploaded", f"subject={uid}", "subject=repo&actor=olga", "subject_type=report"):
        (found,) = reviewer.get(f"{URL}?{query}&since=2020-01-01").json()["events"]
        assert (found["id"], found["actor_name"], found["detail"]) == (str(event.uid), "olga.owner", {"size": 3})
    assert len(reviewer.get(f"{URL}?action=uploaded&action=asked").json()["events"]) == 2


def test_by_token(people: People, client: Client) -> None:
    secret = ApiToken.objects.make(people.reviewer, "archive")[1]
    assert client.get(URL, headers={"Authorization": f"Bearer {secret}"}).status_code == 200


def test_paging(reviewer: Client) -> None:
    made = [str(record(Action.ASKED).uid) for _ in range(5)][::-1]
    first = reviewer.get(f"{URL}?action=asked&limit=3").json()
    second = reviewer.get(f"{URL}?action=asked&limit=3&before={first['next']}").json()
    assert [event["id"] for event in first["events"] + second["events"]] == made
    assert second["next"] is None


def test_one_event(reviewer: Client) -> None:
    event = record(Action.ASKED)
    assert reviewer.get(f"{URL}/{event.uid}").json()["action"] == "asked"
    assert reviewer.get(f"{URL}/{uuid.uuid4()}").status_code == 404


@pytest.mark.parametrize("query", ["action=made-up", "since=x", "limit=0", "limit=501", "before=1"])
def test_wrong_input_is_422(reviewer: Client, query: str) -> None:
    assert reviewer.get(f"{URL}?{query}").status_code == 422


def test_others_are_refused(people: People, client: Client, client_for: Callable[[User], Client]) -> None:
    event = record(Action.ASKED)
    for person in (people.owner, people.teammate, people.expert, people.stranger):
        found = client_for(person)
        assert [found.get(url).status_code for url in (URL, f"{URL}/{event.uid}")] == [403, 403]
    assert [client.get(url).status_code for url in (URL, f"{URL}/{event.uid}")] == [401, 401]
    assert client_for(people.administrator).get(URL).status_code == 200


def test_the_trail_cannot_be_written_by_api(reviewer: Client) -> None:
    for method in ("post", "put", "patch", "delete"):
        assert getattr(reviewer, method)(URL).status_code == 405
