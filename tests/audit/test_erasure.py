"""Personal content goes for good, and what is left of the event is as provable as before."""

import uuid
from collections.abc import Collection

import pytest
from django.db import DatabaseError, transaction

from apps.audit.erasure import ErasureRefused, erase
from apps.audit.log.sealing import Sealer
from apps.audit.models import Action, AuditEvent, SealedEvent
from apps.audit.proving import proof_of, proven
from apps.audit.trail import Subject, record
from apps.audit.verification import Fault, verify
from tests.people import People

pytestmark = pytest.mark.django_db
EVERYTHING = ("actor_name", "subject_name", "detail", "address")


@pytest.fixture
def event(log: Sealer, people: People) -> AuditEvent:
    subject = Subject("answer", None, "Is Zephyrwick to be bought?")
    made = record(Action.ASKED, actor=people.owner, subject=subject, address="10.0.0.7", words=6)
    record(Action.EXPORTED)
    log.seal()
    return made


def test_content_and_salts_are_gone_and_the_trail_is_in_order(log: Sealer, event: AuditEvent) -> None:
    before = bytes(SealedEvent.objects.get(event=event.uid).salts)
    made = erase([event.uid], EVERYTHING, reason="asked for by the person", by="ada.admin")
    log.seal()
    event.refresh_from_db()
    assert (event.actor_name, event.subject_name, event.detail, event.address) == ("erased", "erased", {}, None)
    assert event.action == Action.ASKED
    after = bytes(SealedEvent.objects.get(event=event.uid).salts)
    assert [after[n : n + 16] == before[n : n + 16] for n in range(0, 144, 16)] == [
        True, True, True, False, True, True, False, False, False,
    ]  # fmt: skip
    report = verify(log.folder, log.signer.verifier)
    assert (report.findings, report.erased, report.size) == ([], 1, 3)
    assert made.detail["events"] == [str(event.uid)]
    assert (made.detail["reason"], made.detail["by"]) == ("asked for by the person", "ada.admin")


def test_proofs_of_the_rest_stay_valid(log: Sealer, event: AuditEvent) -> None:
    earlier = proof_of(log.folder, log.signer.verifier, event.uid)
    erase([event.uid], ["subject_name"], reason="a deal", by="ada.admin")
    shown = proven(proof_of(log.folder, log.signer.verifier, event.uid), log.signer.verifier)
    assert "subject_name" not in shown.fields
    assert (shown.fields["actor_name"], shown.fields["action"]) == ("olga.owner", "asked")
    assert proven(earlier, log.signer.verifier).fields["subject_name"] == "Is Zephyrwick to be bought?"


def test_until_the_erasure_is_sealed_it_is_told(log: Sealer, event: AuditEvent) -> None:
    erase([event.uid], ["detail"], reason="a deal", by="ada.admin")
    assert [found.fault for found in verify(log.folder, log.signer.verifier).findings] == [Fault.ERASED_UNRECORDED]


def test_an_erased_event_that_gets_other_content_is_told(log: Sealer, event: AuditEvent) -> None:
    from tests.audit.test_verification import superuser

    erase([event.uid], ["actor_name"], reason="a deal", by="ada.admin")
    log.seal()
    superuser("UPDATE audit_auditevent SET actor_name = 'somebody else' WHERE id = %s", event.pk)
    (found,) = verify(log.folder, log.signer.verifier).findings
    assert found.fault == Fault.EVENT_CHANGED
    assert found.what.endswith(": actor_name.")


@pytest.mark.parametrize(
    ("fields", "reason", "sentence"),
    [
        (["action"], "why", "Only these fields"),
        ([], "why", "Only these fields"),
        (["detail"], "  ", "needs a reason"),
    ],
)
def test_refusals(log: Sealer, event: AuditEvent, fields: Collection[str], reason: str, sentence: str) -> None:
    with pytest.raises(ErasureRefused, match=sentence):
        erase([event.uid], fields, reason=reason, by="ada.admin")


def test_what_is_not_sealed_and_what_says_of_an_erasure_stays(log: Sealer, event: AuditEvent) -> None:
    for unsealed in (record(Action.EXPORTED).uid, uuid.uuid4()):
        with pytest.raises(ErasureRefused, match="Only sealed events"):
            erase([event.uid, unsealed], ["detail"], reason="why", by="ada.admin")
    made = erase([event.uid], ["detail"], reason="why", by="ada.admin")
    log.seal()
    with pytest.raises(ErasureRefused, match="stays"):
        erase([made.uid], ["detail"], reason="why", by="ada.admin")
    with pytest.raises(ErasureRefused, match="at least one"):
        erase([], ["detail"], reason="why", by="ada.admin")


def test_the_trail_is_append_only_again_afterwards(log: Sealer, event: AuditEvent) -> None:
    erase([event.uid], ["detail"], reason="why", by="ada.admin")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        AuditEvent.objects.all().delete()
