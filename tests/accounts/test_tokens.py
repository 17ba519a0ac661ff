"""Making, showing and revoking API tokens on the profile page."""

import uuid
from collections.abc import Callable
from hashlib import sha256

import pytest
from django.test import Client

from apps.accounts.forms import MOST_TOKENS
from apps.accounts.models import ApiToken, User
from apps.audit.models import Action, AuditEvent
from tests.people import People

PROFILE = "/accounts/profile/"
MAKE = "/accounts/tokens/"


@pytest.fixture
def token(people: People) -> ApiToken:
    return ApiToken.objects.make(people.owner, "script")[0]


def test_the_text_is_shown_once_and_only_its_digest_kept(people: People, client_for: Callable[[User], Client]) -> None:
    client = client_for(people.owner)
    response = client.post(MAKE, {"name": "nightly"})
    secret = response.context["secret"]
    assert secret.startswith("finrag_")
    assert secret in response.text
    assert "no-store" in response.headers["Cache-Control"]
    assert ApiToken.objects.get().digest == sha256(secret.encode()).hexdigest()
    page = client.get(PROFILE).text
    assert secret not in page
    assert "nightly" in page


def test_making_and_revoking_are_in_the_trail(people: People, client_for: Callable[[User], Client]) -> None:
    client = client_for(people.owner)
    client.post(MAKE, {"name": "nightly"})
    token = ApiToken.objects.get()
    for _ in range(2):
        client.post(f"/accounts/tokens/{token.uid}/revoke/")
    events = AuditEvent.objects.filter(subject_uid=token.uid).order_by("id")
    assert [event.action for event in events] == [Action.TOKEN_CREATED, Action.TOKEN_REVOKED]
    assert (events[0].detail["prefix"], events[0].detail["scopes"]) == (token.prefix, ["read"])


def test_a_token_needs_a_name(people: People, client_for: Callable[[User], Client]) -> None:
    assert client_for(people.owner).post(MAKE, {"name": " "}).status_code == 422
    assert not ApiToken.objects.exists()


def test_a_name_is_shown_as_text(people: People, client_for: Callable[[User], Client]) -> None:
    page = client_for(people.owner).post(MAKE, {"name": "<b>bold</b>"}).text
    assert "<b>bold" not in page
    assert "&lt;b&gt;bold" in page


def test_there_is_an_end_to_them(people: People, client_for: Callable[[User], Client]) -> None:
    for number in range(MOST_TOKENS):
        ApiToken.objects.make(people.owner, f"{number}")
    response = client_for(people.owner).post(MAKE, {"name": "one more"})
    assert response.status_code == 422
    assert "Revoke one" in response.text


def test_nobody_else_sees_or_revokes_it(people: People, token: ApiToken, client_for: Callable[[User], Client]) -> None:
    for person in people:
        if person != people.owner:
            client = client_for(person)
            assert token.prefix not in client.get(PROFILE).text
            assert client.post(f"/accounts/tokens/{token.uid}/revoke/").status_code == 404
    token.refresh_from_db()
    assert token.revoked is None


def test_an_unknown_token_or_a_wrong_method(people: People, client_for: Callable[[User], Client]) -> None:
    client = client_for(people.owner)
    assert client.post(f"/accounts/tokens/{uuid.uuid4()}/revoke/").status_code == 404
    assert client.get(MAKE).status_code == 405
    assert client.post(PROFILE).status_code == 405


def test_the_profile_says_who_one_is(people: People, client_for: Callable[[User], Client]) -> None:
    for person in people:
        page = client_for(person).get(PROFILE).text
        assert person.get_role_display() in page
        assert not person.team or person.team.name in page
