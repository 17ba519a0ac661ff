"""Proofs of single events, for a stranger who has the log's public key and nothing else of ours."""

import base64
import json
from pathlib import Path

import pytest
from tlog_scales.backend import LocalBackend
from tlog_scales.reader import TilesReader
from tlog_scales.signing import Vkey
from tlog_scales.tiles import leaf_hash
from tlog_scales.tlog import Checkpoint as TheirCheckpoint
from tlog_scales.tlog import InclusionProof

from apps.audit.log.merkle import ProofRefused
from apps.audit.log.notes import Kind, Signer
from apps.audit.log.proofs import Proof
from apps.audit.log.sealing import Sealer
from apps.audit.models import Action, AuditEvent
from apps.audit.proving import proof_of, proven
from apps.audit.trail import Subject, record
from tests.people import People

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(log: Sealer, people: People) -> AuditEvent:
    for _ in range(300):
        record(Action.EXPORTED)
    made = record(Action.ASKED, actor=people.owner, subject=Subject("answer", None, "What was revenue?"), words=3)
    record(Action.EXPORTED)
    log.seal()
    return made


def test_what_a_proof_shows(log: Sealer, event: AuditEvent) -> None:
    shown = proven(Proof.parse(proof_of(log.folder, log.signer.verifier, event.uid).text), log.signer.verifier)
    assert (shown.event, shown.number, shown.size) == (str(event.uid), event.pk, 302)
    assert shown.fields["subject_name"] == "What was revenue?"
    assert (shown.fields["detail"], shown.fields["action"]) == ({"words": 3}, "asked")


def test_hidden_fields_stay_hidden(log: Sealer, event: AuditEvent) -> None:
    proof = proof_of(log.folder, log.signer.verifier, event.uid, hidden=["subject_name", "actor_name"])
    assert "revenue" not in base64.b64decode(proof.text.split("\n")[1].removeprefix("extra ")).decode()
    assert set(proven(proof, log.signer.verifier).fields) == {
        "at", "action", "actor_uid", "subject_type", "subject_uid", "detail", "address",
    }  # fmt: skip


def test_another_verifier_agrees_with_the_file_alone(log: Sealer, event: AuditEvent) -> None:
    head, _, note = proof_of(log.folder, log.signer.verifier, event.uid).text.partition("\n\n")
    _, extra, index, *hashes = head.split("\n")
    checkpoint = TheirCheckpoint.from_text(note)
    checkpoint.verify(Vkey.from_string(log.signer.verifier.vkey))
    entry = json.loads(base64.b64decode(extra.removeprefix("extra ")))["entry"].encode()
    proof = InclusionProof(int(index.removeprefix("index ")), checkpoint.size, [base64.b64decode(h) for h in hashes])
    proof.check(leaf_hash(entry), checkpoint.root_hash)
    reader = TilesReader(LocalBackend(log.folder.root))
    reader.get_checkpoint()
    assert reader.get_entry(proof.leaf_index) == entry


@pytest.mark.parametrize(
    ("old", "new"),
    [("What was revenue?", "What was income?"), ('"asked"', '"answered"'), ("subject_name", "actor_name")],
)
def test_changed_fields_are_refused(log: Sealer, event: AuditEvent, old: str, new: str) -> None:
    proof = proof_of(log.folder, log.signer.verifier, event.uid)
    told = json.loads(proof.extra)
    plain = [base64.urlsafe_b64decode(text + "==").decode() for text in told["disclosures"]]
    told["disclosures"] = [base64.urlsafe_b64encode(text.replace(old, new).encode()).decode() for text in plain]
    changed = Proof(proof.index, proof.path, proof.checkpoint, json.dumps(told).encode())
    with pytest.raises(ProofRefused, match="is not what was sealed"):
        proven(changed, log.signer.verifier)


def test_changed_entries_places_and_keys_are_refused(log: Sealer, event: AuditEvent) -> None:
    proof, verifier = proof_of(log.folder, log.signer.verifier, event.uid), log.signer.verifier
    other = proof.extra.replace(str(event.uid).encode(), str(AuditEvent.objects.first().uid).encode())  # type: ignore[union-attr]
    for changed in (
        Proof(proof.index, proof.path, proof.checkpoint, other),
        Proof(proof.index + 1, proof.path, proof.checkpoint, proof.extra),
        Proof(proof.index, proof.path, proof.checkpoint.replace("\n302\n", "\n303\n"), proof.extra),
        Proof(proof.index, proof.path, proof.checkpoint),
        Proof(proof.index, proof.path, proof.checkpoint, b"[" * 9000),
    ):
        with pytest.raises(ProofRefused):
            proven(changed, verifier)
    with pytest.raises(ProofRefused, match="is not signed by"):
        proven(proof, Signer.make(log.signer.name, Kind.LOG).verifier)


def test_what_is_not_sealed_yet_has_no_proof(log: Sealer, event: AuditEvent, tmp_path: Path) -> None:
    with pytest.raises(ProofRefused, match="is not sealed yet"):
        proof_of(log.folder, log.signer.verifier, record(Action.EXPORTED).uid)
