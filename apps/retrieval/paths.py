"""The paths on which candidates are found (V8, A6), and the filings that the closer ones look into (H1)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from apps.documents.embedders import embedder
from apps.retrieval.choosing import Choice
from apps.retrieval.clock import Clock
from apps.retrieval.dense import nearest
from apps.retrieval.facts import fact_passages
from apps.retrieval.found import Path, SearchSettings
from apps.retrieval.headings import section_passages
from apps.retrieval.intents import Intent
from apps.retrieval.lexical import Terms, best_matches
from apps.retrieval.likeliest import Scores, by_passages, weigh_again
from apps.retrieval.ranked import Ranked
from apps.retrieval.statements import statement_pages
from apps.retrieval.summaries import nearest_summaries, summarised_passages

Found = dict[Path, list[Ranked]]


@dataclass(frozen=True, slots=True)
class Walked:
    """paths: what each brought; choice: the filings, weighed again by what similarity says of whole documents."""

    paths: Found
    choice: Choice


def walk(intent: Intent, choice: Choice, terms: Terms, settings: SearchSettings, clock: Clock) -> Walked:
    """Similarity looks into every filing chosen; the closer paths into the likeliest few of them.

    One after the other: on the filings chosen each takes milliseconds, less than a second connection would.
    """
    versions, exact = choice.versions, terms.passages <= settings.exact_up_to
    model = embedder()
    (vector,) = clock.time("embed", lambda: model.embed([intent.wording.core]))
    near = _taken(
        {
            Path.DENSE: lambda: nearest(vector, model.name, versions, settings.dense_candidates, exact=exact),
            Path.LEXICAL: lambda: best_matches(terms, versions, settings),
        },
        terms,
        settings,
        clock,
    )
    summaries = clock.time(
        "summaries", lambda: nearest_summaries(vector, model.name, versions, settings.summaries, exact=exact)
    )
    passages = clock.time("narrow", lambda: by_passages(near.values()))
    again = clock.time("documents", lambda: weigh_again(intent, choice, passages, summaries, terms, settings))
    close = _closest(again.closest(intent, settings), passages, again, settings)
    closer: dict[Path, Callable[[], list[Ranked]]] = {
        Path.SECTION: lambda: section_passages(close, intent, near.values()),
    }
    if not intent.from_statements:
        closer[Path.SUMMARY] = lambda: summarised_passages(summaries, near.values())
    if intent.statements:
        closer[Path.STATEMENT] = lambda: statement_pages(close, intent.statements, settings.statement_pages)
    if intent.metrics and not intent.partial:
        closer[Path.FACT] = lambda: fact_passages(close, intent)
    return Walked(near | _taken(closer, terms, settings, clock), again)


def _taken(
    ways: Mapping[Path, Callable[[], list[Ranked]]], terms: Terms, settings: SearchSettings, clock: Clock
) -> Found:
    gone = {path: way for path, way in ways.items() if path in settings.paths}
    return {path: clock.time(str(path), way) if terms.passages else [] for path, way in gone.items()}


def _closest(versions: Sequence[int], passages: Scores, choice: Choice, settings: SearchSettings) -> list[int]:
    """At most so many of `versions`: where the metadata leave more, those whose passages similarity brought up (H1)."""
    most = settings.statements_up_to
    if len(versions) <= most:
        return list(versions)
    held = set(versions)
    scores = {version: score * choice.weights[version] for version, score in passages.items() if version in held}
    return sorted(scores, key=lambda version: (-scores[version], version))[:most]
