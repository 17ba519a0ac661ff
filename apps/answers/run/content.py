"""What the record of an attempt says (A9): what was asked, with what it was made, and what came of each stage.

The stages are told by the road alone, so that walking it again tells the same, and where it tells otherwise, the stage.
"""

import platform
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import Any

from django.conf import settings

from apps.answers.compute.outcome import Outcome
from apps.answers.judge.configured import judges
from apps.answers.loop.looping import PROMPTS as LOOP_PROMPTS
from apps.answers.modelled.caller import PROMPTS, ROLES
from apps.answers.models import Answer, Candidate, Citation, Stage, Status
from apps.answers.result import Result
from apps.answers.run.canonical import Piece, plain
from apps.answers.run.recording import candidates_of
from apps.answers.run.result_object import result_of
from apps.answers.run.road import Road
from apps.answers.run.settings import PipelineSettings
from apps.answers.run.versions import code_digest, lexicon_digest
from apps.documents.embedders import embedder
from apps.documents.models import Chunk, DocumentVersion
from apps.inference.errors import ModelUnavailable
from apps.inference.language import Prompt, language_model
from apps.questions.query import as_json
from apps.retrieval.found import Named, SearchResult, SearchTrace

TYPE = "finrag-answer-record/1"
# Settings beside those of the pipeline that an answer depends on. No key, no address.
CONFIGURED = (
    *("EMBED_BACKEND", "EMBED_MODEL", "EMBED_BATCH", "EMBED_THREADS", "EMBED_PRECISION", "TAU_SIM"),
    *("LATE_INTERACTION", "LATE_INTERACTION_MODEL", "CROSS_ENCODER", "DECODER_RERANKER", "TOURNAMENT", "JUDGE_MODEL"),
    *("ANSWERING", "LLM_MAX_TOKENS", "LLM_BUDGET_TOKENS", "LLM_BUDGET_SECONDS", "TOOL_CALLS", "PRICES_CURRENCY"),
    "PHRASE_MODEL",
)
REMEMBERED = 8  # answers before it in its conversation
TIMED = ("seconds",)


def asked(answer: Answer, chosen: dict[str, Any] | None) -> dict[str, Any]:
    """chosen: the reading that the asker chose, as JSON. follows: the answers before it, the last first."""
    asker = answer.asker
    told: dict[str, Any] = plain(
        {
            "question": answer.question,
            "by": {"uid": asker.uid, "name": asker.get_username(), "role": asker.role},
            "at": answer.created,
            "scope": answer.scope,
            "chosen": chosen,
            "follows": list(_before(answer)),
        }
    )
    return told


def _before(answer: Answer) -> Iterable[dict[str, Any]]:
    at = answer.follows
    for _ in range(REMEMBERED):
        if at is None:
            return
        yield {"answer": at.uid, "question": at.question}
        at = at.follows


def made_with(pipeline: PipelineSettings, store: str) -> dict[str, Any]:
    """store: the digest of the versions that could be searched."""
    models = {
        role.value: {"name": model.name, "context": model.context, "reply_tokens": model.reply_tokens}
        for role in ROLES
        if (model := language_model(role))
    }
    told: dict[str, Any] = plain(
        {
            "settings": asdict(pipeline),
            "settings_digest": pipeline.digest(),
            "configured": {name.lower(): getattr(settings, name) for name in CONFIGURED},
            "code": code_digest(),
            "lexicon": lexicon_digest(),
            "python": platform.python_version(),
            "embedder": _embedder(),
            "judges": judges(),
            "models": models,
            "prompts": _prompts(),
            "store": store,
        }
    )
    return told


@cache
def _prompts() -> dict[str, str]:
    """The digest of each prompt of the road, in this process's copy."""
    folders = (PROMPTS, LOOP_PROMPTS)
    return {path.stem: Prompt.load(path.parent, path.stem).digest for one in folders for path in one.glob("*.txt")}


def _embedder() -> str:
    """An attempt that failed because there is none is recorded as well."""
    try:
        return embedder().name
    except ModelUnavailable as error:
        return f"none: {error}"


def stages_of(road: Road, result: Result | None = None, candidates: Sequence[Candidate] | None = None) -> Piece:
    """What came of each stage, as far as the road was walked. Nothing in it says when, or how long it took.

    result, candidates: of the road, where they have been made already.
    """
    readings = [{"query": as_json(one.query), "reason": one.reason} for one in road.reading.alternatives]
    loop = {"loop": {"steps": road.loop.steps}} if road.loop else {}
    return Piece.of(
        {
            "intent": {"readings": readings, "carried": road.reading.carried, "unclear": road.reading.unclear}
            | {"remembered": road.remembered.cell.uid if road.remembered else None}
            | {"near": [cell.uid for cell in road.near]},
            "plan": [{"question": one.reading.question, "program": one.program} for one in road.parts],
            "gather": [_search(trace) for trace in traces_of(road)],
            "calculate": _computed(road.outcome),
            "curate": {
                "judged": [
                    {"text": one.candidate.text, "answers": one.answers, "refused": one.refused, "by": one.by}
                    for one in road.verdicts
                ],
                "accepted": road.choice.accepted,
                "selection": [one.found.chunk_id for one in road.selection.passages] if road.selection else None,
            }
            | ({"tables": [one.row.place for one in road.tables]} if road.tables else {}),
            "write": road.draft.seen() | {"words": road.draft.words, "notes": road.draft.notes} if road.draft else None,
            "validate": _checked(road, result, candidates),
        }
        | loop
    )


def traces_of(road: Road) -> list[SearchTrace]:
    return [one.trace for one in searches_of(road)]


def searches_of(road: Road) -> list[SearchResult]:
    """The main search, then those of sub-questions and of curation; none where a verified cell answered."""
    return [] if road.remembered else [road.evidence.result, *road.evidence.further]


def _search(trace: SearchTrace) -> dict[str, Any]:
    kept = (one.name for one in fields(trace) if one.name not in {*TIMED, "settings"})
    return {name: getattr(trace, name) for name in kept if getattr(trace, name)}


def _computed(outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    kept = (one.name for one in fields(outcome) if one.name != "query")
    return {name: getattr(outcome, name) for name in kept if getattr(outcome, name)}


def _checked(road: Road, made: Result | None, rows: Sequence[Candidate] | None) -> dict[str, Any] | None:
    if road.checked is None:
        return None
    result = {name: one for name, one in (made or result_of(road, 0.0)).items() if name not in TIMED}
    found = [_place(one.label, one.claim.anchor, one.quote, one.boxes) for one in road.checked.cited]
    candidates = [
        {"chunk": one.chunk_id, "rank": one.rank, "fused": one.fused, "scores": one.scores}
        | {"chosen": one.chosen, "reason": one.reason}
        for one in (candidates_of(road) if rows is None else rows)
    ]
    status = Status(road.checked.draft.status).value
    rejected = list(road.checked.rejected)
    return {"status": status, "result": result, "places": found, "candidates": candidates, "rejected": rejected}


def _place(label: int, anchor: Any, quote: str, boxes: Any) -> dict[str, Any]:
    at = {"version": anchor.version_id, "chunk": anchor.chunk_id, "page": anchor.page}
    return at | {"label": label, "start": anchor.start, "end": anchor.end, "quote": quote, "boxes": boxes}


@dataclass(frozen=True, slots=True)
class Passage:
    """What identifies a passage that was considered, its version and its document, for good."""

    chunk: str
    chunk_hash: str
    page: int
    version: str
    file_sha256: str
    media_type: str
    key: int  # of the document
    document: str
    name: str


def passages_of(road: Road) -> dict[int, Passage]:
    """By the key that searches name them with. One query: the searches have read what they name; two where an answer
    cites what no search found."""
    named = {pk: one for search in searches_of(road) for pk, one in search.named.items()}
    named |= _cited(road, named)
    versions = _versions({one.version_id for one in named.values()})
    kept = ((pk, one) for pk, one in sorted(named.items()) if one.version_id in versions)
    return {pk: Passage(str(one.uid), one.hash, one.page, *versions[one.version_id]) for pk, one in kept}


def _cited(road: Road, known: Container[int]) -> dict[int, Named]:
    """The passages that an answer rests on, or was shown, and that no search named."""
    shown = {passage.found.chunk_id for passage in road.evidence.passages}
    cited = {one.claim.anchor.chunk_id for one in road.checked.cited} if road.checked else set()
    others = [pk for pk in shown | cited if pk not in known]
    rows = Chunk.objects.filter(pk__in=others).order_by().values_list("pk", "uid", "hash", "page", "version")
    return {pk: Named(uid, hash_, page, of) for pk, uid, hash_, page, of in rows}


def _versions(keys: Iterable[int]) -> dict[int, tuple[str, str, str, int, str, str]]:
    """What a passage says of its version and its document."""
    named = ("uid", "sha256", "media_type", "document", "document__uid", "document__name")
    rows = DocumentVersion.objects.filter(pk__in=keys).order_by().values_list("pk", *named)
    return {pk: (str(uid), sha, kind, of, str(of_uid), name) for pk, uid, sha, kind, of, of_uid, name in rows}


def places_of(passages: Mapping[int, Passage]) -> dict[str, list[Any]]:
    """By the key that searches name a passage with: its public id, that of its version, and its page (from 0)."""
    return {str(pk): [one.chunk, one.version, one.page] for pk, one in passages.items()}


def citations_of(citations: Iterable[Citation], passages: Mapping[int, Passage]) -> list[dict[str, Any]]:
    """Each with what identifies its file and its passage for good: their SHA-256."""
    named = ("chunk", "chunk_hash", "version", "file_sha256", "media_type", "document", "name")
    return [
        {"id": str(one.uid), "label": one.label, "page": one.page, "start": one.start, "end": one.end}
        | {"boxes": one.boxes, "quote": one.quote}
        | {name: getattr(passages[one.chunk_id], name) for name in named}
        for one in citations
    ]


def timeline(rows: Iterable[Stage]) -> list[dict[str, Any]]:
    """The stages of this and of earlier attempts that died, in order, with what models were asked in them."""
    return [
        {
            "stage": one.name,
            "attempt": one.attempt,
            "started": one.started.isoformat(),
            "ended": one.ended.isoformat() if one.ended else None,
            "detail": one.detail,
            "calls": one.calls,
        }
        for one in rows
    ]
