"""What stands on a page: its image, the panel with highlights, and the file itself."""

import uuid

from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from apps.accounts.permissions import user_of
from apps.documents import rendering
from apps.documents.access import get_chunk_for_user, get_page_for_user, get_version_for_user
from apps.documents.models import Chunk, DocumentVersion
from apps.documents.page_view import PageView, page_view
from apps.documents.source_text import Span
from apps.documents.stored_files import opened
from apps.documents.viewing import record_view

LONGEST_NUMBER = 9  # digits of a page or an offset in an address
FOREVER = "private, max-age=31536000, immutable"


@require_safe
def page_image(request: HttpRequest, uid: uuid.UUID, number: int, width: int) -> HttpResponse | FileResponse:
    """A PNG of page `number` (from 0) of a PDF version; never changes, so a browser may keep it for good."""
    version = get_version_for_user(user_of(request), uid)
    etag = f'"{rendering.image_key(version, number, width)}"'
    if request.headers.get("If-None-Match") == etag:
        return HttpResponseNotModified()
    try:
        path = rendering.page_image(version, number, width)
    except rendering.CannotRender as error:
        raise Http404 from error
    except rendering.TooBusy as error:
        return HttpResponse(str(error), status=503, headers={"Retry-After": "5"}, content_type="text/plain")
    response = FileResponse(path.open("rb"), content_type="image/png")
    response["ETag"], response["Cache-Control"] = etag, FOREVER
    return response


@require_safe
def page_panel(request: HttpRequest, uid: uuid.UUID, number: int) -> HttpResponse:
    """A page with its highlight, to stand beside something else. ?start=&end= (offsets into the page) or ?chunk=UID."""
    shown = requested_page(request, get_version_for_user(user_of(request), uid), number)
    record_view(request, shown.version.document, page=number + 1)
    return render(request, "documents/partials/panel.html", {"view": shown})


def requested_page(request: HttpRequest, version: DocumentVersion, number: int) -> PageView:
    """The page with the highlight that the query names; Http404 for a page or chunk that is not in this version."""
    page = get_page_for_user(user_of(request), version.uid, number)
    return page_view(page, requested_spans(request), requested_chunk(request, version))


def requested_spans(request: HttpRequest) -> list[Span]:
    """[(start, end)] from ?start=&end=, or [] when they are missing or no offsets."""
    start, end = request.GET.get("start", ""), request.GET.get("end", "")
    if not all(text.isdecimal() and len(text) <= LONGEST_NUMBER for text in (start, end)) or int(start) >= int(end):
        return []
    return [(int(start), int(end))]


def requested_chunk(request: HttpRequest, version: DocumentVersion) -> Chunk | None:
    text = request.GET.get("chunk")
    if not text:
        return None
    try:
        chunk = get_chunk_for_user(user_of(request), uuid.UUID(text))
    except ValueError as error:
        raise Http404 from error
    if chunk.version_id != version.pk:
        raise Http404
    return chunk


@require_safe
def file(request: HttpRequest, uid: uuid.UUID) -> FileResponse:
    """The file as it was uploaded, always as a download: what users upload is never shown as a page of ours."""
    version = get_version_for_user(user_of(request), uid)
    try:
        stored = opened(version.file)
    except FileNotFoundError as error:
        raise Http404 from error
    record_view(request, version.document, part="file")
    response = FileResponse(stored, content_type="application/octet-stream")
    response["Content-Disposition"] = content_disposition_header(True, version.file_name) or "attachment"
    response["X-Content-Type-Options"] = "nosniff"
    return response
