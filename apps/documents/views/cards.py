"""What was made of the passages of a document: the card of one, and the validation report of all."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from apps.accounts.permissions import user_of
from apps.documents.access import get_chunk_for_user, get_version_for_user
from apps.documents.card_view import card_view
from apps.documents.validation_report import validation_report
from apps.documents.viewing import record_view
from apps.documents.views.document import page_context


@require_safe
def card(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """The card and enrichment of one passage, as a part of a page."""
    chunk = get_chunk_for_user(user_of(request), uid)
    record_view(request, chunk.version.document, part="card", passage=chunk.ordinal + 1)
    return render(request, "documents/partials/card.html", {"shown": card_view(chunk, user_of(request))})


@require_safe
def report(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """What was read in a version, and what of it could be checked."""
    version = get_version_for_user(user_of(request), uid)
    context = page_context(request, version, "report") | {"report": validation_report(version)}
    issues = {issue["chunk"]: issue["problems"] for issue in context["report"]["cards"]["issues"]}
    chunks = version.chunks.filter(ordinal__in=issues).only("uid", "ordinal", "page")
    context["issues"] = [(chunk, issues[chunk.ordinal]) for chunk in chunks]
    return render(request, "documents/report.html", context)
