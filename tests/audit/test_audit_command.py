"""`manage.py audit`: what operators and auditors type."""

import json
import uuid
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from apps.audit import keys
from apps.audit.log.sealing import Sealer
from apps.audit.log.tiles import CHECKPOINT
from apps.audit.models import Action, AuditEvent, SealedEvent, SealingState
from apps.audit.trail import Subject, record
from apps.audit.witnessing import Request
from tests.audit.test_verification import superuser
from tests.people import People

pytestmark = pytest.mark.django_db


def audit(*words: object) -> str:
    said = StringIO()
    call_command("audit", *map(str, words), stdout=said)
    return said.getvalue()


@pytest.fixture
def event(log: Sealer, people: People) -> AuditEvent:
    made = record(Action.ASKED, actor=people.owner, subject=Subject("answer", None, "What was revenue?"))
    record(Action.EXPORTED)
    return made


def test_seal_and_verify(event: AuditEvent, settings: Settings, tmp_path: Path) -> None:
    settings.AUDIT_PLACES = [str(tmp_path / "outside")]
    assert audit("seal") == "2 events sealed, 2 in all; 1 places served.\n"
    assert audit("seal") == "0 events sealed, 2 in all; 0 places served.\n"
    said = audit("verify")
    assert said.startswith("2 events checked in ")
    assert "Compared with 1 checkpoints from elsewhere." in said
    settings.AUDIT_PLACES = []
    assert "who has the key could have made the whole log anew" in audit("verify")


def test_verify_tells_what_differs_and_fails(event: AuditEvent, settings: Settings, tmp_path: Path) -> None:
    audit("seal")
    superuser("UPDATE audit_auditevent SET subject_name = 'x' WHERE id = %s", event.pk)
    said = StringIO()
    with pytest.raises(CommandError, match="1 findings"):
        call_command("audit", "verify", stdout=said)
    assert f"event-changed: entry 0: Event {event.uid} (number {event.pk}): subject_name." in said.getvalue()
    said = StringIO()
    with pytest.raises(CommandError):
        call_command("audit", "verify", "--json", stdout=said)
    assert json.loads(said.getvalue())["findings"][0]["fault"] == "event-changed"


def test_an_auditor_brings_key_and_checkpoint(
    event: AuditEvent, log: Sealer, settings: Settings, tmp_path: Path
) -> None:
    audit("seal")
    vkey, kept = audit("vkey").strip(), tmp_path / "kept"
    kept.write_text((log.folder.root / CHECKPOINT).read_text())
    settings.AUDIT_KEY_PATH = tmp_path / "no key here"
    with pytest.raises(CommandError, match="no key to verify with"):
        audit("verify")
    assert "Compared with 1" in audit("verify", "--vkey", vkey, "--checkpoint", kept, "--log", log.folder.root)
    settings.AUDIT_VKEY = vkey
    assert "2 events checked" in audit("verify")
    assert not settings.AUDIT_KEY_PATH.exists()


def test_refusals_are_one_sentence(event: AuditEvent, log: Sealer) -> None:
    audit("seal")
    SealedEvent.objects.filter(index=1).delete()
    with pytest.raises(CommandError, match="the database knows of 1 sealed events"):
        audit("seal")
    assert SealingState.objects.get().refusal
    assert AuditEvent.objects.filter(action=Action.SEALING_REFUSED).count() == 1


def test_prove_and_check(event: AuditEvent, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="is not sealed yet"):
        audit("prove", event.uid)
    audit("seal")
    path = tmp_path / "event.tlog-proof"
    audit("prove", event.uid, "--out", path, "--hide", "actor_name")
    shown = json.loads(audit("check", path, "--vkey", audit("vkey").strip()))
    assert shown["fields"]["subject_name"] == "What was revenue?"
    assert "actor_name" not in shown["fields"]
    path.write_text(path.read_text().replace("index 0", "index 1"))
    with pytest.raises(CommandError, match="is not what the tree of 2 holds at 1"):
        audit("check", path)


def test_witness_by_hand(event: AuditEvent, log: Sealer, settings: Settings, tmp_path: Path) -> None:
    audit("seal")
    settings.AUDIT_WITNESSED = [log.signer.verifier.vkey]
    request = tmp_path / "request"
    request.write_text(Request.make(log.folder.tree(2), 0, (log.folder.root / CHECKPOINT).read_text()).text)
    line = audit("witness", request)
    assert line.startswith("— filings.example/audit-witness ")
    assert audit("witness").splitlines() == [keys.witness_signer().verifier.vkey, "filings.example/audit: 2 entries"]
    with pytest.raises(CommandError, match=r"^2$"):
        audit("witness", request)


def test_erase_a_persons_events(event: AuditEvent, people: People) -> None:
    audit("seal")
    said = audit("erase", "--person", people.owner.uid, "--reason", "asked for", "--by", "ada.admin")
    assert said.startswith("1 events erased; event ")
    audit("seal")
    assert "3 events (personal content of 1 erased) checked" in audit("verify")
    event.refresh_from_db()
    assert event.actor_name == "erased"
    with pytest.raises(CommandError, match="Only sealed events"):
        audit("erase", uuid.uuid4(), "--reason", "asked for", "--by", "ada.admin")


def test_the_bench_leaves_nothing_behind(event: AuditEvent) -> None:
    audit("seal")
    before = list(AuditEvent.objects.values_list("pk", flat=True)), list(SealedEvent.objects.values_list())
    said = audit("bench", "--events", 600)
    for word in ("recording:", "sealing: 602 events", "sealing 200 events", "verifying: 1602 events", "findings: 0"):
        assert word in said
    assert (list(AuditEvent.objects.values_list("pk", flat=True)), list(SealedEvent.objects.values_list())) == before
