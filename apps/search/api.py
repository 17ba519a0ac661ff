"""The search as an API, with the permissions of the page."""

import uuid
from dataclasses import asdict
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Field, Router, Schema
from ninja.errors import HttpError

from apps.accounts.api_auth import authentication
from apps.accounts.permissions import user_of
from apps.answers.run.asking import LONGEST_QUESTION
from apps.inference.errors import ModelUnavailable
from apps.search.forms import SearchForm
from apps.search.looking import look
from apps.search.results import Line, page_of_lines, record_search

router = Router(auth=authentication, tags=["search"])


class ResultOut(Schema):
    """A passage. page counts from 0, page_number from 1; snippet in pieces, marked where a term stands."""

    chunk: uuid.UUID
    document: str
    document_id: uuid.UUID
    title: str
    company: str | None
    fiscal_year: int | None
    report_type: str
    section: str
    section_path: list[str]
    kind: str
    page: int
    page_number: int
    snippet: list[dict[str, Any]]
    score: float
    scores: dict[str, dict[str, float]]
    reasons: list[str]
    url: str


class SearchOut(Schema):
    """filters: read from the words; relaxed: those dropped because nothing met them; facets count what was found."""

    query: str
    count: int
    page: int
    pages: int
    results: list[ResultOut]
    facets: dict[str, list[dict[str, Any]]]
    filters: dict[str, list[str]]
    relaxed: list[str]
    not_held: dict[str, list[str]]
    seconds: float


@router.get("/search", response=SearchOut)
def search(
    request: HttpRequest,
    q: Annotated[str, Field(max_length=LONGEST_QUESTION)] = "",
    company: str = "",
    year: str = "",
    form: str = "",
    section: str = "",
    page: Annotated[int, Field(ge=1)] = 1,
) -> dict[str, Any]:
    """Passages for the words `q`, best first, at most 200. company: id; section: as the facets name it."""
    user = user_of(request)
    given = {"q": q, "company": company, "year": year, "form": form, "section": section}
    asked = SearchForm(given, user=user)
    wanted = asked.wanted()
    if not wanted.text:
        raise HttpError(422, "q must hold the words to search for.")
    try:
        looked = look(user, wanted)
    except ModelUnavailable as error:
        raise HttpError(503, str(error)) from error
    shown, lines = page_of_lines(looked, user, page)
    record_search(request, wanted, looked, shown.number)
    trace = looked.trace
    return {
        "query": wanted.text,
        "count": shown.paginator.count,
        "page": shown.number,
        "pages": shown.paginator.num_pages,
        "results": [_result(line) for line in lines],
        "facets": {facet.name: [asdict(option) for option in facet.options] for facet in looked.facets},
        "filters": trace.filters,
        "relaxed": list(trace.relaxed),
        "not_held": trace.not_held,
        "seconds": round(sum(trace.seconds.values()), 4),
    }


def _result(line: Line) -> dict[str, Any]:
    found, document = line.hit.found, line.hit.document
    return {
        "chunk": line.chunk.uid,
        "document": document.name,
        "document_id": document.uid,
        "title": document.title,
        "company": document.company.name if document.company else None,
        "fiscal_year": document.fiscal_year,
        "report_type": document.report_type,
        "section": str(line.hit.section),
        "section_path": list(found.section_path),
        "kind": found.kind,
        "page": line.chunk.page,
        "page_number": line.chunk.page + 1,
        "snippet": [asdict(piece) for piece in line.pieces],
        "score": found.fused,
        "scores": {str(path): asdict(score) for path, score in found.scores.items()},
        "reasons": list(found.reasons),
        "url": line.url,
    }
