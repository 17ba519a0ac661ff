"""What is kept behind an answer (A9): every candidate with its scores and why it was chosen or not, every citation."""

from dataclasses import asdict
from typing import Any

from apps.answers.curate import Curated
from apps.answers.gather import Evidence, Passage
from apps.answers.modelled.caller import Caller
from apps.answers.models import Answer, Candidate, Citation, StageName
from apps.answers.pipeline import PipelineSettings
from apps.answers.tools.toolbox import Toolbox
from apps.answers.validation import Checked


def trace_of(
    evidence: Evidence, settings: PipelineSettings, caller: Caller, checked: Checked, toolbox: Toolbox
) -> dict[str, Any]:
    """calls: prompts, raw replies and repairs of every model that was asked. object: the writer's reply (A7) with the
    verdict of the checks, its sources numbered as they were given; null without a writer. tools: every call of one
    (V12) with its arguments, source, time and figures, failed ones too.
    """
    written = caller.taken(StageName.WRITE)
    return {
        "search": asdict(evidence.result.trace),
        "pipeline": asdict(settings),
        "calls": caller.as_json(),
        "tools": toolbox.as_json(),
        "object": written | {"validation_status": checked.validation["trust"]} if written else None,
    }


def save_candidates(answer: Answer, evidence: Evidence, curated: Curated, checked: Checked) -> None:
    """One row a passage: those found, and those that were cited though no search found them."""
    labels: dict[int, list[int]] = {}
    for cited in checked.cited:
        labels.setdefault(cited.claim.place.chunk_id, []).append(cited.label)
    found = {passage.found.chunk_id for passage in evidence.passages}
    rows = [_found(answer, passage, labels, curated) for passage in evidence.passages]
    rows += [
        _from_table(answer, chunk_id, len(rows) + place, labels[chunk_id])
        for place, chunk_id in enumerate((pk for pk in labels if pk not in found), start=1)
    ]
    Candidate.objects.bulk_create(rows)


def _found(answer: Answer, passage: Passage, labels: dict[int, list[int]], curated: Curated) -> Candidate:
    found = passage.found
    return Candidate(
        answer=answer,
        chunk_id=found.chunk_id,
        rank=found.rank,
        fused=found.fused,
        scores={path: asdict(score) for path, score in found.scores.items()},
        chosen=found.chunk_id in labels,
        reason=_reason(found.chunk_id, labels, curated),
    )


def _reason(chunk_id: int, labels: dict[int, list[int]], curated: Curated) -> str:
    if chunk_id in labels:
        return _cited_as(labels[chunk_id])
    best = max((hit.score for hit in curated.sentences if hit.sentence.chunk_id == chunk_id), default=None)
    if curated.selection:
        chosen = {passage.found.chunk_id for passage in curated.selection.passages}
        return "given to the writer, who did not cite it" if chunk_id in chosen else "not chosen by the curating model"
    if best is not None:
        return f"a sentence scored {best:.2f}, but did not pass the checks"
    return "no row or sentence of it fits as well as those chosen"


def _cited_as(labels: list[int]) -> str:
    return "cited as " + ", ".join(f"[{label}]" for label in labels)


def _from_table(answer: Answer, chunk_id: int, rank: int, labels: list[int]) -> Candidate:
    reason = f"{_cited_as(labels)}: a figure of it was looked up, or it stands beside a passage that was found"
    return Candidate(answer=answer, chunk_id=chunk_id, rank=rank, fused=0.0, chosen=True, reason=reason)


def save_citations(answer: Answer, checked: Checked) -> list[Citation]:
    return Citation.objects.bulk_create(
        Citation(
            answer=answer,
            label=cited.label,
            version_id=cited.claim.place.version_id,
            chunk_id=cited.claim.place.chunk_id,
            page=cited.claim.place.page,
            start=cited.claim.place.start,
            end=cited.claim.place.end,
            boxes=cited.boxes,
            quote=cited.quote,
        )
        for cited in checked.cited
    )
