"""The document page and its tabs: viewer, pages, outline, passages, tables, history."""

import uuid
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from apps.accounts.permissions import user_of
from apps.documents import history as trail_of
from apps.documents.access import (
    get_document_for_user,
    get_table_for_user,
    get_version_for_user,
    latest_upload,
    may_change,
    newest_version,
)
from apps.documents.models import DocumentVersion, Page, State, Table
from apps.documents.page_view import page_view
from apps.documents.passage_filters import PassagesForm
from apps.documents.provenance import known_fields
from apps.documents.source_text import grid_rows
from apps.documents.viewing import record_view
from apps.documents.views.viewer import LONGEST_NUMBER, requested_chunk, requested_page

PAGES, PASSAGES, TABLES = 24, 40, 60


@require_safe
def document(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """The viewer on the newest version."""
    return show(request, newest_version(get_document_for_user(user_of(request), uid)))


@require_safe
def version(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """The viewer on this very version, for what an answer cited. ?page=N (from 1), ?chunk=, ?start=&end="""
    return show(request, get_version_for_user(user_of(request), uid))


def show(request: HttpRequest, version: DocumentVersion) -> HttpResponse:
    number = wanted_page(request, version)
    shown = requested_page(request, version, number) if version.pages.exists() else None
    passages = version.chunks.filter(page=number).select_related("section") if shown else []
    context = page_context(request, version, "viewer", page=number + 1) | {"view": shown, "passages": passages}
    if request.headers.get("HX-Request-Type") == "partial":
        return render(request, "documents/partials/viewer.html", context)
    return render(request, "documents/document.html", context)


def wanted_page(request: HttpRequest, version: DocumentVersion) -> int:
    """From ?page= (from 1), else where ?chunk= begins, else the first; kept within the document."""
    text = request.GET.get("page", "")
    if text.isdecimal() and len(text) <= LONGEST_NUMBER:
        return max(0, min(int(text), version.page_count or 1) - 1)
    chunk = requested_chunk(request, version)
    return chunk.page if chunk else 0


def page_context(request: HttpRequest, version: DocumentVersion, tab: str, **seen: Any) -> dict[str, Any]:
    """What the head of the document page needs on every tab. That the tab was opened goes into the trail."""
    record_view(request, version.document, tab=tab, **seen)
    latest = latest_upload(version.document)
    return {
        "document": version.document,
        "version": version,
        "latest": latest,
        "fields": known_fields(version.document),
        "tab": tab,
        "may_change": may_change(user_of(request), version.document),
        "counts": counts(version),
        "watched": [version.document.uid],
        "known": int(latest.state in {State.ANALYZED, State.INDEXED}),
        "versions": version.document.versions.defer("diagnostics"),
    }


def counts(version: DocumentVersion) -> dict[str, int]:
    """What the tabs say that they hold."""
    return {
        "pages": version.page_count,
        "passages": version.chunks.count(),
        "tables": version.tables.count(),
        "statements": version.facts.filter(dimension="").values("statement").order_by().distinct().count(),
    }


@require_safe
def pages(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """An overview of all pages."""
    version = get_version_for_user(user_of(request), uid)
    rows: Any = Page.objects.filter(version=version).defer("runs", "blocks")
    page = Paginator(rows, PAGES).get_page(request.GET.get("page"))
    return render(request, "documents/pages.html", page_context(request, version, "pages") | {"page": page})


@require_safe
def outline(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """The headings, each a link to its page."""
    version = get_version_for_user(user_of(request), uid)
    sections = version.sections.all()
    return render(request, "documents/outline.html", page_context(request, version, "outline") | {"sections": sections})


@require_safe
def passages(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """The chunks that search finds, each a link to its place; ?q=, ?topic= and ?tone= keep those that are wanted."""
    version = get_version_for_user(user_of(request), uid)
    chunks = version.chunks.select_related("section").defer("view", "lexemes")
    form = PassagesForm(request.GET)
    page = Paginator(form.of(chunks), PASSAGES).get_page(request.GET.get("page"))
    context = page_context(request, version, "passages") | {"page": page, "form": form}
    return render(request, "documents/passages.html", context)


@require_safe
def tables(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """All tables of a version with their size, each a link to its grid."""
    version = get_version_for_user(user_of(request), uid)
    page = Paginator(version.tables.all(), TABLES).get_page(request.GET.get("page"))
    return render(request, "documents/tables.html", page_context(request, version, "tables") | {"page": page})


@require_safe
def table(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """One table as it was read, beside the page that it stands on."""
    found = get_table_for_user(user_of(request), uid)
    page = Page.objects.filter(version=found.version, number=found.page).select_related("version__document").first()
    if page is None:
        raise Http404
    seen = page_context(request, found.version, "tables", page=found.page + 1)
    return render(request, "documents/table.html", seen | table_context(found, page))


def table_context(table: Table, page: Page) -> dict[str, Any]:
    """The grid of a table with what belongs to it: header rows of its first part, notes, other parts, neighbours."""
    beside = table.version.tables.filter(ordinal__in=(table.ordinal - 1, table.ordinal + 1)).defer("grid")
    neighbours = {other.ordinal: other for other in beside}
    headed = table.headed
    return {
        "table": table,
        "head_rows": grid_rows("", headed.grid[: headed.header_rows], headed.header_rows) if headed != table else (),
        "rows": grid_rows(page.text, table.grid, table.header_rows),
        "footnotes": [page.text[start:end] for start, end in table.footnotes or ()],
        "continued_by": table.continued_by.defer("grid"),
        "view": page_view(page, [], table=table),
        "previous": neighbours.get(table.ordinal - 1),
        "next": neighbours.get(table.ordinal + 1),
    }


@require_safe
def history(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """What happened to the document: its way through the life cycle, edits, retries."""
    version = get_version_for_user(user_of(request), uid)
    context = page_context(request, version, "history") | {"steps": trail_of.steps(version.document)}
    return render(request, "documents/history.html", context)
