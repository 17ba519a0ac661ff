"""Keeping the record of an attempt at an answer: once, whole, compressed; and reading it again."""

import json
import zlib
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.contrib.postgres.search import SearchVector
from django.db.models import Value
from django.utils import timezone

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerRecord, AnswerSource, Citation, Ending, StageName, StoreState
from apps.answers.run import content
from apps.answers.run.canonical import Piece, canonical, digest_of, packed, plain, unpacked
from apps.answers.run.road import Road
from apps.answers.run.settings import PipelineSettings
from apps.documents.models import Chunk, Document, DocumentVersion, Page

SEARCHED_CHARACTERS = 20_000  # of question and answer, by words


class RecordDamaged(ValueError):
    """The record is not what its digest says; str() says which."""


def store_state(viewer: User) -> str:
    """The digest of the published versions that `viewer` can see now; what they are is kept beside it."""
    rows = Document.objects.visible_to(viewer).exclude(current=None).order_by("current")
    keys = tuple(rows.values_list("current", flat=True))
    digest = _digest_of_versions(keys)
    if not StoreState.objects.filter(pk=digest).exists():
        state = StoreState(digest=digest, versions=packed(canonical(keys)))
        StoreState.objects.bulk_create([state], ignore_conflicts=True)
    return digest


@lru_cache(maxsize=64)
def _digest_of_versions(keys: tuple[int, ...]) -> str:
    """Of their public ids, which never change: a store that stands still is not read again for each answer."""
    uids = dict(DocumentVersion.objects.filter(pk__in=keys).order_by().values_list("pk", "uid"))
    return digest_of("".join(f"{uids[pk]}\n" for pk in keys).encode())


def versions_of(digest: str) -> list[int] | None:
    """The versions of a state of the store, by key; None where it is not known."""
    state = StoreState.objects.filter(pk=digest).first()
    found: list[int] | None = json.loads(unpacked(state.versions)) if state else None
    return found


def keep(
    answer: Answer,
    ending: Ending,
    *,
    road: Road | None,
    pipeline: PipelineSettings,
    store: str,
    chosen: dict[str, Any] | None,
    seconds: float,
    stages: Piece | None = None,
    citations: Sequence[Citation] = (),
    problem: Mapping[str, Any] | None = None,
) -> AnswerRecord:
    """Keep what is known of an attempt that has ended. Belongs in the transaction of its end.

    stages: what came of each, where it has been told already.
    """
    number = AnswerRecord.objects.filter(answer=answer).count() + 1
    if stages is None:
        stages = content.stages_of(road) if road else Piece.of({})
    passages = content.passages_of(road) if road else {}
    told = {
        "type": content.TYPE,
        "answer": str(answer.uid),
        "number": number,
        "attempt": answer.attempts,
        "ending": ending.value,
        "asked": content.asked(answer, chosen),
        "made_with": content.made_with(pipeline, store) | _own_settings(answer),
        "stages": stages.value,
        "calls": plain(road.caller.as_json()) if road else [],
        "spent_after": road.caller.spent_after if road else None,
        "tools": plain(road.calls.as_json()) if road else [],
        "object": plain(road.caller.taken(StageName.WRITE)) if road else None,
        "citations": content.citations_of(citations, passages),
        "passages": content.places_of(passages),
        "timeline": content.timeline(answer.stages.all()),
        "search_seconds": [dict(trace.seconds) for trace in content.traces_of(road)] if road else [],
        "seconds": round(seconds, 3),
        "problem": plain(dict(problem or {})),
    }
    _note_sources(answer, passages, {one.chunk_id for one in citations})
    return _kept(answer, told, {"stages": stages})


def _own_settings(answer: Answer) -> dict[str, Any]:
    return {"own_settings": plain(answer.own_settings)} if answer.own_settings else {}


def _kept(answer: Answer, told: dict[str, Any], pieces: Mapping[str, Piece]) -> AnswerRecord:
    body, now = canonical(told, pieces), timezone.now()
    result = (told["stages"].get("validate") or {}).get("result") or {}
    words = f"{answer.question} {result.get('answer', '')}"[:SEARCHED_CHARACTERS]
    row = AnswerRecord(
        answer=answer,
        kept=now,
        expires=now + timedelta(days=settings.RECORD_DAYS),
        digest=digest_of(body),
        size=len(body),
        body=packed(body),
        **columns(told),
    )
    row.lexemes = SearchVector(Value(words), config="english")
    row.save(force_insert=True)
    return row


def columns(told: Mapping[str, Any]) -> dict[str, Any]:
    """What a row says again of its record, for lists and charts."""
    checked = told["stages"].get("validate") or {}
    validation = (checked.get("result") or {}).get("validation") or {}
    return {
        "number": told["number"],
        "ending": told["ending"],
        "status": checked.get("status", ""),
        "trust": validation.get("trust") or "",
        "grounded": (validation.get("measures") or {}).get("G") if validation.get("trust") else None,
        "model_names": sorted({call["model"] for call in told["calls"]}),
        "seconds": told["seconds"],
        "stages": _seconds(told["timeline"], told["attempt"]),
        "spent": _spent(told["calls"]),
        "tokens": sum(call["tokens_in"] + call["tokens_out"] for call in told["calls"]),
        "cost": sum((Decimal(call["cost"]) for call in told["calls"]), Decimal(0)),
    }


def _seconds(timeline: list[dict[str, Any]], attempt: int) -> dict[str, float]:
    """How long each stage of the attempt took."""
    return {
        one["stage"]: round(
            (datetime.fromisoformat(one["ended"]) - datetime.fromisoformat(one["started"])).total_seconds(), 3
        )
        for one in timeline
        if one["ended"] and one["attempt"] == attempt
    }


def _spent(calls: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """What the models of each stage took."""
    found: dict[str, dict[str, Any]] = {}
    for call in calls:
        so_far = found.setdefault(call["stage"], {"tokens": 0, "cost": "0"})
        so_far["tokens"] += call["tokens_in"] + call["tokens_out"]
        so_far["cost"] = str(Decimal(so_far["cost"]) + Decimal(call["cost"]))
    return found


def _note_sources(answer: Answer, passages: Mapping[int, content.Passage], chunks: set[int]) -> None:
    """Every document that came into question, so that who may not see one of them may not see the answer."""
    found, cited = {one.key for one in passages.values()}, {passages[pk].key for pk in chunks}
    if named := answer.scope.get("documents"):
        found |= set(Document.objects.filter(uid__in=named).values_list("pk", flat=True))
    rows = [AnswerSource(answer=answer, document_id=pk, cited=pk in cited) for pk in sorted(found)]
    AnswerSource.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["answer", "document"], update_fields=["cited"]
    )


def body_of(record: AnswerRecord) -> bytes:
    """The canonical JSON that the digest is of. Raises RecordDamaged."""
    try:
        body = unpacked(record.body)
    except zlib.error as error:
        raise RecordDamaged(f"The record {record.uid} cannot be unpacked.") from error
    if digest_of(body) != record.digest:
        raise RecordDamaged(f"The record {record.uid} is not what its digest says.")
    return body


def content_of(record: AnswerRecord) -> dict[str, Any]:
    """What the record says. Raises RecordDamaged."""
    found: dict[str, Any] = json.loads(body_of(record))
    return found


def unresolved(told: Mapping[str, Any]) -> list[int]:
    """Labels of the citations that do not lead to their words any more: another file, passage, page or text."""
    bad: list[int] = []
    for one in told["citations"]:
        chunk = Chunk.objects.filter(uid=one["chunk"], version__sha256=one["file_sha256"], hash=one["chunk_hash"])
        page = Page.objects.filter(version__uid=one["version"], number=one["page"]).first()
        quote = page.text[one["start"] : one["end"]] if page and chunk.exists() else None
        bad += [] if quote == one["quote"] else [one["label"]]
    return bad
