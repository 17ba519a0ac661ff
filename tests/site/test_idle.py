"""Connections that a process keeps between two uses."""

from collections.abc import Iterator

import pytest
from django.db import connection

from apps.accounts import acting
from apps.accounts.models import User
from finrag_site.guarded import idle
from tests.people import People

pytestmark = pytest.mark.django_db(transaction=True)
PRESENT = "SELECT current_setting('finrag.person', true)"


@pytest.fixture(autouse=True)
def keeping() -> Iterator[None]:
    connection.close()
    idle.keep_up_to(2)
    yield
    connection.close()
    idle.drop_all()
    idle.keep_up_to(0)


def asked(statement: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return str(cursor.fetchone()[0])


def server_process() -> str:
    return asked("SELECT pg_backend_pid()")


def test_a_closed_connection_is_used_again() -> None:
    before = server_process()
    connection.close()
    assert server_process() == before


def test_it_is_told_who_is_present_before_it_serves_anybody(people: People) -> None:
    with acting.acting_as(people.owner):
        assert asked(PRESENT) == str(people.owner.pk)
        connection.close()
    with acting.acting_as(people.stranger):
        connection.connect()
        assert connection.connection.execute(PRESENT).fetchone()[0] == str(people.stranger.pk)


def test_one_that_the_server_dropped_is_replaced() -> None:
    before = server_process()
    kept = connection.connection
    connection.close()
    with kept.__class__.connect(**connection.get_connection_params()) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [int(before)])
    assert User.objects.count() >= 0 and server_process() != before


def test_one_that_is_in_a_transaction_is_not_kept() -> None:
    connection.set_autocommit(False)
    before = server_process()
    connection.close()
    assert server_process() != before
    connection.set_autocommit(True)


def test_no_more_are_kept_than_said() -> None:
    idle.keep_up_to(0)
    before = server_process()
    connection.close()
    assert server_process() != before
