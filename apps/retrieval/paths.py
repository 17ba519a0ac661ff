"""The paths on which candidates are found (V8, A6), and the filings that the closer ones look into (H1)."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from apps.documents.models import Chunk
from apps.inference.embedding import embedder
from apps.retrieval.choosing import Choice
from apps.retrieval.clock import Clock
from apps.retrieval.dense import nearest
from apps.retrieval.facts import fact_passages
from apps.retrieval.found import Path, SearchSettings
from apps.retrieval.headings import section_passages
from apps.retrieval.intents import Intent
from apps.retrieval.lexical import Terms, best_matches
from apps.retrieval.ranked import Ranked
from apps.retrieval.statements import statement_pages

DEEP = 30  # places of a ranking that count for its filing
Found = dict[Path, list[Ranked]]


def walk(intent: Intent, choice: Choice, terms: Terms, settings: SearchSettings, clock: Clock) -> Found:
    """Similarity looks into every filing chosen; the closer paths into the likeliest few of them.

    One after the other: on the filings chosen each takes milliseconds, less than a second connection would.
    """
    versions = choice.versions
    near = _taken(
        {
            Path.DENSE: lambda: _dense(intent, versions, terms.passages, settings),
            Path.LEXICAL: lambda: best_matches(terms, versions, settings),
        },
        terms,
        settings,
        clock,
    )
    close = clock.time("narrow", lambda: _likeliest(choice.closest(intent, settings), near, choice.weights, settings))
    closer: dict[Path, Callable[[], list[Ranked]]] = {
        Path.SECTION: lambda: section_passages(close, intent, near.values())
    }
    if intent.statements:
        closer[Path.STATEMENT] = lambda: statement_pages(close, intent.statements, settings.statement_pages)
    if intent.metrics and not intent.partial:
        closer[Path.FACT] = lambda: fact_passages(close, intent)
    return near | _taken(closer, terms, settings, clock)


def _taken(
    ways: Mapping[Path, Callable[[], list[Ranked]]], terms: Terms, settings: SearchSettings, clock: Clock
) -> Found:
    gone = {path: way for path, way in ways.items() if path in settings.paths}
    return {path: clock.time(str(path), way) if terms.passages else [] for path, way in gone.items()}


def _dense(intent: Intent, versions: Sequence[int], passages: int, settings: SearchSettings) -> list[Ranked]:
    model = embedder()
    (vector,) = model.embed([intent.wording.core])
    exact = passages <= settings.exact_up_to
    return nearest(vector, model.name, versions, settings.dense_candidates, exact=exact)


def _likeliest(
    versions: Sequence[int], near: Found, weights: Mapping[int, float], settings: SearchSettings
) -> list[int]:
    """At most so many of `versions`: where the metadata leave more, those whose passages similarity brought up (H1)."""
    most = settings.statements_up_to
    if len(versions) <= most:
        return list(versions)
    held = set(versions)
    best = {place.chunk: 1 / place.rank for path in near.values() for place in path[:DEEP]}
    scores: dict[int, float] = defaultdict(float)
    for chunk, version in Chunk.objects.filter(pk__in=best).values_list("pk", "version_id"):
        if version in held:
            scores[version] += best[chunk] * weights[version]
    return sorted(scores, key=lambda version: (-scores[version], version))[:most]
