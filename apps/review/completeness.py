"""Whether what must be on record is: counted over the last answers, and over all documents that are ready."""

from dataclasses import dataclass
from itertools import pairwise

from apps.answers.models import AnswerRecord
from apps.answers.run.records import RecordDamaged, content_of, unresolved
from apps.audit.models import Action, AuditEvent
from apps.documents.models import DocumentVersion, State

PARTS = ("asked", "made_with", "stages", "calls", "tools", "citations", "passages", "timeline")
STAGES = ("intent", "plan", "gather", "calculate", "curate", "write", "validate")
ROAD = [State.UPLOADED, State.NORMALIZED, State.ANALYZED, State.INDEXED, State.READY]


@dataclass(frozen=True, slots=True)
class Counted:
    lines: tuple[str, ...]
    problems: tuple[str, ...]


def counted(last: int) -> Counted:
    records = list(AnswerRecord.objects.filter(ending="done").select_related("answer").order_by("-id")[:last])
    problems: list[str] = []
    whole = sum(not _add(problems, record, _missing(record)) for record in records)
    cited = resolved = size = packed = 0
    for record in records:
        told = content_of(record)
        bad = unresolved(told)
        cited, resolved = cited + len(told["citations"]), resolved + len(told["citations"]) - len(bad)
        size, packed = size + record.size, packed + len(record.body)
        problems += [f"{record.answer.uid}: citation {label} does not resolve" for label in bad]
    ready = list(DocumentVersion.objects.filter(state=State.READY).select_related("document"))
    walked = sum(not _add(problems, version, _gaps(version)) for version in ready)
    count = max(len(records), 1)
    lines = (
        f"records complete: {whole} of {len(records)}",
        f"citations resolved: {resolved} of {cited}",
        f"documents with complete transition log: {walked} of {len(ready)}",
        f"bytes an answer: {packed // count:,} kept, {size // count:,} before compressing",
    )
    return Counted(lines, tuple(problems))


def _add(problems: list[str], what: object, found: list[str]) -> bool:
    problems += [f"{what}: {one}" for one in found]
    return bool(found)


def _missing(record: AnswerRecord) -> list[str]:
    try:
        told = content_of(record)
    except RecordDamaged as error:
        return [str(error)]
    missing = [part for part in PARTS if part not in told]
    missing += [f"stage {name}" for name in STAGES if name not in told["stages"]]
    keys = {str(row["chunk_id"]) for search in told["stages"]["gather"] for row in search.get("candidates", ())}
    missing += ["places of candidates"] if keys - set(told["passages"]) else []
    sealed = AuditEvent.objects.filter(action=Action.ANSWERED, subject_uid=record.answer.uid)
    missing += [] if sealed.filter(detail__record=record.digest).exists() else ["the digest in its event"]
    return missing


def _gaps(version: DocumentVersion) -> list[str]:
    """Steps of the road that the trail does not have, between upload and Ready."""
    events = AuditEvent.objects.filter(subject_uid=version.document.uid, action=Action.TRANSITION)
    told = {(one["from"], one["to"]) for one in events.values_list("detail", flat=True) if _is_of(one, version)}
    return [f"{before} to {after}" for before, after in pairwise(ROAD) if (before.value, after.value) not in told]


def _is_of(detail: dict[str, object], version: DocumentVersion) -> bool:
    return detail.get("version") == str(version.uid)
