"""From the paths' rankings to one: fusion, the filing's weight, alignment, spreading (A6, R3)."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from apps.documents.models import Chunk
from apps.retrieval.alignment import Aligner
from apps.retrieval.choosing import Choice
from apps.retrieval.filings import Filing
from apps.retrieval.found import Alignment, Found, Judged, Named, Path, SearchSettings
from apps.retrieval.fusion import Fused, fuse
from apps.retrieval.intents import Intent
from apps.retrieval.lexical import Terms
from apps.retrieval.ranked import Ranked
from apps.retrieval.rows import row_passages
from apps.retrieval.spreading import Scored, in_turn, spread, without_repeats
from apps.retrieval.stems import stem_sequence
from apps.retrieval.vocabulary import vocabulary

READ = ("uid", "version_id", "page", "spans", "kind", "text", "hash", "section__path")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that some path brought, with what it counts."""

    chunk: Chunk
    filing: Filing
    fused: Fused
    weight: float
    alignment: Alignment | None
    score: float
    judged: Judged | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """kept: the candidates, best first; rest: those that were not kept, best first; repeats: by passage kept."""

    paths: dict[Path, list[Ranked]]
    kept: tuple[Candidate, ...]
    rest: tuple[Candidate, ...]
    repeats: dict[int, int]


def rank(
    paths: dict[Path, list[Ranked]], intent: Intent, choice: Choice, terms: Terms, settings: SearchSettings
) -> Ranking:
    """The `settings.keep` best candidates, and all others for the trace."""
    brought = {place.chunk for path in paths.values() for place in path}
    chunks = Chunk.objects.select_related("section").only(*READ).in_bulk(brought)
    if Path.ROW in settings.paths:
        paths = paths | {Path.ROW: row_passages(_similar(paths, chunks), terms)}
    fused = [f for f in fuse(paths, _weights(settings), settings.rrf_k) if f.chunk in chunks]
    weighed = _weighed(fused, chunks, intent, choice, settings)
    kept, repeats = without_repeats(weighed, lambda candidate: f"{candidate.chunk.version_id} {candidate.chunk.hash}")
    spreaded = in_turn(spread(kept, section_of, settings.section_decay), _company, len(intent.companies))
    order = [entry.item for entry in spreaded]
    again = {
        entry.item.chunk.pk: repeats.get(f"{entry.item.chunk.version_id} {entry.item.chunk.hash}", 0) for entry in kept
    }
    return Ranking(paths, tuple(order[: settings.keep]), tuple(order[settings.keep :]), again)


def _similar(paths: Mapping[Path, Sequence[Ranked]], chunks: Mapping[int, Chunk]) -> list[Chunk]:
    """Without those that their section's summary alone brought: their tables need not be about the question."""
    near = {place.chunk for path, found in paths.items() if path != Path.SUMMARY for place in found}
    return [chunk for key, chunk in chunks.items() if key in near]


def _weights(settings: SearchSettings) -> dict[Path, float]:
    return {
        Path.STATEMENT: settings.statement_weight,
        Path.FACT: settings.fact_weight,
        Path.SECTION: settings.section_weight,
        Path.SUMMARY: settings.summary_weight,
        Path.ROW: settings.row_weight,
    }


def _weighed(
    fused: list[Fused], chunks: Mapping[int, Chunk], intent: Intent, choice: Choice, settings: SearchSettings
) -> list[Scored[Candidate]]:
    """Best first. Alignment can lift a passage only so far: those far below are not looked at for it."""
    filings = {filing.version: filing for filing in choice.filings}
    scored = []
    for f in fused:
        chunk = chunks[f.chunk]
        weight = choice.weights[chunk.version_id]
        score = weight * f.score * (settings.might_weight if _only_might(chunk, intent) else 1.0)
        scored.append(Candidate(chunk, filings[chunk.version_id], f, weight, None, score))
    scored.sort(key=lambda candidate: (-candidate.score, candidate.chunk.pk))
    align = Aligner(intent, settings)
    near = [_aligned(candidate, align, settings) for candidate in scored[: settings.aligned]]
    near.sort(key=lambda candidate: (-candidate.score, candidate.chunk.pk))
    return [Scored(candidate, candidate.score) for candidate in (*near, *scored[settings.aligned :])]


def _only_might(chunk: Chunk, intent: Intent) -> bool:
    """Its section speaks of what might happen, and the question does not ask for that."""
    return chunk.section is not None and not intent.risk and any(map(_speaks_of_might, chunk.section.path))


@lru_cache(maxsize=10_000)
def _speaks_of_might(title: str) -> bool:
    stems = " ".join(stem_sequence(title))
    return any(" ".join(stem_sequence(words)) in stems for words in vocabulary()["might"])


def _aligned(candidate: Candidate, align: Aligner, settings: SearchSettings) -> Candidate:
    alignment = align(candidate.chunk, candidate.filing)
    score = candidate.score * (1 + settings.alignment_weight * alignment.score)
    return replace(candidate, alignment=alignment, score=score)


def section_of(candidate: Candidate) -> Hashable:
    """Its section, else its page."""
    return candidate.chunk.section_id or (candidate.chunk.version_id, candidate.chunk.page)


def _company(candidate: Candidate) -> Hashable:
    return candidate.filing.company


def taking_turns(candidates: Sequence[Candidate], intent: Intent) -> list[Candidate]:
    """The companies that a question compares one after the other, whatever their order."""
    entries = [Scored(candidate, candidate.score) for candidate in candidates]
    return [entry.item for entry in in_turn(entries, _company, len(intent.companies))]


def found_of(ranking: Ranking, choice: Choice, context: Mapping[int, tuple[int, ...]]) -> tuple[Found, ...]:
    """The kept candidates as the search gives them."""
    return tuple(_found(place, candidate, choice, context) for place, candidate in enumerate(ranking.kept, start=1))


def named_of(ranking: Ranking) -> dict[int, Named]:
    """Every candidate, kept or not."""
    chunks = (candidate.chunk for candidate in (*ranking.kept, *ranking.rest))
    return {chunk.pk: Named(chunk.uid, chunk.hash, chunk.page, chunk.version_id) for chunk in chunks}


def _found(place: int, candidate: Candidate, choice: Choice, context: Mapping[int, tuple[int, ...]]) -> Found:
    chunk, filing = candidate.chunk, candidate.filing
    return Found(
        chunk_id=chunk.pk,
        version_id=chunk.version_id,
        document_uid=filing.uid,
        document_name=filing.name,
        page=chunk.page,
        pages=tuple(dict.fromkeys([chunk.page, *(page for page, _, _ in chunk.spans)])),
        kind=chunk.kind,
        text=chunk.text,
        section_path=tuple(chunk.section.path) if chunk.section else (),
        rank=place,
        fused=candidate.score,
        scores=candidate.fused.paths,
        reasons=choice.reasons[chunk.version_id],
        filing_weight=candidate.weight,
        alignment=candidate.alignment or Alignment(),
        context=context.get(chunk.pk, ()),
        judged=candidate.judged,
    )
