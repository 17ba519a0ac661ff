"""The radar: where filings of one company disagree."""

import uuid

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.permissions import user_of, writer_required
from apps.audit.address import client_address
from apps.documents.access import get_page_for_user
from apps.documents.page_view import page_view
from apps.memory import radar, reviewing
from apps.memory.forms import CommentForm
from apps.memory.models import Disagreement

LINES = 50


@require_safe
def listed(request: HttpRequest) -> HttpResponse:
    """Open disagreements, those of the newest filings first. ?all=1: settled ones too. ?filing=UID."""
    user = user_of(request)
    rows = Disagreement.objects.visible_to(user).select_related(
        "fact__version__document__company", "other__version__document", "remark__version__document", "settled_by"
    )
    if "all" not in request.GET:
        rows = rows.standing().filter(settled=None)
    try:
        if filing := request.GET.get("filing"):
            rows = rows.filter(check_of__version__document__uid=uuid.UUID(filing))
    except ValueError:
        rows = rows.none()
    page = Paginator(rows, LINES).get_page(request.GET.get("page"))
    kept = request.GET.copy()
    kept.pop("page", None)
    context = {
        "page": page,
        "expert": reviewing.is_expert(user),
        "all": "all" in request.GET,
        "query": kept.urlencode(),
    }
    return render(request, "memory/radar.html", context)


@require_safe
def sides(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """Both places on their pages, side by side."""
    user = user_of(request)
    found = get_object_or_404(Disagreement.objects.visible_to(user), uid=uid)
    views = [
        page_view(get_page_for_user(user, one.version.uid, one.page), [(one.start, one.end)])
        for one in (found.fact, found.instead)
    ]
    return render(request, "memory/sides.html", {"one": found, "views": views, "expert": reviewing.is_expert(user)})


@require_POST
@writer_required
def settle(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    user = user_of(request)
    found = get_object_or_404(Disagreement.objects.visible_to(user), uid=uid)
    if not reviewing.is_expert(user):
        raise PermissionDenied("Experts settle what filings disagree about.")
    form = CommentForm(request.POST)
    comment = form.cleaned_data["comment"] if form.is_valid() else ""
    radar.settle(found, user, comment, client_address(request))
    return redirect("memory:radar")
