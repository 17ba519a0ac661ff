"""The trail for reviewers and administrators: list, one event, export."""

import uuid
from dataclasses import asdict

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from apps.audit import export
from apps.audit.address import client_address
from apps.audit.forms import SelectionForm
from apps.audit.models import Action, AuditEvent
from apps.audit.permissions import reader_required
from apps.audit.presentation import details, icon
from apps.audit.selection import Selection, Slice, cut
from apps.audit.trail import record


def _uid(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def _link(request: HttpRequest, **more: str) -> str:
    """This page's filters as a query, with `before` or `after` replaced."""
    query = request.GET.copy()
    for name in ("before", "after"):
        query.pop(name, None)
    for name, value in more.items():
        query[name] = value
    return query.urlencode()


def _page(request: HttpRequest, form: SelectionForm) -> Slice:
    if not form.is_valid():
        return Slice([], None, None)
    before, after = (_uid(request.GET.get(name, "")) for name in ("before", "after"))
    return cut(form.selection().events(), before=before, after=after)


@require_safe
@reader_required
def events(request: HttpRequest) -> HttpResponse:
    """Newest first, narrowed by the filters in the address; a wrong filter shows its error and no events."""
    form = SelectionForm(request.GET)
    page = _page(request, form)
    context = {
        "form": form,
        "filtered": any(request.GET.get(name) for name in form.fields),
        "rows": [(event, icon(event)) for event in page.events],
        "newer": _link(request, after=str(page.newer)) if page.newer else "",
        "older": _link(request, before=str(page.older)) if page.older else "",
        "query": _link(request),
    }
    return render(request, "audit/events.html", context, status=200 if form.is_valid() else 422)


@require_safe
@reader_required
def event(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    found = get_object_or_404(AuditEvent, uid=uid)
    return render(request, "audit/event.html", {"event": found, "icon": icon(found), "details": details(found)})


@require_safe
@reader_required
def export_csv(request: HttpRequest) -> HttpResponseBase:
    """The same selection as CSV. The export is an event itself, and the last row of what it exports at most."""
    form = SelectionForm(request.GET)
    if not form.is_valid():
        return events(request)
    selection = form.selection()
    made = _record_export(request, selection)
    name = f"audit-{timezone.now():%Y%m%d-%H%M%S}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return StreamingHttpResponse(
        export.stream(selection, made.pk), content_type="text/csv; charset=utf-8", headers=headers
    )


def _record_export(request: HttpRequest, selection: Selection) -> AuditEvent:
    narrowed = {name: value for name, value in asdict(selection).items() if value}
    filters = {name: value if isinstance(value, (str, tuple)) else str(value) for name, value in narrowed.items()}
    return record(
        Action.EXPORTED,
        actor=request.user,  # type: ignore[arg-type]
        address=client_address(request),
        what="audit trail",
        filters=filters,
    )
