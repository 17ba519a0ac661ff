"""The trail for reviewers and administrators: list, one event, export."""

import uuid

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from apps.audit import export
from apps.audit.address import client_address
from apps.audit.forms import SelectionForm
from apps.audit.models import Action, AuditEvent, ToldEvent
from apps.audit.paging import Slice
from apps.audit.permissions import reader_of, reader_required
from apps.audit.presentation import details, icon
from apps.audit.selection import Selection
from apps.audit.trail import Subject, record, record_look
from apps.audit.veil import OPEN_FOR, open_for, openable, veil

MINUTES = OPEN_FOR.seconds // 60
SHORTEST_REASON, LONGEST_REASON = 10, 500


def _uid(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def _link(request: HttpRequest, **more: str) -> str:
    """This page's filters as a query, with `before` or `after` replaced."""
    query = request.GET.copy()
    for name in ("before", "after", "live"):
        query.pop(name, None)
    for name, value in more.items():
        query[name] = value
    return query.urlencode()


def _page(request: HttpRequest, form: SelectionForm) -> Slice:
    """The look is an event, which this very page does not show yet."""
    if not form.is_valid():
        return Slice([])
    before, after = (_uid(request.GET.get(name, "")) for name in ("before", "after"))
    selection, reader = form.selection(), reader_of(request)
    page = selection.page_for(reader, before=before, after=after)
    address, filters = client_address(request), selection.told()
    record_look(Action.TRAIL_READ, actor=reader, address=address, what="events", filters=filters)
    return page


@require_safe
@reader_required
def events(request: HttpRequest) -> HttpResponse:
    """Newest first, narrowed by the filters in the address; a wrong filter shows its error and no events.

    With ?live=1 only the rows, for the page to ask again.
    """
    form = SelectionForm(request.GET)
    page = _page(request, form)
    context = {
        "form": form,
        "filtered": any(request.GET.get(name) for name in form.fields),
        "rows": [(event, icon(event)) for event in page.events],
        "newer": _link(request, after=str(page.newer)) if page.newer else "",
        "older": _link(request, before=str(page.older)) if page.older else "",
        "query": _link(request),
        "looked_to": page.looked_to,
        "live": not any(request.GET.get(name) for name in ("before", "after")),
    }
    template = "audit/partials/rows.html" if request.GET.get("live") else "audit/events.html"
    return render(request, template, context, status=200 if form.is_valid() else 422)


@require_safe
@reader_required
def event(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """One event, and where it is closed, the form that opens it."""
    found = get_readable_event(request, uid)
    told = {"event": found, "icon": icon(found), "details": details(found)}
    return render(request, "audit/event.html", told | {"openable": openable(found), "minutes": MINUTES})


def get_readable_event(request: HttpRequest, uid: uuid.UUID) -> ToldEvent:
    """The event as the reader may read it, for pages and API; the look is an event of its own. Http404 for none."""
    reader = reader_of(request)
    (found,) = veil([get_object_or_404(ToldEvent, uid=uid)], reader)
    subject = Subject("event", found.uid, found.action)
    record_look(Action.TRAIL_READ, actor=reader, subject=subject, address=client_address(request), what="one event")
    return found


@require_POST
@reader_required
def open_closed(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """Open what the event is about, for an hour and a reason: in the trail, and where it is a document, to be read."""
    found, reason = get_object_or_404(ToldEvent, uid=uid), " ".join(request.POST.get("reason", "").split())
    subject = openable(found)
    if subject is None:
        raise Http404("There is nothing to open here.")
    if not SHORTEST_REASON <= len(reason) <= LONGEST_REASON:
        messages.error(request, f"Give the reason in {SHORTEST_REASON} to {LONGEST_REASON} characters.")
        return redirect("audit:event", uid)
    open_for(reader_of(request), subject, reason, client_address(request))
    messages.success(request, f"Open to you for {MINUTES} minutes. Its owner can see this.")
    return redirect("audit:event", uid)


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
        export.stream(selection, made.pk, reader_of(request)), content_type="text/csv; charset=utf-8", headers=headers
    )


def _record_export(request: HttpRequest, selection: Selection) -> AuditEvent:
    return record(
        Action.EXPORTED,
        actor=reader_of(request),
        address=client_address(request),
        what="audit trail",
        filters=selection.told(),
    )
