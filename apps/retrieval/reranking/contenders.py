"""The passages that are re-ranked, with all that a judge may know of them."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from apps.documents.models import Chunk
from apps.retrieval.candidates import Candidate
from apps.retrieval.found import Alignment, Met, SearchSettings
from apps.retrieval.intents import Intent
from apps.retrieval.ranking import section_of
from apps.retrieval.reranking.meeting import meet


@dataclass(frozen=True, slots=True)
class Contender:
    """chunk: its key. before: its place before re-ranking, from 1; standing: its score there.

    view: title, path and text, as a model reads them. scores: of the judges asked so far, by name. card: how its card
    meets the intent. section: of passages of one section no two should stand together at the top.
    """

    chunk: int
    before: int
    standing: float
    document: str
    page: int
    view: str
    alignment: Alignment
    met: tuple[Met, ...]
    scores: dict[str, float]
    section: Hashable = None


def contenders_of(candidates: Sequence[Candidate], intent: Intent, settings: SearchSettings) -> list[Contender]:
    """One query for cards, and for views where somebody judges: else they are empty. In the order given."""
    needed = ("card", "view") if settings.rerank else ("card",)
    rows = Chunk.objects.only(*needed).in_bulk([candidate.chunk.pk for candidate in candidates])
    return [
        _contender(place, candidate, rows[candidate.chunk.pk], intent, settings)
        for place, candidate in enumerate(candidates, start=1)
        if candidate.chunk.pk in rows
    ]


def _contender(place: int, candidate: Candidate, row: Chunk, intent: Intent, settings: SearchSettings) -> Contender:
    meeting = meet(row.card, candidate.filing, intent, settings)
    return Contender(
        chunk=row.pk,
        before=place,
        standing=candidate.score,
        document=candidate.filing.name,
        page=candidate.chunk.page + 1,
        view=row.view if settings.rerank else "",
        alignment=meeting.alignment,
        met=meeting.met,
        scores={},
        section=section_of(candidate),
    )
