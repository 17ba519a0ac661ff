"""The library: a table of documents with filters, and the states of those that are still being read."""

import uuid

from django.conf import settings
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from apps.accounts.models import User
from apps.accounts.permissions import user_of
from apps.documents import listing
from apps.documents.access import restorable_by
from apps.documents.forms import LibraryForm, UploadForm
from apps.documents.models import Document, State
from apps.documents.progress import finished

PER_PAGE = 50
POLLED = 60  # documents watched by one page at most; others show their state at the next look
COLUMNS = (
    ("name", "Document", ""),
    ("company", "Company", ""),
    ("type", "Type", ""),
    ("year", "Year", "num"),
    ("period", "Period", ""),
    ("pages", "Pages", "num"),
    ("state", "State", ""),
    ("uploaded", "Uploaded", ""),
)


@require_safe
def library(request: HttpRequest) -> HttpResponse:
    """The whole page, or only its results when htmx asks for them."""
    user = user_of(request)
    form = LibraryForm(request.GET, user=user)
    wanted = form.wanted()
    page = Paginator(listing.documents(user, wanted), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "wanted": wanted,
        "page": page,
        "columns": columns(request, wanted.sort),
        "query": query_without(request, "page"),
    } | watched(user, page)
    if request.headers.get("HX-Request-Type") == "partial":
        return render(request, "documents/partials/results.html", context)
    extras = {"upload_form": UploadForm(user=user, auto_id="upload_%s"), "max_bytes": settings.MAX_UPLOAD_BYTES}
    return render(request, "documents/library.html", context | extras | {"deleted": just_deleted(request)})


def just_deleted(request: HttpRequest) -> Document | None:
    """The document ?deleted=... that the user can bring back, so that the page offers Undo."""
    uid = as_uuid(request.GET.get("deleted", ""))
    return restorable_by(user_of(request)).filter(uid=uid).first() if uid else None


def columns(request: HttpRequest, sort: str) -> list[dict[str, str]]:
    """The heads of the table: each link sorts by its column, and turns the order round when it already does."""
    return [
        {
            "label": label,
            "class": css,
            "order": {name: "ascending", f"-{name}": "descending"}.get(sort, ""),
            "query": query_without(request, "page", "sort", sort=f"-{name}" if sort == name else name),
        }
        for name, label, css in COLUMNS
    ]


def query_without(request: HttpRequest, *dropped: str, **added: str) -> str:
    """The query string of this request, empty values and `dropped` left out."""
    query = request.GET.copy()
    for key, values in request.GET.lists():
        query.setlist(key, [value for value in values if value and key not in dropped])
    for key, value in added.items():
        query[key] = value
    return query.urlencode()


def watched(user: User, page: Page[Document]) -> dict[str, object]:
    """The documents whose states the page keeps asking for: what it shows unfinished, and what the user uploaded."""
    shown = [document for document in page if not finished(document.versions.all()[0])]
    by_uid = {document.uid: document for document in (*shown, *listing.unfinished(user, POLLED))}
    documents = list(by_uid.values())[:POLLED]
    return {"watched": [document.uid for document in documents], "known": described(documents)}


@require_safe
def progress(request: HttpRequest) -> HttpResponse:
    """The states of the documents ?uid=...&uid=..., each to be swapped in where it is shown.

    When one of them has been analysed or has finished, HX-Trigger says `library-changed`, so that lists ask for
    themselves again; on a document's own page (?on=document) the page loads again.
    """
    user = user_of(request)
    asked = tuple(uid for uid in map(as_uuid, request.GET.getlist("uid")[:POLLED]) if uid)
    documents = list(listing.documents(user, listing.Wanted(documents=asked))) if asked else []
    going_on = [document for document in documents if not finished(document.versions.all()[0])]
    uids, known, on = [document.uid for document in going_on], described(going_on), request.GET.get("on", "")
    context = {"documents": documents, "watched": uids, "known": known, "on": on}
    response = render(request, "documents/partials/progress.html", context)
    if len(going_on) < len(asked) or str(known) != request.GET.get("known"):
        response["HX-Trigger"] = "library-changed"
        if on == "document":
            response["HX-Refresh"] = "true"
    return response


def described(documents: list[Document]) -> int:
    """How many of these unfinished documents have been analysed, so that company, type and year are known."""
    return sum(document.versions.all()[0].state in {State.ANALYZED, State.INDEXED} for document in documents)


def as_uuid(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None
