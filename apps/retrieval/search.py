"""Finding passages for a question: read it, choose the filings, look in them on several paths, fuse (A6, V8)."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from time import perf_counter
from typing import TypeVar

from apps.accounts.models import User
from apps.documents.models import Chunk
from apps.inference.embedding import embedder
from apps.retrieval.choosing import Choice, choose
from apps.retrieval.dense import nearest
from apps.retrieval.filings import Filing, filings, register
from apps.retrieval.found import Found, Path, Scope, SearchResult, SearchSettings, SearchTrace
from apps.retrieval.fusion import Fused, fuse
from apps.retrieval.lexical import Terms, best_matches, count_terms
from apps.retrieval.ranked import Ranked
from apps.retrieval.reading import Reading, read
from apps.retrieval.statements import statement_pages

Result = TypeVar("Result")
NAMED_IN_TRACE = 50


@dataclass(slots=True)
class Clock:
    """Seconds per step, for the trace."""

    seconds: dict[str, float] = field(default_factory=dict)

    def time(self, step: str, act: Callable[[], Result]) -> Result:
        began = perf_counter()
        result = act()
        self.seconds[step] = round(perf_counter() - began, 4)
        return result


def search(
    question: str, *, viewer: User, scope: Scope | None = None, settings: SearchSettings | None = None
) -> SearchResult:
    """Passages for `question` among the published documents that `viewer` may see within `scope`, best first.

    Raises ModelUnavailable when the embedder cannot be loaded. Finding nothing is a result, not an error.
    """
    scope, settings, clock = scope or Scope(), settings or SearchSettings(), Clock()
    reading = clock.time("read", lambda: read(question, register(viewer, scope)))
    choice = clock.time("choose", lambda: choose(filings(viewer, scope), reading, settings))
    versions = choice.versions
    terms = clock.time("count", lambda: count_terms(reading.wording, versions, settings))
    paths = _paths(reading, versions, terms, settings, clock)
    best = clock.time("fuse", lambda: _candidates(paths, choice, settings))
    return SearchResult(best, _trace(question, reading, choice, terms, paths, best, settings, clock))


def _paths(
    reading: Reading, versions: Sequence[int], terms: Terms, settings: SearchSettings, clock: Clock
) -> dict[Path, list[Ranked]]:
    """One after the other: on the filings chosen each takes milliseconds, less than a second connection would."""
    ways: dict[Path, Callable[[], list[Ranked]]] = {
        Path.DENSE: lambda: _dense(reading, versions, terms.passages, settings),
        Path.LEXICAL: lambda: best_matches(terms, versions, settings),
    }
    if reading.statements and len(versions) <= settings.statements_up_to:
        ways[Path.STATEMENT] = lambda: statement_pages(versions, reading.statements)
    gone = {path: way for path, way in ways.items() if path in settings.paths}
    return {path: clock.time(str(path), way) if terms.passages else [] for path, way in gone.items()}


def _dense(reading: Reading, versions: Sequence[int], passages: int, settings: SearchSettings) -> list[Ranked]:
    model = embedder()
    (vector,) = model.embed([reading.wording.core])
    exact = passages <= settings.exact_up_to
    return nearest(vector, model.name, versions, settings.dense_candidates, exact=exact)


def _candidates(paths: dict[Path, list[Ranked]], choice: Choice, settings: SearchSettings) -> tuple[Found, ...]:
    fused = fuse(paths, {Path.STATEMENT: settings.statement_weight}, settings.rrf_k)
    by_version = {filing.version: filing for filing in choice.filings}
    passages = Chunk.objects.select_related("section").defer("lexemes", "boxes", "view")
    chunks = passages.in_bulk([f.chunk for f in fused])
    weighed = sorted(
        ((choice.weights[chunks[f.chunk].version_id] * f.score, f) for f in fused if f.chunk in chunks),
        key=lambda pair: (-pair[0], pair[1].chunk),
    )
    return tuple(
        _found(rank, score, f, chunks[f.chunk], by_version[chunks[f.chunk].version_id], choice)
        for rank, (score, f) in enumerate(weighed[: settings.keep], start=1)
    )


def _found(rank: int, score: float, fused: Fused, chunk: Chunk, filing: Filing, choice: Choice) -> Found:
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
        rank=rank,
        fused=score,
        scores=fused.paths,
        reasons=choice.reasons[chunk.version_id],
    )


def _trace(
    question: str,
    reading: Reading,
    choice: Choice,
    terms: Terms,
    paths: dict[Path, list[Ranked]],
    best: tuple[Found, ...],
    settings: SearchSettings,
    clock: Clock,
) -> SearchTrace:
    not_held = {"companies": list(reading.unheld), "years": choice.years_missing}
    order = sorted(choice.filings, key=lambda filing: -choice.weights[filing.version])
    names = dict.fromkeys([*(found.document_name for found in best), *(filing.name for filing in order)])
    return SearchTrace(
        question=question,
        terms=tuple(terms.weights),
        documents_searched=len(choice.filings),
        passages_searched=terms.passages,
        filters=choice.filters,
        relaxed=choice.relaxed,
        not_held={what: names for what, names in not_held.items() if names},
        documents=tuple(names)[:NAMED_IN_TRACE],
        found={str(path): len(found) for path, found in paths.items()},
        seconds=clock.seconds,
        settings=asdict(settings),
    )
