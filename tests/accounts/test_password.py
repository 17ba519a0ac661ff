"""Changing one's own password."""

from collections.abc import Callable

from django.test import Client

from apps.accounts.models import User
from apps.audit.models import Action, AuditEvent
from tests.people import PASSWORD, People

PAGE = "/accounts/password/"
NEW = "staple battery horse correct"


def change(client: Client, old: str = PASSWORD, new: str = NEW):  # type: ignore[no-untyped-def]
    return client.post(PAGE, {"old_password": old, "new_password1": new, "new_password2": new})


def test_works_for_everybody_reviewers_included(people: People, client_for: Callable[[User], Client]) -> None:
    for person in (people.owner, people.reviewer):
        assert change(client_for(person)).headers["Location"] == "/accounts/profile/"
        person.refresh_from_db()
        assert person.check_password(NEW)


def test_is_in_the_trail_without_the_password(people: People, client_for: Callable[[User], Client]) -> None:
    change(client_for(people.owner))
    event = AuditEvent.objects.get(action=Action.PASSWORD_CHANGED)
    assert (event.actor_uid, event.subject_uid, event.address) == (people.owner.uid, people.owner.uid, "127.0.0.1")
    assert event.detail == {}


def test_this_session_goes_on_and_others_end(people: People, client_for: Callable[[User], Client]) -> None:
    here, elsewhere = client_for(people.owner), client_for(people.owner)
    change(here)
    assert here.get("/accounts/profile/").status_code == 200
    assert elsewhere.get("/accounts/profile/").status_code == 302


def test_a_wrong_old_or_weak_new_password_changes_nothing(people: People, client_for: Callable[[User], Client]) -> None:
    client = client_for(people.owner)
    for attempt in ({"old": "wrong"}, {"new": "12345678"}, {"new": "short"}, {"new": "olga.owner"}):
        assert change(client, **attempt).status_code == 200
    people.owner.refresh_from_db()
    assert people.owner.check_password(PASSWORD)
    assert not AuditEvent.objects.filter(action=Action.PASSWORD_CHANGED).exists()


def test_anonymous_callers_are_sent_to_the_log_in(client: Client, db: None) -> None:
    assert client.get(PAGE).headers["Location"].startswith("/accounts/login/")
