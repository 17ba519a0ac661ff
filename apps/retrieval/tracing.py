"""The trace of a search (R4): what was understood, searched, weighed, kept and left out, and why."""

from dataclasses import asdict

from apps.retrieval.candidates import Candidate
from apps.retrieval.choosing import Choice
from apps.retrieval.clock import Clock
from apps.retrieval.found import Path, SearchSettings, SearchTrace, Weighed
from apps.retrieval.intents import Intent
from apps.retrieval.learnt import said
from apps.retrieval.lexical import Terms
from apps.retrieval.ranking import Ranking
from apps.retrieval.reranking.telling import told

NAMED = 50
SAID = {
    Path.DENSE: "reads like the question",
    Path.LEXICAL: "has its words",
    Path.STATEMENT: "looks like the statement it needs",
    Path.FACT: "states the items and periods asked for",
    Path.SECTION: "stands in a section about it",
    Path.SUMMARY: "stands in a section that reads like the question",
    Path.ROW: "has a row labelled with it",
}


def trace_of(
    question: str,
    intent: Intent,
    choice: Choice,
    terms: Terms,
    ranking: Ranking,
    judges: dict[str, str],
    settings: SearchSettings,
    clock: Clock,
) -> SearchTrace:
    not_held = {"companies": _unheld(intent, choice), "years": choice.years_missing}
    order = sorted(choice.filings, key=lambda filing: -choice.weights[filing.version])
    filings = [*(candidate.filing for candidate in ranking.kept), *order, *choice.runners_up]
    names = dict.fromkeys(filing.name for filing in filings)
    return SearchTrace(
        question=question,
        terms=tuple(terms.weights),
        documents_searched=len(choice.filings),
        passages_searched=terms.passages,
        filters=choice.filters,
        relaxed=choice.relaxed,
        not_held={what: names for what, names in not_held.items() if names},
        documents=tuple(names)[:NAMED],
        found={str(path): len(found) for path, found in ranking.paths.items()},
        seconds=clock.seconds,
        settings=asdict(settings),
        intent=intent.shown() | ({"names of one company": said(choice.learnt)} if choice.learnt else {}),
        judges=judges,
        candidates=tuple(
            _weighed(candidate, place, ranking, choice, kept=place <= len(ranking.kept))
            for place, candidate in enumerate((*ranking.kept, *ranking.rest), start=1)
        ),
    )


def _unheld(intent: Intent, choice: Choice) -> list[str]:
    """Without what a heading of one company's filings shows to be a product of its own."""
    products = [one.name for one in choice.learnt if one.headed]
    return [name for name in intent.unheld if not any(name in product for product in products)]


def _weighed(candidate: Candidate, place: int, ranking: Ranking, choice: Choice, *, kept: bool) -> Weighed:
    paths = candidate.fused.paths
    reasons = [
        *choice.reasons[candidate.filing.version],
        *(f"{SAID[path]} (rank {paths[path].rank})" for path in paths),
    ]
    if again := ranking.repeats.get(candidate.chunk.pk):
        reasons.append(f"said {again + 1} times in its filing, shown once")
    reasons += told(candidate.judged, place)
    if not kept:
        reasons.append("others fit better")
    return Weighed(
        chunk_id=candidate.chunk.pk,
        document_name=candidate.filing.name,
        page=candidate.chunk.page,
        score=candidate.score,
        scores=paths,
        filing_weight=candidate.weight,
        alignment=candidate.alignment,
        kept=kept,
        reasons=tuple(reasons),
        judged=candidate.judged,
    )
