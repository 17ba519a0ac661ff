"""The people of every view test, loaded as a pytest plugin: `people`, and `client_for` to browse as one of them.

owner, teammate: analysts of one team; what a test makes belongs to the owner. expert: another team, verifies.
reviewer: reads every trail, changes nothing. stranger: an analyst of a third team. administrator: runs the place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import cache
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from django.test import Client

    from apps.accounts.models import User

PASSWORD = "correct horse battery staple"


@dataclass(frozen=True)
class People:
    owner: User
    teammate: User
    expert: User
    reviewer: User
    stranger: User
    administrator: User

    def __iter__(self) -> Iterator[User]:
        return (getattr(self, field.name) for field in fields(self))


@cache
def _hashed() -> str:
    """Argon2 is slow on purpose: once per run is enough."""
    from django.contrib.auth.hashers import make_password

    return make_password(PASSWORD)


def make_person(name: str, role: str = "analyst", team: str = "") -> User:
    """A user with the common PASSWORD, for tests that need one more."""
    from apps.accounts.models import Team, User

    return User.objects.create(
        username=name,
        role=role,
        team=Team.objects.get_or_create(name=team)[0] if team else None,
        password=_hashed(),
    )


@pytest.fixture
def people(db: None) -> People:
    return make_people()


def make_people() -> People:
    """The six, for fixtures of a wider scope than a test."""
    return People(
        owner=make_person("olga.owner", team="Credit"),
        teammate=make_person("tomas.teammate", team="Credit"),
        expert=make_person("elena.expert", role="expert", team="Experts"),
        reviewer=make_person("rita.reviewer", role="reviewer", team="Compliance"),
        stranger=make_person("stan.stranger", team="Equities"),
        administrator=make_person("ada.admin", role="administrator"),
    )


@pytest.fixture
def client_for() -> Callable[[User], Client]:
    """`client_for(people.owner)` is a browser in which that person is logged in."""
    from django.test import Client

    def logged_in(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return logged_in
