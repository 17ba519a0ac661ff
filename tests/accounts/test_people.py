"""The cast of the view tests is what it says."""

from collections.abc import Callable

from django.test import Client

from apps.accounts.models import User
from tests.people import PASSWORD, People


def test_roles_and_teams(people: People) -> None:
    assert [person.role for person in people] == [
        "analyst",
        "analyst",
        "expert",
        "reviewer",
        "analyst",
        "administrator",
    ]
    assert people.owner.team == people.teammate.team != people.stranger.team
    assert people.owner.check_password(PASSWORD)


def test_each_can_be_logged_in(people: People, client_for: Callable[[User], Client]) -> None:
    for person in people:
        assert client_for(person).session["_auth_user_id"] == str(person.pk)
