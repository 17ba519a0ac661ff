"""Searching without asking, and why a search or an answer found what it found."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from apps.accounts.permissions import user_of
from apps.chat.access import get_answer_for_user
from apps.documents.models import Document
from apps.inference.errors import ModelUnavailable
from apps.search.forms import SearchForm
from apps.search.looking import KEPT, Facet, Looked, Option, Wanted, look
from apps.search.results import page_of_lines, record_search
from apps.search.why import PATHS, why_answered, why_found


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """The page, or only its results when htmx asks for them. Everything stands in the address."""
    user = user_of(request)
    wanted = SearchForm(request.GET, user=user).wanted()
    context = _context(request, wanted)
    partial = request.headers.get("HX-Request-Type") == "partial"
    template = "search/partials/results.html" if partial else "search/search.html"
    context["has_documents"] = Document.objects.visible_to(user).exclude(current=None).exists()
    return render(request, template, context, status=503 if context.get("unavailable") else 200)


def _context(request: HttpRequest, wanted: Wanted) -> dict[str, Any]:
    context: dict[str, Any] = {"wanted": wanted, "kept": KEPT, "query": _query(request, wanted)}
    if not wanted.text:
        return context
    try:
        looked = look(user_of(request), wanted)
    except ModelUnavailable as error:
        return context | {"unavailable": str(error)}
    page, lines = page_of_lines(looked, user_of(request), request.GET.get("page"))
    record_search(request, wanted, looked, page.number)
    facets = [
        (facet, [(option, _toggled(request, wanted, facet, option)) for option in facet.options])
        for facet in looked.facets
    ]
    return context | {"page": page, "lines": lines, "facets": facets, "trace": looked.trace, "total": _total(looked)}


def _total(looked: Looked) -> float:
    return round(sum(looked.trace.seconds.values()), 3)


def _query(request: HttpRequest, wanted: Wanted, **changed: str) -> str:
    """The address of this search: what was understood of it, and nothing else."""
    values = {"q": wanted.text} | wanted.narrowed_by | changed
    query = request.GET.copy()
    query.clear()
    for name, value in values.items():
        if value:
            query[name] = value
    return query.urlencode()


def _toggled(request: HttpRequest, wanted: Wanted, facet: Facet, option: Option) -> str:
    """The search narrowed to this option, or widened again when it is chosen."""
    return _query(request, wanted, **{facet.name: "" if option.chosen else option.value})


@require_safe
def why(request: HttpRequest) -> HttpResponse:
    """The trace of a search: it is made again, and every candidate shown with its scores and reasons."""
    user = user_of(request)
    wanted = SearchForm(request.GET, user=user).wanted()
    if not wanted.text:
        return render(request, "search/why.html", {"why": None})
    try:
        looked = look(user, wanted)
    except ModelUnavailable as error:
        return render(request, "search/why.html", {"why": None, "unavailable": str(error)}, status=503)
    record_search(request, wanted, looked, 1)
    context = {"why": why_found(looked.trace, user), "paths": PATHS, "query": _query(request, wanted)}
    return render(request, "search/why.html", context)


@require_safe
def why_answer(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """The trace behind an own answer, as it was kept."""
    user = user_of(request)
    answer = get_answer_for_user(user, uid)
    return render(request, "search/why.html", {"why": why_answered(answer, user), "paths": PATHS, "answer": answer})
