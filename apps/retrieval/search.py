"""Finding passages: read the question, choose filings, look there on several paths, fuse, re-rank (H1, A6, V8, R3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.accounts.models import User
from apps.documents.embedders import embedder
from apps.questions.query import Reading
from apps.retrieval.bundling import bundles
from apps.retrieval.candidates import Candidate
from apps.retrieval.choosing import choose
from apps.retrieval.clock import Clock
from apps.retrieval.filings import companies, filings
from apps.retrieval.found import Scope, SearchResult, SearchSettings
from apps.retrieval.intents import Intent, intent_of
from apps.retrieval.lexical import Terms, count_terms
from apps.retrieval.paths import Walked, walk
from apps.retrieval.ranking import brought, found_of, named_of, rank
from apps.retrieval.reading import read_for
from apps.retrieval.reranking.referee import Referee
from apps.retrieval.reranking.stage import rerank
from apps.retrieval.tracing import trace_of


@dataclass(frozen=True, slots=True)
class Seen:
    """What was understood of a question and what the paths brought for it. terms: of the filings chosen."""

    intent: Intent
    terms: Terms
    walked: Walked


def search(
    reading: Reading,
    *,
    viewer: User,
    scope: Scope | None = None,
    settings: SearchSettings | None = None,
    wanted: Sequence[str] = (),
    referee: Referee | None = None,
) -> SearchResult:
    """Passages for what `reading` asks among the published documents that `viewer` may see within `scope`, best first.

    wanted: concepts of the ontology that the asker needs besides those that the query names.
    referee: decides in the tournament in place of the rules, where `settings.rerank` has one.
    Raises ModelUnavailable when the embedder cannot be loaded. Finding nothing is a result, not an error.
    """
    scope, settings, clock, question = scope or Scope(), settings or SearchSettings(), Clock(), reading.question
    seen = _seen(reading, viewer, scope, settings, wanted, clock)
    intent, terms, choice = seen.intent, seen.terms, seen.walked.choice
    ranking = clock.time("fuse", lambda: rank(seen.walked.paths, intent, choice, terms, settings))
    ranking, judges = rerank(ranking, question, intent, settings, clock, referee)
    hits = [candidate.chunk.pk for candidate in ranking.kept[: settings.bundle_hits]]
    context = clock.time("bundle", lambda: bundles(hits, embedder().name, settings.bundle_k, settings.bundle_tau))
    best = found_of(ranking, choice, context)
    trace = trace_of(question, intent, choice, terms, ranking, judges, settings, clock)
    return SearchResult(best, trace, named_of(ranking))


def _seen(
    reading: Reading, viewer: User, scope: Scope, settings: SearchSettings, wanted: Sequence[str], clock: Clock
) -> Seen:
    known = companies(viewer, scope)
    intent = clock.time("read", lambda: intent_of(reading.query, reading.question, known, wanted))
    choice = clock.time("choose", lambda: choose(filings(viewer, scope), intent, settings))
    terms = clock.time("count", lambda: count_terms(intent.wording, choice.versions, settings))
    return Seen(intent, terms, walk(intent, choice, terms, settings, clock))


def unordered(reading: Reading, *, viewer: User, settings: SearchSettings) -> tuple[Intent, Terms, list[Candidate]]:
    """What `search` would order, as its last ordering sees it: for those who teach it."""
    seen = _seen(reading, viewer, Scope(), settings, (), Clock())
    found = brought(seen.walked.paths, seen.intent, seen.walked.choice, seen.terms, settings)
    return seen.intent, seen.terms, found.near


def search_text(
    text: str, *, viewer: User, scope: Scope | None = None, settings: SearchSettings | None = None
) -> SearchResult:
    """The same for words that nobody has read yet."""
    return search(read_for(viewer, scope, text), viewer=viewer, scope=scope, settings=settings)
