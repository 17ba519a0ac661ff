"""The verifier printed in docs/audit.md works for a stranger: an empty folder, Python and `cryptography`."""

import base64
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from apps.audit.log.sealing import Sealer
from apps.audit.models import Action
from apps.audit.proving import proof_of
from apps.audit.trail import Subject, record
from apps.audit.verification import Fault
from finrag_site.embedded.paths import BASE

TEXT = (BASE / "docs" / "audit.md").read_text()


@pytest.mark.django_db
def test_the_printed_verifier(log: Sealer, tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    (tmp_path / "check.py").write_text(program)
    made = [record(Action.ASKED, subject=Subject("answer", None, f"Question {number}")) for number in range(261)]
    log.seal()
    for event in (made[0], made[100], made[260]):
        proof = proof_of(log.folder, log.signer.verifier, event.uid, hidden=["actor_name"]).text
        good = checked(tmp_path, proof, log.signer.verifier.vkey)
        assert good.returncode == 0, good.stderr
        assert f"subject_name: {event.subject_name}\n" in good.stdout
        assert f"event {event.uid}" in good.stdout
        assert "actor_name" not in good.stdout
        lines = proof.split("\n")
        for changed in (
            proof.replace(lines[2], f"index {int(lines[2].split()[1]) ^ 1}"),
            proof.replace("\n261\n", "\n262\n"),
            proof.replace(lines[1], "extra " + edited(lines[1], "entry", str(event.uid), str(event.uid)[::-1])),
            proof.replace(lines[1], "extra " + edited(lines[1], "disclosures", "W", "X")),
        ):
            assert checked(tmp_path, changed, log.signer.verifier.vkey).returncode != 0


def edited(line: str, part: str, old: str, new: str) -> str:
    """The extra line of a proof, without its first word, in which the entry or the disclosures are others."""
    told = json.loads(base64.b64decode(line.removeprefix("extra ")))
    changed = json.loads(json.dumps(told[part]).replace(old, new, 1))
    assert changed != told[part]
    return base64.b64encode(json.dumps({**told, part: changed}).encode()).decode()


def checked(folder: Path, proof: str, vkey: str) -> "subprocess.CompletedProcess[str]":
    (folder / "event.tlog-proof").write_text(proof)
    command = [sys.executable, "-I", "check.py", "event.tlog-proof", vkey]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)


def test_every_fault_is_explained() -> None:
    assert [fault for fault in Fault if f"`{fault}`" not in TEXT] == []
