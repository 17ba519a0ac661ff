"""What is kept behind an answer (A9): every candidate with its scores and why it was chosen or not, every citation."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from apps.answers.judge.configured import judges
from apps.answers.models import Candidate, Citation, StageName
from apps.answers.run.road import Road
from apps.answers.run.versions import code_digest, lexicon_digest
from apps.answers.sources.evidence import Passage
from apps.documents.embedders import embedder
from apps.questions.query import as_json


def trace_of(road: Road, searches: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """searches: as the record tells them, the main one first; with its clock, this is what pages show of the search.

    readings: every reading with its reason. search: the main one; further: those of parts and of curation.

    calls: prompts, raw replies and repairs of every model that was asked. object: the writer's reply (A7) with the
    verdict of the checks, its sources numbered as they were given; null without a writer. versions: of code, words and
    models. judged: of each sentence why it was refused, or how likely it answers.
    """
    written = road.caller.taken(StageName.WRITE)
    return {
        "readings": [{"query": as_json(one.query), "reason": one.reason} for one in road.reading.alternatives],
        "search": {**searches[0], "seconds": road.evidence.result.trace.seconds} if searches else {},
        "further": list(searches[1:]),
        "pipeline": asdict(road.settings),
        "versions": {
            "code": code_digest(),
            "lexicon": lexicon_digest(),
            "embedder": embedder().name,
            "judges": judges(),
        },
        "judged": [
            {"text": one.candidate.text[:300], "answers": one.answers, "refused": one.refused, "by": one.by}
            for one in road.verdicts
        ],
        "calls": road.caller.as_json(),
        "tools": road.calls.as_json(),
        "object": written | {"validation_status": road.found.validation["trust"]} if written else None,
    }


def candidates_of(road: Road) -> list[Candidate]:
    """One row a passage, not saved: those found, and those that were cited though no search found them."""
    labels: dict[int, list[int]] = {}
    for cited in road.found.cited:
        labels.setdefault(cited.claim.anchor.chunk_id, []).append(cited.label)
    passages = road.evidence.passages
    found = {passage.found.chunk_id for passage in passages}
    rows = [_found(road, passage, labels) for passage in passages]
    rows += [
        _from_table(road, chunk_id, len(rows) + place, labels[chunk_id])
        for place, chunk_id in enumerate((pk for pk in labels if pk not in found), start=1)
    ]
    return rows


def _found(road: Road, passage: Passage, labels: Mapping[int, Sequence[int]]) -> Candidate:
    found = passage.found
    return Candidate(
        answer=road.answer,
        chunk_id=found.chunk_id,
        rank=found.rank,
        fused=found.fused,
        scores={path: asdict(score) for path, score in found.scores.items()},
        chosen=found.chunk_id in labels,
        reason=_reason(road, found.chunk_id, labels),
    )


def _reason(road: Road, chunk_id: int, labels: Mapping[int, Sequence[int]]) -> str:
    if chunk_id in labels:
        return _cited_as(labels[chunk_id])
    if road.selection:
        chosen = {passage.found.chunk_id for passage in road.selection.passages}
        return "given to the writer, who did not cite it" if chunk_id in chosen else "not chosen by the curating model"
    verdicts = [verdict for told, verdict in zip(road.told, road.verdicts, strict=True) if told.chunk == chunk_id]
    if why := next((verdict.refused for verdict in verdicts if verdict.refused), ""):
        return f"a sentence was refused: {why}"[:200]
    return "sentences of it speak of the subject; others fit better" if verdicts else "no sentence of it fits as well"


def _cited_as(labels: Sequence[int]) -> str:
    return "cited as " + ", ".join(f"[{label}]" for label in labels)


def _from_table(road: Road, chunk_id: int, rank: int, labels: Sequence[int]) -> Candidate:
    reason = f"{_cited_as(labels)}: a figure of it was looked up, or it stands beside a passage that was found"
    return Candidate(answer=road.answer, chunk_id=chunk_id, rank=rank, fused=0.0, chosen=True, reason=reason)


def save_citations(road: Road) -> list[Citation]:
    return Citation.objects.bulk_create(
        Citation(
            answer=road.answer,
            label=cited.label,
            version_id=cited.claim.anchor.version_id,
            chunk_id=cited.claim.anchor.chunk_id,
            page=cited.claim.anchor.page,
            start=cited.claim.anchor.start,
            end=cited.claim.anchor.end,
            boxes=cited.boxes,
            quote=cited.quote,
        )
        for cited in road.found.cited
    )
