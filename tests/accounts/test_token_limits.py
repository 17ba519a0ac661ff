"""What a token may do and for how long, who ends it, and that the trail names it."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth import authenticate
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from apps.accounts.models import ApiToken, Scope, User
from apps.audit.models import Action, AuditEvent
from tests.people import PASSWORD, People

MAKE = "/accounts/tokens/"
READ = "/api/v1/me"


def bearer(secret: str) -> Client:
    return Client(headers={"Authorization": f"Bearer {secret}"})


def ask(client: Client) -> int:
    question = {"question": "What was net income of Zephyrwick in 2024?"}
    return client.post("/api/v1/questions", question, content_type="application/json").status_code


def upload(client: Client) -> int:
    file = SimpleUploadedFile("note.md", b"# Note\n\nWords of a note.\n")
    return client.post("/api/v1/documents", {"file": file, "visibility": "private"}).status_code


@pytest.mark.parametrize(
    ("scopes", "allowed"),
    [
        ([Scope.READ], (200, 403, 403)),
        ([Scope.READ, Scope.ASK], (200, 202, 403)),
        ([Scope.READ, Scope.UPLOAD], (200, 403, 201)),
    ],
)
def test_a_token_does_what_it_was_made_for(
    people: People, settings: Settings, tmp_path: Path, scopes: list[str], allowed: tuple[int, int, int]
) -> None:
    settings.MEDIA_ROOT = tmp_path
    client = bearer(ApiToken.objects.make(people.owner, "script", scopes)[1])
    assert (client.get(READ).status_code, ask(client), upload(client)) == allowed


def test_deleting_a_document_is_beyond_a_token_that_reads(people: People, settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    upload(bearer(ApiToken.objects.make(people.owner, "script")[1]))
    reader = bearer(ApiToken.objects.make(people.owner, "reader", [Scope.READ])[1])
    (document,) = reader.get("/api/v1/documents").json()["documents"]
    assert reader.delete(f"/api/v1/documents/{document['id']}").status_code == 403


def test_the_form_gives_reading_and_what_is_chosen(people: People, client_for: Callable[[User], Client]) -> None:
    client = client_for(people.owner)
    client.post(MAKE, {"name": "reader"})
    client.post(MAKE, {"name": "asker", "allowed": ["ask"], "days": "30"})
    client.post(MAKE, {"name": "for ever", "allowed": ["upload"], "days": "0"})
    assert client.post(MAKE, {"name": "more", "allowed": ["everything"]}).status_code == 422
    made = {token.name: token for token in ApiToken.objects.all()}
    assert {name: token.scopes for name, token in made.items()} == {
        "reader": ["read"],
        "asker": ["read", "ask"],
        "for ever": ["read", "upload"],
    }
    days = {name: token.expires and (token.expires - token.created).days for name, token in made.items()}
    assert days["for ever"] is None
    assert (days["reader"], days["asker"]) in {(89, 29), (90, 30)}


def test_an_expired_token_is_refused(people: People, client_for: Callable[[User], Client]) -> None:
    token, secret = ApiToken.objects.make(people.owner, "script", expires=timezone.now() + timedelta(hours=1))
    assert bearer(secret).get(READ).status_code == 200
    ApiToken.objects.filter(pk=token.pk).update(expires=timezone.now())
    assert bearer(secret).get(READ).status_code == 401
    assert "Expired" in client_for(people.owner).get("/accounts/profile/").content.decode()


def test_a_new_password_ends_every_token(people: People, client_for: Callable[[User], Client]) -> None:
    token, secret = ApiToken.objects.make(people.owner, "script")
    other = ApiToken.objects.make(people.teammate, "script")[1]
    new = "staple battery horse correct"
    client_for(people.owner).post(
        "/accounts/password/", {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    )
    assert bearer(secret).get(READ).status_code == 401
    assert bearer(other).get(READ).status_code == 200
    event = AuditEvent.objects.get(action=Action.TOKEN_REVOKED)
    assert (event.subject_uid, event.detail["because"]) == (token.uid, "the password was changed")


def test_taking_a_password_away_ends_them_too(people: People) -> None:
    secret = ApiToken.objects.make(people.owner, "script")[1]
    people.owner.set_unusable_password()
    people.owner.save()
    assert bearer(secret).get(READ).status_code == 401


def test_a_password_that_is_hashed_anew_at_log_in_ends_nothing(people: People, settings: Settings) -> None:
    secret = ApiToken.objects.make(people.owner, "script")[1]
    settings.PASSWORD_HASHERS = list(reversed(settings.PASSWORD_HASHERS))
    before = people.owner.password
    assert authenticate(RequestFactory().post("/"), username="olga.owner", password=PASSWORD)
    people.owner.refresh_from_db()
    assert people.owner.password != before
    assert bearer(secret).get(READ).status_code == 200


def test_administrators_revoke_the_tokens_of_others(people: People, client_for: Callable[[User], Client]) -> None:
    token, secret = ApiToken.objects.make(people.owner, "script")
    chosen = {"action": "revoke", "_selected_action": [token.pk]}
    page = "/admin/accounts/apitoken/"
    assert client_for(people.expert).post(page, chosen).status_code in {302, 403}
    assert bearer(secret).get(READ).status_code == 200
    client_for(people.administrator).post(page, chosen)
    assert bearer(secret).get(READ).status_code == 401
    event = AuditEvent.objects.get(action=Action.TOKEN_REVOKED)
    assert (event.actor_uid, event.subject_uid) == (people.administrator.uid, token.uid)
    assert event.detail["owner"] == "olga.owner"


def test_the_trail_names_the_token(
    people: People, settings: Settings, tmp_path: Path, client_for: Callable[[User], Client]
) -> None:
    settings.MEDIA_ROOT = tmp_path
    token, secret = ApiToken.objects.make(people.owner, "nightly")
    client = bearer(secret)
    assert (ask(client), upload(client)) == (202, 201)
    acts = AuditEvent.objects.filter(action__in=[Action.ASKED, Action.UPLOADED])
    assert [event.detail["token"] for event in acts] == [f"nightly ({token.prefix}…)"] * 2
    assert ask(client_for(people.owner)) == 202
    newest = AuditEvent.objects.filter(action=Action.ASKED).first()
    assert newest and "token" not in newest.detail
