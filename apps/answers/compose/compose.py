"""The choice of what answers: figures before words, a table before passages, and an honest "not found"."""

from collections.abc import Sequence
from dataclasses import replace

from apps.answers.compose.declining import NOTHING, elsewhere, not_found, strangers, unclear
from apps.answers.compose.draft import Draft
from apps.answers.compose.figures import computed
from apps.answers.compose.quotations import Choice, claims_of, quoted, tables_of
from apps.answers.compute.closest import ClosestTable
from apps.answers.compute.filed import asks_filings
from apps.answers.compute.outcome import Outcome
from apps.answers.models import Status
from apps.answers.sources.evidence import Evidence
from apps.questions.expressions import Ratio
from apps.questions.outside import SHARE_PRICE
from apps.questions.query import Intent, Query, Reading, TextKind
from apps.questions.ratios import needs_price
from apps.questions.slots import UnresolvedFiler

FIGURES = frozenset({Intent.FIGURE, Intent.VERDICT, Intent.RANKING})
NO_REASON = "Nothing found clearly says why."
NO_ANSWER = "Nothing found clearly tells the rest."


def compose(
    reading: Reading,
    evidence: Evidence,
    outcome: Outcome | None,
    choice: Choice,
    tables: Sequence[ClosestTable] = (),
) -> Draft:
    """The draft of one query. One whose filer was not resolved is not answered at all.

    tables: that come closest to what was asked, offered where nothing answers.
    """
    query = reading.query
    if reading.unclear:
        return unclear(reading.unclear)
    if not resolved(query) and not (query.intent is Intent.TEXT and titled(query, evidence)):
        return not_found(evidence, strangers(query))
    figures = computed(outcome) if outcome else None
    if figures and (query.intent not in {Intent.TEXT, Intent.BRIEF} or contradicted(outcome)):
        return figures
    if figures and query.text_kind is TextKind.OUTLOOK and choice.accepted:
        return quoted(choice)  # what came later is not what was expected
    if figures:
        return with_words(figures, choice, query)
    missing = (*outcome.missing, *outcome.ambiguous) if outcome else ()
    offered = tables_of(tables)
    if not choice.told and not offered:
        return not_found(evidence, (*missing, *elsewhere(evidence)))
    if multiple(query):
        choice = replace(choice, accepted=False)
    return quoted(choice, () if choice.accepted else _lead(query, missing), offered)


def contradicted(outcome: Outcome | None) -> bool:
    """Whether figures say the opposite of what the question supposes: then they are the answer."""
    return bool(outcome and outcome.verdict and outcome.verdict.contradicted)


def resolved(query: Query) -> bool:
    """Whether every filer that is named is one that is held."""
    return not any(isinstance(one, UnresolvedFiler) for one in query.filers)


def titled(query: Query, evidence: Evidence) -> bool:
    """Whether what was found is titled with a name that no filing carries: a note on a company without filings."""
    names = [one.text.lower() for one in query.filers if isinstance(one, UnresolvedFiler) and not one.candidates]
    titles = [f"{filing.title} {filing.name}".lower() for filing in evidence.filings]
    return bool(names) and all(any(name in title for title in titles) for name in names)


def with_words(figures: Draft, choice: Choice, query: Query) -> Draft:
    """Figures behind a question for words come first, then the sentences; that they do not clearly answer is said."""
    claims = (*figures.claims, *claims_of(choice.told))
    draft = replace(figures, claims=claims, value=None, unit=None, judged=choice.least)
    if choice.accepted or query.intent is not Intent.TEXT:
        return draft
    lacks = NO_REASON if query.text_kind is TextKind.WHY else NO_ANSWER
    return replace(draft, status=Status.CLOSEST, words=f"{draft.words} {lacks}", missing=(*draft.missing, lacks))


def multiple(query: Query) -> bool:
    """Whether what is asked for is computed from a share price: no sentence about a part of it is an answer."""
    return any(needs_price(one) and one != Ratio(SHARE_PRICE) for one in query.measures)


def _lead(query: Query, missing: tuple[str, ...]) -> tuple[str, ...]:
    """Why there is no figure, and no filing, where one was asked for."""
    return (missing or (NOTHING,)) if query.intent in FIGURES or asks_filings(query) else ()
