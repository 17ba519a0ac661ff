"""The database refuses every change to the trail, whoever asks."""

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from apps.audit.models import Action, AuditEvent
from apps.audit.trail import record


@pytest.fixture
def event(db: None) -> AuditEvent:
    return record(Action.EXPORTED)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit_auditevent SET actor_name = 'somebody else'",
        "UPDATE audit_auditevent SET actor_name = 'somebody else' WHERE false",
        "DELETE FROM audit_auditevent",
        "TRUNCATE audit_auditevent",
        "SET LOCAL session_replication_role = 'replica'; DELETE FROM audit_auditevent",
    ],
)
def test_sql_is_refused(event: AuditEvent, statement: str) -> None:
    with (
        pytest.raises(DatabaseError, match=r"append-only: .* is refused"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert AuditEvent.objects.get(pk=event.pk).actor_name == "system"


def test_the_models_are_refused(event: AuditEvent) -> None:
    event.actor_name = "somebody else"
    for change in (event.save, event.delete, AuditEvent.objects.all().delete):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()
    assert AuditEvent.objects.filter(pk=event.pk).exists()


def test_adding_goes_on(event: AuditEvent) -> None:
    assert record(Action.EXPORTED).pk > event.pk


@pytest.mark.django_db(transaction=True)
def test_the_flush_of_a_test_puts_the_trigger_back() -> None:
    record(Action.EXPORTED)
    call_command("flush", interactive=False, verbosity=0)
    assert not AuditEvent.objects.exists()
    record(Action.EXPORTED)
    with pytest.raises(DatabaseError, match="append-only"):
        AuditEvent.objects.all().delete()
