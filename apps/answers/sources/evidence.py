"""What a search found: filings, passages with their places, and the trace of how they were found."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from apps.accounts.models import User
from apps.documents.models import Chunk, DocumentVersion
from apps.questions.query import Reading
from apps.questions.slots import Filer
from apps.retrieval.found import Found, Scope, SearchResult, SearchSettings
from apps.retrieval.reranking.referee import Referee
from apps.retrieval.search import search


@dataclass(frozen=True, slots=True)
class Filing:
    """A document version among the finds."""

    version_id: int
    name: str
    title: str
    fiscal_year: int | None
    filer: Filer | None = None
    period: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage found, with its places: spans are [page, start, end] as in `Chunk.spans`."""

    found: Found
    spans: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Passages best first; `result` has the trace of the main search, `further` those of other searches."""

    result: SearchResult
    filings: tuple[Filing, ...] = ()
    passages: tuple[Passage, ...] = ()
    further: tuple[SearchResult, ...] = field(default=())

    @property
    def strangers(self) -> tuple[str, ...]:
        """Names in the question of filers of which nothing is held: a figure of another filer is no answer."""
        return tuple(self.result.trace.not_held.get("companies", ()))

    def filing(self, version: int) -> Filing | None:
        return next((one for one in self.filings if one.version_id == version), None)

    def seen(self) -> dict[str, Any]:
        trace = self.result.trace
        return {
            "documents_searched": trace.documents_searched,
            "passages_searched": trace.passages_searched,
            "terms": list(trace.terms),
            "filters": trace.filters,
            "relaxed": list(trace.relaxed),
            "found": len(self.result.candidates),
            "documents": [filing.name for filing in self.filings],
        }


def gather(
    reading: Reading, asker: User, scope: Scope, settings: SearchSettings, referee: Referee | None = None
) -> Evidence:
    """Search for what is asked. Only what `asker` may see is ever looked at. referee: decides in a tournament (R3)."""
    return evidence_of(search(reading, viewer=asker, scope=scope, settings=settings, referee=referee))


def evidence_of(result: SearchResult) -> Evidence:
    """What a search found, with the filings and the places of passages. Two queries."""
    order = list(dict.fromkeys(found.version_id for found in result.candidates))
    return Evidence(result, _filings(order), _passages(result.candidates))


def merged(found: Sequence[Evidence]) -> Evidence:
    """Passages in turn, each once, ranked anew; the trace is that of the first, the others stay beside it."""
    if len(found) == 1:
        return found[0]
    longest = max(len(one.passages) for one in found)
    rows = [one.passages[place] for place in range(longest) for one in found if place < len(one.passages)]
    once = {passage.found.chunk_id: passage for passage in rows}.values()
    passages = tuple(replace(one, found=replace(one.found, rank=rank)) for rank, one in enumerate(once, start=1))
    by_version = {filing.version_id: filing for one in found for filing in one.filings}
    order = [pk for pk in dict.fromkeys(passage.found.version_id for passage in passages) if pk in by_version]
    filings = tuple(by_version[pk] for pk in order)
    result = replace(found[0].result, candidates=tuple(one.found for one in passages))
    further = (*found[0].further, *(one.result for one in found[1:]))
    return Evidence(result, filings, passages, further)


def _passages(candidates: Iterable[Found]) -> tuple[Passage, ...]:
    by_id = {found.chunk_id: found for found in candidates}
    spans = dict(Chunk.objects.filter(pk__in=by_id).values_list("pk", "spans"))
    return tuple(Passage(found, _span_tuples(spans[pk])) for pk, found in by_id.items() if pk in spans)


def _span_tuples(spans: list[list[int]]) -> tuple[tuple[int, int, int], ...]:
    return tuple((page, start, end) for page, start, end in spans)


def _filings(order: list[int]) -> tuple[Filing, ...]:
    versions = DocumentVersion.objects.select_related("document__company").in_bulk(order)
    return tuple(_filing(versions[pk]) for pk in order if pk in versions)


def _filing(version: DocumentVersion) -> Filing:
    document, company = version.document, version.document.company
    return Filing(
        version_id=version.pk,
        name=document.name,
        title=document.title or document.name,
        fiscal_year=document.fiscal_year,
        filer=Filer(company.uid, company.name) if company else None,
        period=document.fiscal_period,
    )
