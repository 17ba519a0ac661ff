"""The review queue: one cell at a time beside its page, decided by keyboard."""

import uuid
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.models import User
from apps.accounts.permissions import user_of, writer_required
from apps.audit.address import client_address
from apps.documents.access import get_page_for_user
from apps.documents.page_view import PageView, page_view
from apps.memory import reviewing
from apps.memory.forms import CommentForm, CorrectionForm
from apps.memory.grids import get_cell_for_user
from apps.memory.models import Cell, Evidence
from apps.memory.views.bank import cell_context

AHEAD = 12  # cells of the queue that are named beside the one in hand


def _queue(request: HttpRequest, user: User) -> QuerySet[Cell]:
    """The queue, of one company or status where ?company= or ?status= says so."""
    cells = reviewing.queue(user)
    if status := request.GET.get("status"):
        cells = cells.filter(status=status)
    try:
        if company := request.GET.get("company"):
            cells = cells.filter(company__uid=uuid.UUID(company))
    except ValueError:
        return cells.none()
    return cells


@require_safe
def review(request: HttpRequest) -> HttpResponse:
    """The next cell, or ?cell=, with the page that it was read from, and those that wait behind it."""
    user = user_of(request)
    if not reviewing.is_expert(user):
        raise PermissionDenied("Experts verify cells.")
    cells = _queue(request, user)
    wanted = request.GET.get("cell")
    ahead = list(cells[: AHEAD + 1])
    current = _chosen(user, wanted) or (ahead[0] if ahead else None)
    context: dict[str, Any] = {"ahead": ahead, "waiting": cells.count(), "narrowed": _narrowed(request)}
    if current:
        context |= cell_context(user, current)
        context["next"] = next((one for one in ahead if one.pk != current.pk), None)
        context["views"] = [view for one in _first_of_each(context) if (view := _page(user, one))]
    return render(request, "memory/review.html", context)


def _narrowed(request: HttpRequest) -> str:
    kept = request.GET.copy()
    kept.pop("cell", None)
    return kept.urlencode()


def _chosen(user: User, uid: str | None) -> Cell | None:
    try:
        return get_cell_for_user(user, uuid.UUID(uid)) if uid else None
    except ValueError:
        return None


def _first_of_each(context: dict[str, Any]) -> list[Evidence]:
    """One page for each side: the value's own, and of a dispute the other."""
    return [*context["behind"][:1], *context["against"][:1]]


def _page(user: User, one: Evidence) -> PageView:
    return page_view(get_page_for_user(user, one.version.uid, one.page), [(one.start, one.end)])


Deed = Callable[[Cell, User, HttpRequest], object]


def _decide(request: HttpRequest, uid: uuid.UUID, deed: Deed) -> HttpResponse:
    """Do it, tell it, and go where the page says: the next cell of the queue, or the cell itself."""
    user = user_of(request)
    cell = get_cell_for_user(user, uid)
    try:
        deed(cell, user, request)
    except reviewing.CannotReviewError as error:
        messages.error(request, str(error))
        return redirect("memory:cell", uid)
    if "queue" in request.POST:
        return redirect(f"{reverse('memory:review')}?{request.POST['queue']}")
    return redirect("memory:cell", uid)


def _comment(request: HttpRequest) -> str:
    form = CommentForm(request.POST)
    return form.cleaned_data["comment"] if form.is_valid() else ""


def _commented(decide: Callable[[Cell, User, str, str | None], object]) -> Deed:
    """A decision that takes a comment and nothing else."""
    return lambda cell, user, request: decide(cell, user, _comment(request), client_address(request))


def _correct(cell: Cell, user: User, request: HttpRequest) -> None:
    if not reviewing.is_expert(user):
        raise PermissionDenied("Experts verify cells.")
    form = CorrectionForm(request.POST)
    if not form.is_valid():
        raise reviewing.CannotReviewError("A correction needs a number and a comment.")
    reviewing.correct(cell, user, form.cleaned_data["value"], form.cleaned_data["comment"], client_address(request))


DEEDS: dict[str, Deed] = {
    "accept": _commented(reviewing.accept),
    "reject": _commented(reviewing.reject),
    "other": _commented(reviewing.take_other),
    "comment": _commented(reviewing.comment_on),
    "correct": _correct,
}


@require_POST
@writer_required
def decide(request: HttpRequest, uid: uuid.UUID, decision: str) -> HttpResponse:
    """One of DEEDS, which the address names."""
    return _decide(request, uid, DEEDS[decision])


@require_POST
@writer_required
def accept_sound(request: HttpRequest) -> HttpResponse:
    """Accept every proposed cell of the queue of which all checks hold."""
    user = user_of(request)
    if not reviewing.is_expert(user):
        raise PermissionDenied("Experts verify cells.")
    accepted = reviewing.accept_sound(user, _queue(request, user), client_address(request))
    messages.success(request, f"{accepted} cell{'' if accepted == 1 else 's'} accepted: all their checks hold.")
    return redirect("memory:review")
