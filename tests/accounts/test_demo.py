"""The demo users: one per role, made once."""

from io import StringIO

import pytest
from django.core.management import call_command

from apps.accounts.demo import create_demo_users
from apps.accounts.models import User
from apps.audit.models import Action, AuditEvent

pytestmark = pytest.mark.django_db


def test_four_roles_with_passwords_that_work() -> None:
    made = create_demo_users()
    assert [name for name, _ in made] == ["analyst", "expert", "reviewer", "admin"]
    assert {User.objects.get(username=name).role for name, _ in made} == {
        "analyst",
        "expert",
        "reviewer",
        "administrator",
    }
    assert all(User.objects.get(username=name).check_password(password) for name, password in made)
    assert len({password for _, password in made}) == 4


def test_a_second_time_changes_nothing() -> None:
    (_, password), *_ = create_demo_users()
    assert create_demo_users() == []
    assert User.objects.get(username="analyst").check_password(password)


def test_only_the_missing_are_made() -> None:
    create_demo_users()
    User.objects.get(username="reviewer").delete()
    assert [name for name, _ in create_demo_users()] == ["reviewer"]


def test_each_is_in_the_trail_without_its_password() -> None:
    made = create_demo_users()
    events = AuditEvent.objects.filter(action=Action.ADMINISTERED)
    assert events.count() == 4
    assert not [event for event in events for _, password in made if password in str(event.detail)]


def test_the_command_prints_them() -> None:
    printed = StringIO()
    call_command("create_demo_users", stdout=printed)
    assert len(printed.getvalue().splitlines()) == 4
    assert User.objects.get(username="admin").is_superuser
