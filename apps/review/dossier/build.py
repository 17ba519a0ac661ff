"""Making the dossier of an answer: one zip with everything about it, whose manifest stands in the audit log."""

import json
import zipfile
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import timezone

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerRecord, Ending
from apps.answers.run.canonical import plain
from apps.answers.run.records import body_of
from apps.answers.run.workflow import subject_of
from apps.audit import keys
from apps.audit.commitments import FIELDS
from apps.audit.models import Action, AuditEvent
from apps.audit.proving import proven
from apps.audit.trail import record as note
from apps.review.dossier import verify
from apps.review.dossier.pages import pages_of
from apps.review.dossier.report import report_of
from apps.review.dossier.sealed import proofs_of
from apps.review.outlines import RecordOutline
from apps.review.telling import PATHS, told_of

TYPE = "finrag-dossier/1"
Record = TypeVar("Record", AnswerRecord, RecordOutline)
MOST_EVENTS = 300
README = """\
Dossier of an answer of finrag

index.html     the answer and how it came to be, to read in a browser; needs no network
report.pdf     the same in short
record.json    everything that was recorded, as it was recorded
pages/         the cited pages, the cited places marked
calculation.json  figures, formulas and the exact values that they come from
reviews.json   what readers and reviewers said of it
trail.json     every event of the audit trail about this answer, proofs/ the proof of each
manifest.json  every file with its SHA-256; proofs/export.tlog-proof proves that it was exported like this
verify.py      checks all of it: pip install cryptography; python verify.py DOSSIER.zip --vkey KEY

KEY is the public key of the audit log. Have it from the operator by another way than this file:
a dossier that was forged would bring a forged key. This one was made with {vkey}
"""


class NoDossier(ValueError):
    """There is none to make; str() says why."""


@dataclass(frozen=True, slots=True)
class Dossier:
    name: str
    content: bytes


def main_record(answer: Answer) -> AnswerRecord | None:
    return main_of(AnswerRecord.objects.filter(answer=answer))


def main_of(records: QuerySet[Record]) -> Record | None:
    """Of an answer's records, or their outlines, that of the attempt that gave the answer; else of the last one."""
    rows = records.order_by("-number")
    return rows.filter(ending=Ending.DONE).first() or rows.first()


def dossier_of(answer: Answer, actor: User | None, address: str | None = None) -> Dossier:
    """The export is an event, which proves the manifest. Raises NoDossier, NotSealed, RecordDamaged."""
    found = main_record(answer)
    if found is None:
        raise NoDossier("Nothing is on record of this answer: it was made by an earlier release, or has expired.")
    files = _contents(answer, found, actor)
    _add_trail(files, answer)
    listed = {name: {"sha256": sha256(data).hexdigest(), "size": len(data)} for name, data in sorted(files.items())}
    manifest = {"type": TYPE, "answer": str(answer.uid), "record": found.digest, "made": timezone.now().isoformat()}
    files[verify.MANIFEST] = _json(manifest | {"files": listed})
    told: dict[str, Any] = {"what": "dossier", "manifest": sha256(files[verify.MANIFEST]).hexdigest()}
    made = note(Action.EXPORTED, actor=actor, subject=subject_of(answer), address=address, **told)
    files[verify.EXPORT] = proofs_of([made.uid])[0].text.encode()
    return Dossier(f"dossier-{str(answer.uid)[:8]}-{timezone.now():%Y%m%d}.zip", _zipped(files))


def _contents(answer: Answer, record: AnswerRecord, actor: User | None) -> dict[str, bytes]:
    body = body_of(record)
    told = told_of(json.loads(body))
    pages = list(pages_of(list(told.citations)))
    made = f"Exported by {actor.get_username() if actor else 'the operator'} on {timezone.now():%d %B %Y, %H:%M} UTC"
    vkey = keys.log_verifier().vkey
    context = {
        "told": told,
        "paths": PATHS,
        "offline": True,
        "images": [(label, name) for label, name, _ in pages],
        "made": made,
        "record": record,
        "answer": answer,
        "css": (Path(settings.BASE_DIR) / "static" / "css" / "dossier.css").read_text(),
    }
    return {
        "README.txt": README.format(vkey=vkey).encode(),
        "index.html": render_to_string("review/offline.html", context).encode(),
        "report.pdf": report_of(told, "Dossier of an answer", made, record.digest),
        verify.RECORD: body,
        "calculation.json": _json(told.record["stages"].get("calculate")),
        "reviews.json": _json(_opinions(answer)),
        "verify.py": Path(verify.__file__).read_bytes(),
        **{name: content for _, name, content in pages},
    }


def _add_trail(files: dict[str, bytes], answer: Answer) -> None:
    events = list(AuditEvent.objects.filter(subject_type="answer", subject_uid=answer.uid).order_by("id")[:MOST_EVENTS])
    log, shown = keys.log_verifier(), []
    for event, proof in zip(events, proofs_of([event.uid for event in events]), strict=True):
        files[f"proofs/{event.uid}.tlog-proof"] = proof.text.encode()
        fields = proven(proof, log).fields
        shown.append({"event": str(event.uid)} | {name: fields[name] for name in FIELDS if name in fields})
    files[verify.TRAIL] = _json(shown)


def _opinions(answer: Answer) -> dict[str, Any]:
    said = answer.feedback.select_related("reader").order_by("given")
    review = getattr(answer, "review", None)
    notes = review.notes.select_related("author") if review else ()
    return {
        "feedback": [
            {"by": one.reader.get_username(), "at": one.given, "helped": one.helped, "reason": one.reason}
            | {"comment": one.comment}
            for one in said
        ],
        "standing": review.standing if review else None,
        "review": [{"by": one.author.get_username(), "at": one.at, "did": one.kind, "text": one.text} for one in notes],
    }


def _json(value: Any) -> bytes:
    return json.dumps(plain(value), ensure_ascii=False, indent=1).encode()


def _zipped(files: dict[str, bytes]) -> bytes:
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            archive.writestr(name, files[name])
    return target.getvalue()
