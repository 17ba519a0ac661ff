"""Connections that the web process keeps between two requests: Django's pool, under our guard."""

from collections.abc import Iterator

import pytest
from django.db import connection

from apps.accounts import acting
from tests.people import People

pytestmark = pytest.mark.django_db(transaction=True)
PRESENT = "SELECT current_setting('finrag.person', true)"


@pytest.fixture(autouse=True)
def pooled() -> Iterator[None]:
    connection.close()
    options = connection.settings_dict["OPTIONS"]
    options["pool"] = {"min_size": 1, "max_size": 1, "timeout": 5.0}
    yield
    connection.close()
    connection.close_pool()
    del options["pool"]


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
    before = server_process()
    connection.close()
    assert asked(PRESENT) == "" and server_process() == before
    connection.close()
    with acting.acting_as(people.stranger):
        assert asked(PRESENT) == str(people.stranger.pk)


def test_one_that_the_server_dropped_is_replaced() -> None:
    before = server_process()
    kept = connection.connection
    parameters = connection.get_connection_params()
    connection.close()
    with kept.__class__.connect(**parameters, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [int(before)])
    assert server_process() != before
