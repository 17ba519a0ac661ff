"""An honest "not found": what is missing, what was searched, and what waits."""

import uuid
from collections.abc import Iterable, Sequence

from apps.answers.compose.draft import Draft
from apps.answers.compute.books import not_held
from apps.answers.models import Status
from apps.answers.sources.evidence import Evidence
from apps.documents.validation_report import kept_elsewhere
from apps.questions.query import Query
from apps.questions.slots import UnresolvedFiler
from apps.retrieval.found import SearchTrace

NOTHING = "No table row and no sentence of the passages found says what was asked."
EMPTY = "No document is in the part of the library that was searched."


def not_found(evidence: Evidence, missing: Iterable[str]) -> Draft:
    """What is missing, as sentences, and what was searched."""
    trace = evidence.result.trace
    told = [sentence for sentence in missing if sentence]
    reason = told or [NOTHING if trace.passages_searched else EMPTY]
    return Draft(Status.NOT_FOUND, words=" ".join(["Not found.", *reason, _searched(trace)]), missing=tuple(reason))


def unclear(why: str) -> Draft:
    """A follow-up that could not be completed."""
    return Draft(Status.NOT_FOUND, words=f"Not answered. {why}", missing=(why,))


def strangers(query: Query) -> tuple[str, ...]:
    """What to say of filers that are not held, or that may be one of several."""
    return tuple(not_held(one) for one in query.filers if isinstance(one, UnresolvedFiler))


def elsewhere(evidence: Evidence) -> tuple[str, ...]:
    """What the filings found say that keep their statements in another document. One query."""
    told = kept_elsewhere(filing.version_id for filing in evidence.filings)
    return tuple(f"The report keeps its statements in another document: “{sentence}”" for sentence in told)


def put_off(unread: Sequence[uuid.UUID]) -> Draft:
    """An answer that waits for files. Their names are told to whoever may see them, where the answer is shown."""
    files = "A file that it needs is" if len(unread) == 1 else f"{len(unread):,} files that it may need are"
    words = f"{files} still being read. Ask again when that is done."
    return Draft(Status.BEING_READ, words=words, reading=tuple(unread))


def _searched(trace: SearchTrace) -> str:
    filters = "".join(f", {name}: {', '.join(map(str, values))}" for name, values in trace.filters.items())
    documents = _count(trace.documents_searched, "document")
    return f"Searched {documents} ({_count(trace.passages_searched, 'passage')}){filters}."


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
