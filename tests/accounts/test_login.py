"""The log-in page, its throttle, and log-out."""

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import AnonymousUser
from django.test import AsyncClient, Client, override_settings
from django.utils import timezone

from apps.accounts.models import User
from apps.audit.models import Action, AuditEvent
from tests.people import PASSWORD, People

PAGE = "/accounts/login/"


def log_in(client: Client, password: str = PASSWORD, name: str = "olga.owner", **more: str):  # type: ignore[no-untyped-def]
    return client.post(PAGE, {"username": name, "password": password, **more})


def test_works_and_goes_on_to_where_one_was_headed(people: People, client: Client) -> None:
    assert client.get("/accounts/profile/").headers["Location"] == f"{PAGE}?next=/accounts/profile/"
    assert log_in(client, next="/accounts/profile/").headers["Location"] == "/accounts/profile/"
    assert b"olga.owner" in client.get("/accounts/profile/").content


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example", "http:///evil"]
)
def test_goes_on_to_this_site_only(people: People, client: Client, elsewhere: str) -> None:
    assert log_in(client, next=elsewhere).headers["Location"] == "/"


def test_a_wrong_password_says_so_and_keeps_the_name_only(people: People, client: Client) -> None:
    response = log_in(client, "hunter2-hunter2")
    assert response.status_code == 200
    assert b"correct username and password" in response.content
    event = AuditEvent.objects.get()
    assert (event.action, event.actor_name, event.actor_uid) == (Action.LOGIN_FAILED, "anonymous", None)
    assert (event.subject_name, event.subject_uid, event.address) == ("olga.owner", people.owner.uid, "127.0.0.1")
    assert "hunter2" not in f"{event.detail}{event.subject_name}"


def test_an_unknown_name_fails_the_same_way(people: People, client: Client) -> None:
    known, unknown = log_in(client, "wrong"), log_in(client, "wrong", name="nobody")
    assert known.context["form"].non_field_errors() == unknown.context["form"].non_field_errors()
    assert AuditEvent.objects.first().subject_uid is None  # type: ignore[union-attr]


def test_an_inactive_user_stays_out(people: People, client: Client) -> None:
    User.objects.filter(pk=people.owner.pk).update(is_active=False)
    assert log_in(client).status_code == 200


def test_log_in_and_log_out_are_in_the_trail(people: People, client: Client) -> None:
    log_in(client)
    assert client.post("/accounts/logout/").headers["Location"] == PAGE
    events = AuditEvent.objects.order_by("id").values_list("action", "actor_uid", "address")
    uid = people.owner.uid
    assert list(events) == [(Action.LOGGED_IN, uid, "127.0.0.1"), (Action.LOGGED_OUT, uid, "127.0.0.1")]
    assert isinstance(client.get(PAGE).context["user"], AnonymousUser)


def test_logging_out_needs_a_post(people: People, client: Client) -> None:
    log_in(client)
    assert client.get("/accounts/logout/").status_code == 405


def test_the_form_needs_its_csrf_token(people: People) -> None:
    assert log_in(Client(enforce_csrf_checks=True)).status_code == 403


def test_passwords_are_kept_with_argon2(people: People) -> None:
    assert people.owner.password.startswith("argon2$argon2id$")


@override_settings(AXES_FAILURE_LIMIT=3)
def test_too_many_failures_lock_out_and_say_for_how_long(people: People, client: Client) -> None:
    assert [log_in(client, "wrong").status_code for _ in range(3)] == [200, 200, 429]
    response = log_in(client)
    assert response.status_code == 429
    assert 840 < int(response.headers["Retry-After"]) <= 900
    assert b"Try again in 15 minutes" in response.content
    assert [event.action for event in AuditEvent.objects.order_by("id")] == [
        Action.LOGIN_FAILED,
        Action.LOGIN_FAILED,
        Action.LOCKED_OUT,
        Action.LOCKED_OUT,
    ]


@override_settings(AXES_FAILURE_LIMIT=3)
def test_trying_on_does_not_prolong_the_wait(people: People, client: Client) -> None:
    from axes.models import AccessAttempt

    for _ in range(3):
        log_in(client, "wrong")
    earlier = timezone.now() - timezone.timedelta(minutes=14)  # type: ignore[attr-defined]
    AccessAttempt.objects.update(attempt_time=earlier)
    assert b"Try again in 1 minute." in log_in(client).content
    AccessAttempt.objects.update(attempt_time=earlier - timezone.timedelta(minutes=2))  # type: ignore[attr-defined]
    assert log_in(client).status_code == 302


@override_settings(AXES_FAILURE_LIMIT=3)
def test_others_are_not_locked_out_with_them(people: People, client: Client) -> None:
    for _ in range(3):
        log_in(client, "wrong")
    assert log_in(client, name="tomas.teammate").status_code == 302
    assert log_in(Client(REMOTE_ADDR="10.1.2.3")).status_code == 302


@override_settings(AXES_FAILURE_LIMIT=1)
@pytest.mark.django_db(transaction=True)
def test_the_lock_out_page_under_asgi(people: People) -> None:
    wrong = {"username": "olga.owner", "password": "wrong"}
    response = async_to_sync(AsyncClient().post)(PAGE, wrong)
    assert response.status_code == 429
    assert b"Too many failed log-ins" in response.content
