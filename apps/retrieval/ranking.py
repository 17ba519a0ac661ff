"""From the paths' rankings to one: fusion, the filing's weight, alignment, spreading (A6, R3)."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from apps.documents.models import Chunk
from apps.retrieval.alignment import Aligner
from apps.retrieval.candidates import Candidate
from apps.retrieval.choosing import Choice
from apps.retrieval.filings import Filing
from apps.retrieval.found import Alignment, Found, Named, Path, SearchSettings
from apps.retrieval.fusion import Fused, fuse
from apps.retrieval.intents import Intent
from apps.retrieval.lexical import Terms
from apps.retrieval.ordering.features import features
from apps.retrieval.ordering.weights import order_named
from apps.retrieval.ranked import Ranked
from apps.retrieval.rows import row_passages
from apps.retrieval.spreading import Scored, in_turn, spread, without_repeats
from apps.retrieval.stems import stem_sequence
from apps.retrieval.vocabulary import vocabulary

READ = ("uid", "version_id", "page", "spans", "kind", "text", "hash", "section__path")


@dataclass(frozen=True, slots=True)
class Ranking:
    """kept: the candidates, best first; rest: those that were not kept, best first; repeats: by passage kept."""

    paths: dict[Path, list[Ranked]]
    kept: tuple[Candidate, ...]
    rest: tuple[Candidate, ...]
    repeats: dict[int, int]


@dataclass(frozen=True, slots=True)
class Passages:
    """What the paths name, with the rows of tables, and the passages by their keys."""

    paths: dict[Path, list[Ranked]]
    chunks: Mapping[int, Chunk]


@dataclass(frozen=True, slots=True)
class Brought:
    """What the paths brought for a question, before its last ordering. paths: with the rows of tables.

    near: the first of them by reciprocal ranks and the weights of filings, which it orders; far: the others.
    """

    paths: dict[Path, list[Ranked]]
    near: list[Candidate]
    far: list[Candidate]


def rank(
    paths: dict[Path, list[Ranked]], intent: Intent, choice: Choice, terms: Terms, settings: SearchSettings
) -> Ranking:
    """The `settings.keep` best candidates, and all others for the trace."""
    passages = _read(paths, terms, settings)
    align = Aligner(intent, settings)
    found = _by_hand(passages, align, choice)
    if settings.order:
        learned = ordered(_plainly(passages, align, choice), intent, terms, settings)
        found = _both(found, learned, settings.order_k)
    scored = [Scored(candidate, candidate.score) for candidate in (*found.near, *found.far)]
    kept, repeats = without_repeats(scored, _text)
    spreaded = in_turn(spread(kept, section_of, settings.section_decay), _company, len(intent.companies))
    order = [entry.item for entry in spreaded]
    again = {candidate.chunk.pk: repeats.get(_text(candidate), 0) for candidate in order}
    return Ranking(found.paths, tuple(order[: settings.keep]), tuple(order[settings.keep :]), again)


def brought(
    paths: dict[Path, list[Ranked]], intent: Intent, choice: Choice, terms: Terms, settings: SearchSettings
) -> Brought:
    """The passages that the paths name by plain reciprocal ranks, as what was learned sees them."""
    return _plainly(_read(paths, terms, settings), Aligner(intent, settings), choice)


def _plainly(passages: Passages, align: Aligner, choice: Choice) -> Brought:
    intent, settings = align.intent, align.settings
    found = _fused(passages, {}, choice, settings)
    near = [replace(_aligned(one, align), might=_only_might(one.chunk, intent)) for one in found[: settings.ordered]]
    return Brought(passages.paths, near, found[settings.ordered :])


def _by_hand(passages: Passages, align: Aligner, choice: Choice) -> Brought:
    """Best first, by weights of the settings. Alignment can lift a passage only so far: those far below are not looked
    at for it."""
    intent, settings = align.intent, align.settings
    found = _fused(passages, _weights(settings), choice, settings)
    might = settings.might_weight
    found = _sorted(replace(one, score=one.score * might) if _only_might(one.chunk, intent) else one for one in found)
    near = (_aligned(one, align, settings.alignment_weight) for one in found[: settings.aligned])
    return Brought(passages.paths, _sorted(near), found[settings.aligned :])


def _both(by_hand: Brought, learned: Brought, k: int) -> Brought:
    """The two orders as one, by reciprocal ranks; each passage as the learned one sees it."""
    scores: dict[int, float] = defaultdict(float)
    for order in (by_hand, learned):
        for place, one in enumerate((*order.near, *order.far), start=1):
            scores[one.chunk.pk] += 1 / (k + place)
    near = _sorted(replace(one, score=scores[one.chunk.pk]) for one in learned.near)
    return Brought(learned.paths, near, _sorted(replace(one, score=scores[one.chunk.pk]) for one in learned.far))


def _read(paths: dict[Path, list[Ranked]], terms: Terms, settings: SearchSettings) -> Passages:
    """What the paths name, as far as it is still there, with the rows of tables. One query."""
    named = {place.chunk for path in paths.values() for place in path}
    chunks = Chunk.objects.select_related("section").only(*READ).in_bulk(named)
    if Path.ROW in settings.paths:
        paths = paths | {Path.ROW: row_passages(_similar(paths, chunks), terms)}
    return Passages(paths, chunks)


def _fused(
    passages: Passages, weights: Mapping[Path, float], choice: Choice, settings: SearchSettings
) -> list[Candidate]:
    """Best first."""
    filings, chunks = {filing.version: filing for filing in choice.filings}, passages.chunks
    fused = [one for one in fuse(passages.paths, weights, settings.rrf_k) if one.chunk in chunks]
    return _sorted(_candidate(one, chunks[one.chunk], filings, choice) for one in fused)


def _sorted(candidates: Iterable[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda candidate: (-candidate.score, candidate.chunk.pk))


def _candidate(fused: Fused, chunk: Chunk, filings: Mapping[int, Filing], choice: Choice) -> Candidate:
    weight = choice.weights[chunk.version_id]
    return Candidate(chunk, filings[chunk.version_id], fused, weight, weight * fused.score)


def _aligned(candidate: Candidate, align: Aligner, weight: float = 0.0) -> Candidate:
    alignment = align(candidate.chunk, candidate.filing)
    return replace(candidate, alignment=alignment, score=candidate.score * (1 + weight * alignment.score))


def ordered(found: Brought, intent: Intent, terms: Terms, settings: SearchSettings) -> Brought:
    """Best first, by what was learned. Scores say how likely each is against the first: 1 and less, 0 for those far."""
    if not found.near:
        return found
    names, rows = features(found.near, intent, terms)
    scores = order_named(settings.order).scores(names, rows, figures=intent.numeric)
    odds = np.exp(scores - scores.max())
    near = _sorted(replace(one, score=float(share)) for one, share in zip(found.near, odds, strict=True))
    return Brought(found.paths, near, [replace(one, score=0.0) for one in found.far])


def _weights(settings: SearchSettings) -> dict[Path, float]:
    return {
        Path.STATEMENT: settings.statement_weight,
        Path.FACT: settings.fact_weight,
        Path.SECTION: settings.section_weight,
        Path.SUMMARY: settings.summary_weight,
        Path.ROW: settings.row_weight,
    }


def _text(candidate: Candidate) -> str:
    return f"{candidate.chunk.version_id} {candidate.chunk.hash}"


def _similar(paths: Mapping[Path, Sequence[Ranked]], chunks: Mapping[int, Chunk]) -> list[Chunk]:
    """Without those that their section's summary alone brought: their tables need not be about the question."""
    near = {place.chunk for path, found in paths.items() if path != Path.SUMMARY for place in found}
    return [chunk for key, chunk in chunks.items() if key in near]


def _only_might(chunk: Chunk, intent: Intent) -> bool:
    """Its section speaks of what might happen, and the question does not ask for that."""
    return chunk.section is not None and not intent.risk and any(map(_speaks_of_might, chunk.section.path))


@lru_cache(maxsize=10_000)
def _speaks_of_might(title: str) -> bool:
    stems = " ".join(stem_sequence(title))
    return any(" ".join(stem_sequence(words)) in stems for words in vocabulary()["might"])


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
