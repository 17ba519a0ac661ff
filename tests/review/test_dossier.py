"""The dossier as a stranger checks it: with its own verifier, Python and one package, and nothing of the product."""

import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest

from apps.audit import keys
from apps.audit.log.notes import Kind, Signer
from apps.audit.log.sealing import Sealer
from apps.audit.models import Action, AuditEvent
from apps.review.dossier.build import dossier_of
from apps.review.dossier.verify import EXPORT, MANIFEST, RECORD, TRAIL, Wrong, verify
from tests.people import People
from tests.review.asked import answered

pytestmark = pytest.mark.django_db
Files = dict[str, bytes]


def read(content: bytes) -> Files:
    with zipfile.ZipFile(BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write(path: Path, files: Files) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def listed_anew(files: Files) -> Files:
    """With a manifest that fits what was changed."""
    manifest = json.loads(files[MANIFEST])
    kept = {name: data for name, data in files.items() if name not in {MANIFEST, EXPORT}}
    manifest["files"] = {name: {"sha256": sha256(data).hexdigest(), "size": len(data)} for name, data in kept.items()}
    return files | {MANIFEST: json.dumps(manifest).encode()}


def replaced(name: str, old: bytes, new: bytes) -> Callable[[Files], Files]:
    def change(files: Files) -> Files:
        assert old in files[name]
        return files | {name: files[name].replace(old, new)}

    return change


def without(name: str) -> Callable[[Files], Files]:
    return lambda files: {key: data for key, data in files.items() if key != name}


def proofs(files: Files) -> list[str]:
    return sorted(name for name in files if name.startswith("proofs/") and name != EXPORT)


def swapped_proofs(files: Files) -> Files:
    first, second = proofs(files)[:2]
    return listed_anew(files | {first: files[second], second: files[first] + b"\n"})


def other_page(files: Files) -> Files:
    page = next(name for name in files if name.startswith("pages/"))
    return files | {page: files[page] + b" and more"}


def event_left_out(files: Files) -> Files:
    left = without(proofs(files)[0])(files)
    return listed_anew(left | {TRAIL: json.dumps(json.loads(files[TRAIL])[1:]).encode()})


def record_of_another(files: Files) -> Files:
    told = json.loads(files[RECORD])
    told["stages"]["validate"]["result"]["answer"] = "Another answer."
    return listed_anew(files | {RECORD: json.dumps(told).encode()})


def export_proof_of_another(files: Files) -> Files:
    return files | {EXPORT: files[proofs(files)[0]]}


def event_told_otherwise(files: Files) -> Files:
    told = json.loads(files[TRAIL])
    told[0]["actor_name"] = "somebody.else"
    return listed_anew(files | {TRAIL: json.dumps(told).encode()})


MANIPULATIONS: dict[str, Callable[[Files], Files]] = {
    "a figure in the record": replaced(RECORD, b'"214', b'"215'),
    "the record with a manifest that fits": record_of_another,
    "a word of the readable page": replaced("index.html", b"operating", b"gross"),
    "the readable page with a manifest that fits": lambda f: listed_anew(replaced("index.html", b"214", b"215")(f)),
    "the PDF report": lambda f: f | {"report.pdf": f["report.pdf"] + b"%"},
    "a cited page": other_page,
    "a file is missing": without("calculation.json"),
    "a file more": lambda f: f | {"pages/99-page-1.png": b"forged"},
    "a file more with a manifest that fits": lambda f: listed_anew(f | {"pages/99-page-1.png": b"forged"}),
    "proofs change places": swapped_proofs,
    "an event is left out": event_left_out,
    "an event told otherwise": event_told_otherwise,
    "the export's proof is another": export_proof_of_another,
    "no proof of the export": without(EXPORT),
    "the verifier itself": lambda f: f | {"verify.py": b"print('The dossier holds.')"},
}


def test_a_stranger_checks_it_and_finds_every_manipulation(
    people: People, log: Sealer, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    answer = answered(people)
    made = dossier_of(answer, people.reviewer)
    files, vkey = read(made.content), keys.log_verifier().vkey
    event = AuditEvent.objects.get(action=Action.EXPORTED)
    assert event.detail["manifest"] == sha256(files[MANIFEST]).hexdigest() and event.subject_uid == answer.uid

    stranger = tmp_path / "stranger"
    stranger.mkdir()
    (stranger / "dossier.zip").write_bytes(made.content)
    (stranger / "verify.py").write_bytes(files["verify.py"])
    command = [sys.executable, "-I", "verify.py", "dossier.zip", "--vkey", vkey]
    done = subprocess.run(command, cwd=stranger, env={}, capture_output=True, text=True)
    assert done.returncode == 0 and "The dossier holds." in done.stdout, done.stdout + done.stderr

    for name, change in MANIPULATIONS.items():
        with subtests.test(manipulation=name), pytest.raises(Wrong):
            verify(write(tmp_path / "changed.zip", change(dict(files))), vkey)
    for at in range(0, len(made.content), len(made.content) // 80):
        changed = made.content[:at] + bytes([made.content[at] ^ 0xA5]) + made.content[at + 1 :]
        (tmp_path / "damaged.zip").write_bytes(changed)
        with suppress(Wrong):  # what only the zip says of itself may differ
            verify(tmp_path / "damaged.zip", vkey)
            assert read(changed) == files
    other = Signer.make(log.signer.verifier.name, Kind.LOG).verifier.vkey
    with pytest.raises(Wrong, match=r"key|log"):
        verify(stranger / "dossier.zip", other)
    with zipfile.ZipFile(stranger / "dossier.zip", "a") as archive, pytest.warns(UserWarning):
        archive.writestr(RECORD, b"{}")
    with pytest.raises(Wrong, match="twice"):
        verify(stranger / "dossier.zip", vkey)


def test_it_reads_without_the_product(people: People, log: Sealer) -> None:
    files = read(dossier_of(answered(people), None).content)
    page = files["index.html"].decode()
    assert "operating margin of Quillmark" in page and "Operating income" in page
    assert "http://" not in page and "https://" not in page and "<script" not in page
    assert files["report.pdf"].startswith(b"%PDF") and b"Quillmark" in files["calculation.json"]
    assert any(name.startswith("pages/01-page-2") for name in files)


def test_a_calculation_that_does_not_come_out_is_found(people: People, log: Sealer) -> None:
    from apps.review.dossier.verify import check_calculation

    record = json.loads(read(dossier_of(answered(people), None).content)[RECORD])
    check_calculation(record)
    record["stages"]["calculate"]["figures"][0]["tree"]["left"]["operand"]["value"] = "1"
    with pytest.raises(Wrong, match="computes otherwise"):
        check_calculation(record)
