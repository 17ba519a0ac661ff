"""Checks the dossier of an answer: python verify.py DOSSIER.zip --vkey KEY

Needs Python 3.11 and the package `cryptography`, nothing of finrag. KEY is the public key of the audit log, which you
have from its operator by another way than this file; the key inside proves nothing. Exit status 0: all of it holds.

What is checked: every file is as the manifest says, and there is no other; the manifest is the one that the audit log
has for this export; the record of the answer is the one that the log has for the answer; every event shown is in the
log as it is shown; every figure of the calculation comes out of its operands again; every citation has its page.
"""

import argparse
import base64
import hashlib
import json
import struct
import sys
import zipfile
from collections.abc import Callable, Iterable
from decimal import Context, Decimal, DivisionByZero, InvalidOperation, Overflow
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

MANIFEST, EXPORT, RECORD, TRAIL = "manifest.json", "proofs/export.tlog-proof", "record.json", "trail.json"
Files = dict[str, bytes]
Told = dict[str, Any]
LARGEST = 512 * 1024 * 1024
FIELDS = ("at", "action", "actor_uid", "actor_name", "subject_type", "subject_uid", "subject_name", "detail", "address")
CONTEXT = Context(prec=40, Emax=200, Emin=-200, traps=[DivisionByZero, InvalidOperation, Overflow])


class Wrong(Exception):
    """Something is not as it must be; str() says what."""


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def need(holds: bool, sentence: str) -> None:
    if not holds:
        raise Wrong(sentence)


# ---- the files


def files_of(path: Path) -> Files:
    """Name -> bytes of every file; no name twice, nothing huge, nothing beside the files that the zip lists."""
    content = path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        names = [one.filename for one in archive.infolist()]
        need(len(names) == len(set(names)), "a file is in it twice")
        need(sum(one.file_size for one in archive.infolist()) <= LARGEST, "it unpacks to more than is credible")
        check_seams(content, archive.infolist())
        return {name: archive.read(name) for name in names}


def check_seams(content: bytes, listed: list[zipfile.ZipInfo]) -> None:
    """File stands behind file, then the list, then the end: readers that begin at either side find the same."""
    at = 0
    for one in sorted(listed, key=lambda one: one.header_offset):
        need(one.header_offset == at and not one.flag_bits & 0x08, "something stands between its files")
        lengths = struct.unpack("<HH", content[at + 26 : at + 30])  # of name and extra fields
        at += 30 + sum(lengths) + one.compress_size
    size, start, comment = struct.unpack("<IIH", content[-10:])
    need((start, start + size + 22, comment) == (at, len(content), 0), "something stands beside its files")


def check_files(files: Files) -> Told:
    """The manifest, after every file was compared with it."""
    need(MANIFEST in files and EXPORT in files, "the manifest or its proof is missing")
    manifest: Told = json.loads(files[MANIFEST])
    need(manifest.get("type") == "finrag-dossier/1", "this is no manifest of a dossier")
    listed = manifest["files"]
    for name in sorted(set(files) - {MANIFEST, EXPORT} - set(listed)):
        raise Wrong(f"{name} is not in the manifest")
    for name, told in listed.items():
        need(name in files, f"{name} is missing")
        need(len(files[name]) == told["size"], f"{name} has another size")
        need(sha(files[name]).hex() == told["sha256"], f"{name} was changed")
    return manifest


# ---- the log


def key_of(vkey: str) -> tuple[str, str, Ed25519PublicKey]:
    name, key_id, key = vkey.split("+", 2)
    return name, key_id, Ed25519PublicKey.from_public_bytes(base64.b64decode(key)[1:])


def fields_of(data: bytes, vkey: str) -> Told:
    """What a .tlog-proof shows of an event, after the checkpoint, the path and each field were checked."""
    name, key_id, key = key_of(vkey)
    head, note, signatures = data.decode().split("\n\n", 2)
    kind, extra, index, *path = head.split("\n")
    need(kind.startswith("c2sp.org/tlog-proof"), "a proof is none")
    ours = [base64.b64decode(line.split()[2]) for line in signatures.splitlines() if line.split()[1] == name]
    fit = [blob[4:] for blob in ours if blob[:4].hex() == key_id]
    need(len(fit) == 1, "a checkpoint is not signed by this log")
    key.verify(fit[0], (note + "\n").encode())
    origin, size, root = note.split("\n")[:3]
    told = json.loads(base64.b64decode(extra.removeprefix("extra ")))
    at, count = int(index.removeprefix("index ")), int(size)
    need(origin == name and 0 <= at < count, "a proof is of another log")
    need(root_of(told["entry"].encode(), at, count, path) == base64.b64decode(root), "an event is not in the log")
    return disclosed(told)


def root_of(entry: bytes, at: int, size: int, path: list[str]) -> bytes:
    """RFC 9162, section 2.1.3.2."""
    found, last = sha(b"\x00" + entry), size - 1
    for step in map(base64.b64decode, path):
        need(last > 0, "a proof is too long")
        if at & 1 or at == last:
            found = sha(b"\x01" + step + found)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            found = sha(b"\x01" + found + step)
        at, last = at >> 1, last >> 1
    need(last == 0, "a proof is too short")
    return found


def disclosed(told: Told) -> Told:
    entry = json.loads(told["entry"])
    shown = {"event": entry["event"]}
    for text in told["disclosures"]:
        digest = base64.urlsafe_b64encode(sha(text.encode())).decode().rstrip("=")
        _, field, value = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        need(entry["digests"][FIELDS.index(field)] == digest, f"the field {field} of an event is not what was sealed")
        shown[field] = value
    return shown


def check_log(files: Files, manifest: Told, vkey: str) -> int:
    """How many events were proven."""
    export = fields_of(files[EXPORT], vkey)
    need(
        export.get("action") == "exported" and export.get("subject_uid") == manifest["answer"], "the export is another"
    )
    need(export["detail"].get("manifest") == sha(files[MANIFEST]).hex(), "the manifest is not what was exported")
    trail = {one["event"]: one for one in json.loads(files[TRAIL])}
    names = [name for name in files if name.startswith("proofs/") and name != EXPORT]
    need(len(names) == len(trail), "events and proofs do not match")
    for name in names:
        shown = fields_of(files[name], vkey)
        need(trail.get(shown["event"]) == shown, f"the event of {name} is told otherwise than it was sealed")
        need(shown.get("subject_uid") == manifest["answer"], f"the event of {name} is about something else")
    check_record(files, manifest, trail.values())
    return len(names) + 1


def check_record(files: Files, manifest: Told, trail: Iterable[Told]) -> None:
    digest, record = sha(files[RECORD]).hex(), json.loads(files[RECORD])
    need(record["answer"] == manifest["answer"], "the record is of another answer")
    sealed = {event["detail"]["record"] for event in trail if "record" in (event.get("detail") or {})}
    need(digest in sealed, "no event of the log has this record")
    check_calculation(record)
    for one in record["citations"]:
        page = f"pages/{one['label']:02}-"
        need(any(name.startswith(page) for name in files), f"the page of citation {one['label']} is missing")


# ---- the calculation


def check_calculation(record: Told) -> None:
    for figure in (record["stages"].get("calculate") or {}).get("figures", ()):
        if figure.get("tree"):
            need(value_of(figure["tree"]) == Decimal(figure["amount"]["value"]), f"{figure['name']} computes otherwise")


def value_of(tree: Told) -> Decimal:
    if "operand" in tree:
        unit = (tree["operand"]["candidate"].get("quantity") or {}).get("unit")
        value = Decimal(tree["operand"]["value"])
        return value / 100 if unit == "percent" else value
    if "operator" in tree:
        return OPERATORS[tree["operator"]](value_of(tree["left"]), value_of(tree["right"]))
    if "function" in tree:
        return FUNCTIONS[tree["function"]]([value_of(one) for one in tree["of"]], tree.get("years", 0))
    return Decimal(tree["value"])


OPERATORS: dict[str, Callable[[Decimal, Decimal], Decimal]] = {
    "+": CONTEXT.add,
    "-": CONTEXT.subtract,
    "*": CONTEXT.multiply,
    "/": CONTEXT.divide,
    "^": CONTEXT.power,
}
FUNCTIONS: dict[str, Callable[[list[Decimal], int], Decimal]] = {
    "average": lambda values, _: CONTEXT.divide(sum(values, Decimal(0)), Decimal(len(values))),
    "sum": lambda values, _: sum(values, Decimal(0)),
    "change": lambda values, _: values[-1] - values[0],
    "absolute": lambda values, _: abs(values[0]),
    "minimum": lambda values, _: min(values),
    "maximum": lambda values, _: max(values),
    "growth": lambda values, _: CONTEXT.divide(values[-1] - values[0], abs(values[0])),
    "cagr": lambda values, years: (
        CONTEXT.power(CONTEXT.divide(values[-1], values[0]), CONTEXT.divide(Decimal(1), Decimal(years))) - 1
    ),
}


def verify(path: Path, vkey: str) -> list[str]:
    """Sentences on what holds. Raises Wrong."""
    try:
        files = files_of(path)
        manifest = check_files(files)
        events = check_log(files, manifest, vkey)
    except InvalidSignature:
        raise Wrong("a checkpoint is not signed by this key") from None
    except Wrong:
        raise
    except Exception as error:
        raise Wrong(f"it cannot be read ({type(error).__name__}: {error})") from error
    return [f"{len(files)} files are as they were exported", f"{events} events are in the log {vkey.split('+')[0]}"]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("dossier", type=Path)
    parser.add_argument("--vkey", required=True, help="the public key of the audit log, from its operator")
    told = parser.parse_args(arguments)
    try:
        for sentence in verify(told.dossier, told.vkey):
            print(sentence)
    except Wrong as wrong:
        print(f"NOT AS IT WAS: {wrong}")
        return 1
    print("The dossier holds.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
