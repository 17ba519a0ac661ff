"""Passwords tried out: across names, across addresses, with names that nobody can have, in the form for a new one."""

from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import Settings

from apps.accounts.models import User
from apps.audit.models import Action, AuditEvent
from tests.people import PASSWORD, People

PAGE = "/accounts/login/"
WRONG = "wrong"
CHANGE = "/accounts/password/"


def try_out(name: str, password: str = WRONG, address: str = "10.0.0.1") -> int:
    client = Client(REMOTE_ADDR=address)
    return client.post(PAGE, {"username": name, "password": password}).status_code


def test_forty_names_from_one_address_are_stopped(people: People) -> None:
    statuses = [try_out(f"name{number}") for number in range(40)]
    assert statuses == [200] * 19 + [429] * 21
    assert try_out("olga.owner", PASSWORD) == 429
    assert try_out("olga.owner", PASSWORD, address="10.0.0.2") == 302


def test_an_account_of_ones_own_does_not_clear_the_address(people: People, settings: Settings) -> None:
    settings.LOGIN_FAILURES_OF_ADDRESS = 4
    for number in range(3):
        try_out(f"name{number}")
    assert try_out("stan.stranger", PASSWORD) == 302
    assert try_out("name4") == 429


def test_one_name_from_many_addresses_is_stopped(people: People, settings: Settings) -> None:
    settings.LOGIN_FAILURES_OF_NAME = 7
    statuses = [try_out("olga.owner", address=f"10.0.1.{number}") for number in range(8)]
    assert statuses == [200] * 6 + [429] * 2
    assert try_out("tomas.teammate", PASSWORD, address="10.0.1.1") == 302


def test_a_name_that_nobody_can_have_is_a_clean_400_and_an_event(people: People) -> None:
    response = Client().post(PAGE, {"username": "n" * 3000, "password": PASSWORD})
    assert response.status_code == 400
    assert "at most 150 characters" in response.content.decode()
    event = AuditEvent.objects.get()
    assert (event.action, event.subject_name) == (Action.LOGIN_FAILED, "n" * 300)


def change(client: Client, old: str) -> int:
    new = "staple battery horse correct"
    return client.post(CHANGE, {"old_password": old, "new_password1": new, "new_password2": new}).status_code


def test_wrong_old_passwords_are_counted_and_in_the_trail(people: People, client_for: Callable[[User], Client]) -> None:
    client = client_for(people.owner)
    assert [change(client, "wrong") for _ in range(12)] == [200] * 4 + [429] * 8
    assert change(client, PASSWORD) == 429
    people.owner.refresh_from_db()
    assert people.owner.check_password(PASSWORD)
    failed = AuditEvent.objects.filter(action=Action.LOGIN_FAILED)
    assert {(event.actor_uid, event.subject_uid) for event in failed} == {(people.owner.uid, people.owner.uid)}
    assert failed.count() == 4
    assert AuditEvent.objects.filter(action=Action.LOCKED_OUT).exists()


def test_a_weak_new_password_is_no_wrong_old_one(people: People, client_for: Callable[[User], Client]) -> None:
    client = client_for(people.owner)
    for _ in range(6):
        assert client.post(CHANGE, {"old_password": PASSWORD, "new_password1": "short"}).status_code == 200
    assert not AuditEvent.objects.filter(action=Action.LOGIN_FAILED).exists()


@pytest.mark.parametrize(
    ("proxies", "forwarded", "seen"),
    [
        (0, "10.9.9.9", "127.0.0.1"),
        (1, "6.6.6.6, 10.1.1.1", "10.1.1.1"),
        (2, "6.6.6.6, 10.1.1.1, 10.2.2.2", "10.1.1.1"),
        (2, "10.1.1.1", "127.0.0.1"),
    ],
)
def test_addresses_are_believed_of_our_proxies_alone(
    people: People, settings: Settings, proxies: int, forwarded: str, seen: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    Client(headers={"X-Forwarded-For": forwarded}).post(PAGE, {"username": "olga.owner", "password": "wrong"})
    assert AuditEvent.objects.get().address == seen
