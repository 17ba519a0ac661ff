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

import cryptography
import pytest

from apps.answers.run import workflow
from apps.answers.run.asking import ask
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


def calculation_told_otherwise(files: Files) -> Files:
    told = json.loads(files[RECORD])
    told["stages"]["calculate"]["figures"][0]["tree"]["left"]["operand"]["value"] = "1"
    return listed_anew(files | {RECORD: json.dumps(told).encode()})


def edited_proof(line: int, old: str, new: str) -> Callable[[Files], Files]:
    """A line of the export's proof changed: the one proof that the manifest cannot list."""

    def change(files: Files) -> Files:
        lines = files[EXPORT].decode().split("\n")
        assert old in lines[line]
        lines[line] = lines[line].replace(old, new, 1)
        return files | {EXPORT: "\n".join(lines).encode()}

    return change


def grown_checkpoint(files: Files) -> Files:
    head, note, signatures = files[EXPORT].decode().split("\n\n", 2)
    origin, size, root = note.split("\n")[:3]
    return files | {EXPORT: f"{head}\n\n{origin}\n{int(size) + 1}\n{root}\n\n{signatures}".encode()}


def unsigned_checkpoint(files: Files) -> Files:
    head, note, signatures = files[EXPORT].decode().split("\n\n", 2)
    return files | {EXPORT: f"{head}\n\n{note}\n\n{signatures[:-8]}AAAA{signatures[-4:]}".encode()}


def other_root(files: Files) -> Files:
    head, note, signatures = files[EXPORT].decode().split("\n\n", 2)
    origin, size, _ = note.split("\n")[:3]
    return files | {EXPORT: f"{head}\n\n{origin}\n{size}\n{'A' * 43}=\n\n{signatures}".encode()}


def from_another(*names: str) -> Callable[[Files, Files], Files]:
    return lambda files, other: files | {name: other[name] for name in names}


def proofs_of_another(files: Files, other: Files) -> Files:
    kept = {name: data for name, data in files.items() if name not in proofs(files)}
    return listed_anew(kept | {name: other[name] for name in proofs(other)} | {TRAIL: other[TRAIL]})


MANIPULATIONS: dict[str, Callable[[Files], Files]] = {
    "a figure in the record": replaced(RECORD, b'"214', b'"215'),
    "the record with a manifest that fits": record_of_another,
    "a word of the readable page": replaced("index.html", b"operating", b"gross"),
    "the readable page with a manifest that fits": lambda f: listed_anew(replaced("index.html", b"214", b"215")(f)),
    "the PDF report": lambda f: f | {"report.pdf": f["report.pdf"] + b"%"},
    "a cited page": other_page,
    "a figure of the calculation": replaced("calculation.json", b"214", b"215"),
    "the calculation of the record": calculation_told_otherwise,
    "what reviewers said": replaced("reviews.json", b"null", b'"signed"'),
    "the key that is told": lambda f: f | {"README.txt": f["README.txt"].replace(b"+", b"-", 1)},
    "a file is missing": without("calculation.json"),
    "a file more": lambda f: f | {"pages/99-page-1.png": b"forged"},
    "a file more with a manifest that fits": lambda f: listed_anew(f | {"pages/99-page-1.png": b"forged"}),
    "a folder more": lambda f: f | {"pages/more/": b""},
    "proofs change places": swapped_proofs,
    "an event is left out": event_left_out,
    "an event told otherwise": event_told_otherwise,
    "the export's proof is another": export_proof_of_another,
    "no proof of the export": without(EXPORT),
    "no manifest": without(MANIFEST),
    "the place in the log": edited_proof(2, "index ", "index 1"),
    "a hash on the way to the root": lambda f: edited_proof(3, f[EXPORT].decode().split("\n")[3][:4], "AAAA")(f),
    "the size of the checkpoint": grown_checkpoint,
    "the root of the checkpoint": other_root,
    "the signature of the checkpoint": unsigned_checkpoint,
    "the verifier itself": lambda f: f | {"verify.py": b"print('The dossier holds.')"},
}
OF_ANOTHER: dict[str, Callable[[Files, Files], Files]] = {
    "another's record": from_another(RECORD),
    "another's manifest and its proof": from_another(MANIFEST, EXPORT),
    "another's record, manifest and proof": from_another(RECORD, MANIFEST, EXPORT),
    "another's events and proofs": proofs_of_another,
}


def rezipped(content: bytes, change: Callable[[zipfile.ZipFile], None]) -> bytes:
    target = BytesIO(content)
    with zipfile.ZipFile(target, "a") as archive:
        change(archive)
    return target.getvalue()


def hidden_file(content: bytes) -> bytes:
    """A file that the list at the end of the zip does not name, as a reader of streams finds it."""
    other = BytesIO()
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr(RECORD, b"{}")
    return other.getvalue() + content


def doubled(archive: zipfile.ZipFile) -> None:
    with pytest.warns(UserWarning):
        archive.writestr(RECORD, b"{}")


def commented(archive: zipfile.ZipFile) -> None:
    archive.comment = b"forged"


ZIPPED: dict[str, Callable[[bytes], bytes]] = {
    "a file twice": lambda content: rezipped(content, doubled),
    "a comment": lambda content: rezipped(content, commented),
    "a file before the zip": hidden_file,
    "bytes behind the zip": lambda content: content + b"PK",
    "half of it": lambda content: content[: len(content) // 2],
}
CHECKED = """
import sys
sys.path.append("only")
import verify
for name in sys.argv[2:]:
    print(name, verify.main([name, "--vkey", sys.argv[1]]))
foreign = {name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names
print("foreign", *sorted(foreign))
"""


def stranger(folder: Path, dossiers: dict[str, bytes], vkey: str) -> list[str]:
    """What the verifier inside the first dossier says of each, where nothing is but Python and one package."""
    only, packages = folder / "only", Path(cryptography.__file__).parents[1]
    only.mkdir(parents=True)
    for one in (*packages.glob("_cffi_backend*"), packages / "cryptography"):
        (only / one.name).symlink_to(one)
    for name, content in dossiers.items():
        (folder / name).write_bytes(content)
    (folder / "verify.py").write_bytes(read(next(iter(dossiers.values())))["verify.py"])
    (folder / "check.py").write_text(CHECKED)
    command = [sys.executable, "-I", "-S", "-c", "import sys; sys.path[:0] = ['.']; exec(open('check.py').read())"]
    done = subprocess.run([*command, vkey, *dossiers], cwd=folder, env={}, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def zipped(files: Files) -> bytes:
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return target.getvalue()


def test_a_stranger_checks_it_and_finds_every_manipulation(
    people: People, log: Sealer, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    answer = answered(people)
    second = ask(people.owner, "What was the operating income of Quillmark in fiscal 2023?")
    assert workflow.answer(second.pk)
    made, other = dossier_of(answer, people.reviewer), dossier_of(second, people.reviewer)
    files, others, vkey = read(made.content), read(other.content), keys.log_verifier().vkey
    event = AuditEvent.objects.get(action=Action.EXPORTED, subject_uid=answer.uid)
    assert event.detail["manifest"] == sha256(files[MANIFEST]).hexdigest()

    dossiers = {"as made": made.content, "written anew": zipped(files), "the second": other.content}
    dossiers |= {name: zipped(change(dict(files))) for name, change in MANIPULATIONS.items()}
    dossiers |= {name: zipped(change(dict(files), others)) for name, change in OF_ANOTHER.items()}
    dossiers |= {name: change(made.content) for name, change in ZIPPED.items()}
    assert all(read(dossiers[name]) != files for name in [*MANIPULATIONS, *OF_ANOTHER])
    told = stranger(tmp_path / "stranger", dossiers, vkey)
    assert told.pop() == "foreign __main__ _cffi_backend _openssl cryptography verify"
    assert [line for line in told if line == "The dossier holds."] == ["The dossier holds."] * 3
    for name in dossiers:
        with subtests.test(dossier=name):
            assert f"{name} {0 if name in {'as made', 'written anew', 'the second'} else 1}" in told


def test_every_byte_counts_and_so_does_the_key(people: People, log: Sealer, tmp_path: Path) -> None:
    made, vkey = dossier_of(answered(people), None), keys.log_verifier().vkey
    path = tmp_path / "dossier.zip"
    for at in range(0, len(made.content), len(made.content) // 80):
        changed = made.content[:at] + bytes([made.content[at] ^ 0xA5]) + made.content[at + 1 :]
        path.write_bytes(changed)
        with suppress(Wrong):  # what only the zip says of itself may differ
            verify(path, vkey)
            assert read(changed) == read(made.content)
    path.write_bytes(made.content)
    with pytest.raises(Wrong, match=r"key|log"):
        verify(path, Signer.make(log.signer.verifier.name, Kind.LOG).verifier.vkey)


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
