"""Why this evidence (R4): the trace of a search or an answer as its page shows it. Only what the viewer may see."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from apps.accounts.models import User
from apps.answers.models import Answer
from apps.documents.models import Chunk, Document
from apps.retrieval.found import Path, SearchTrace
from apps.search.results import place_of

PATHS = tuple(str(path) for path in Path)
STEPS = {
    "read": "reading the question",
    "choose": "choosing filings",
    "count": "counting the words asked for",
    "embed": "embedding the question",
    "summaries": "nearest summaries",
    "narrow": "filings with near passages",
    "documents": "weighing the filings again",
    "cards": "reading filing cards",
    "fuse": "putting the paths together",
    "bundle": "bundling passages for a model",
}  # what the clock of a search calls them -> in words; the paths keep the names that they have in the table


@dataclass(frozen=True, slots=True)
class Considered:
    """A candidate. places: for each of PATHS its rank and score, None where the path did not find it."""

    rank: int
    document: Document
    page: int
    url: str
    score: float
    places: tuple[dict[str, float] | None, ...]
    weight: float | None
    alignment: dict[str, float]
    kept: bool
    chosen: bool
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Why:
    """seconds: per step; withheld: whether candidates are left out because their documents cannot be seen now."""

    question: str
    trace: Mapping[str, Any]
    candidates: tuple[Considered, ...]
    withheld: bool

    @property
    def seconds(self) -> list[tuple[str, float, float]]:
        """Step in plain words, seconds, and its part of the whole in percent; the longest first."""
        steps: Mapping[str, float] = self.trace.get("seconds", {})
        whole = sum(steps.values()) or 1.0
        longest = sorted(steps.items(), key=lambda step: -step[1])
        return [(STEPS.get(step, step), seconds, round(100 * seconds / whole)) for step, seconds in longest]

    @property
    def total(self) -> float:
        return round(sum(seconds for _, seconds, _ in self.seconds), 3)


def why_found(trace: SearchTrace, viewer: User) -> Why:
    """Of a search that was made just now."""
    return _why(trace.question, asdict(trace), {}, viewer)


def why_answered(answer: Answer, viewer: User) -> Why:
    """Of the last search behind an answer; what the answer made of each candidate comes with it."""
    trace = dict(answer.trace.get("search", {}))
    rows = {row.chunk_id: row for row in answer.candidates.all()}
    if not trace.get("candidates"):  # answers of an earlier release kept the rows alone
        trace["candidates"] = [
            {"chunk_id": row.chunk_id, "score": row.fused, "scores": row.scores, "kept": True} for row in rows.values()
        ]
    made = {pk: (row.chosen, row.reason) for pk, row in rows.items()}
    return _why(answer.question, trace, made, viewer)


def _why(question: str, trace: dict[str, Any], made: Mapping[int, tuple[bool, str]], viewer: User) -> Why:
    rows: list[dict[str, Any]] = list(trace.get("candidates", ()))
    chunks = _chunks((row["chunk_id"] for row in rows), viewer)
    names = _visible(trace.get("documents", ()), viewer)
    candidates = tuple(
        _considered(rank, row, chunks[row["chunk_id"]], made)
        for rank, row in enumerate(rows, start=1)
        if row["chunk_id"] in chunks
    )
    seen = trace | {"documents": names, "candidates": None}
    return Why(question, seen, candidates, len(candidates) < len(rows))


def _chunks(keys: Iterable[int], viewer: User) -> dict[int, Chunk]:
    rows = Chunk.objects.visible_to(viewer).select_related("version__document__company")
    return rows.only("uid", "page", "version__uid", "version__document").in_bulk(list(keys))


def _visible(names: Iterable[str], viewer: User) -> list[str]:
    listed = list(names)
    seen = set(Document.objects.visible_to(viewer).filter(name__in=listed).values_list("name", flat=True))
    return [name for name in listed if name in seen]


def _considered(rank: int, row: dict[str, Any], chunk: Chunk, made: Mapping[int, tuple[bool, str]]) -> Considered:
    chosen, reason = made.get(chunk.pk, (False, ""))
    scores = {str(path): score for path, score in row.get("scores", {}).items()}
    return Considered(
        rank=rank,
        document=chunk.version.document,
        page=chunk.page + 1,
        url=place_of(chunk),
        score=row["score"],
        places=tuple(scores.get(path) for path in PATHS),
        weight=row.get("filing_weight"),
        alignment=row.get("alignment") or {},
        kept=row.get("kept", False),
        chosen=chosen,
        reasons=(*row.get("reasons", ()), *([reason] if reason else [])),
    )
