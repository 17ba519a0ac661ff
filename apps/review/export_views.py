"""Exports of the reviewers' pages. Each is an event of the trail."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_safe

from apps.accounts.permissions import user_of
from apps.answers.run.records import RecordDamaged
from apps.audit import trail
from apps.audit.address import client_address
from apps.audit.models import Action
from apps.audit.permissions import reader_required
from apps.review.access import get_answer, get_look
from apps.review.dossier.build import NoDossier, dossier_of
from apps.review.dossier.sealed import NotSealed
from apps.review.exports import MOST_DOSSIERS, MOST_ROWS, as_csv, as_xlsx, dossiers
from apps.review.forms import WantedForm

CSV, ZIP = "text/csv; charset=utf-8", "application/zip"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
@reader_required
def dossier(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """The dossier of one answer, of which nothing is closed to the reader."""
    look = get_look(user_of(request), uid)
    answer = get_answer(look)
    try:
        made = dossier_of(answer, user_of(request), client_address(request))
    except (NoDossier, NotSealed, RecordDamaged) as error:
        messages.error(request, str(error))
        return redirect("review:answer", uid)
    return _sent(made.content, ZIP, made.name)


@require_safe
@reader_required
def listed_csv(request: HttpRequest) -> HttpResponse:
    found = _found(request, "answers as CSV")[:MOST_ROWS]
    return _sent(as_csv(found).encode(), CSV, f"answers-{timezone.now():%Y%m%d-%H%M%S}.csv")


@require_safe
@reader_required
def listed_xlsx(request: HttpRequest) -> HttpResponse:
    found = _found(request, "answers as XLSX")[:MOST_ROWS]
    return _sent(as_xlsx(found), XLSX, f"answers-{timezone.now():%Y%m%d-%H%M%S}.xlsx")


@require_safe
@reader_required
def listed_dossiers(request: HttpRequest) -> HttpResponse:
    """A zip of the dossiers of the first answers, as far as nothing of them is closed."""
    found = _found(request, "dossiers")[:MOST_DOSSIERS]
    try:
        content, _ = dossiers(found, user_of(request), client_address(request))
    except (NotSealed, RecordDamaged) as error:
        messages.error(request, str(error))
        return redirect("review:answers")
    return _sent(content, ZIP, f"dossiers-{timezone.now():%Y%m%d-%H%M%S}.zip")


def _found(request: HttpRequest, what: str) -> Any:
    """Raises Http404 for filters that make no sense: nothing is exported that nobody asked for."""
    form = WantedForm(request.GET)
    if not form.is_valid():
        raise Http404("These filters make no sense.")
    wanted = form.wanted()
    told: dict[str, Any] = {"what": what, "filters": wanted.told()}
    trail.record(Action.EXPORTED, actor=user_of(request), address=client_address(request), **told)
    return wanted.answers_for(user_of(request))


def _sent(content: bytes, kind: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(content, content_type=kind, headers=headers)
