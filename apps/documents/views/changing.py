"""Acts on documents: upload, edit, delete, bring back, retry."""

import uuid
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from apps.accounts.permissions import user_of, writer_required
from apps.audit.address import client_address
from apps.documents import deeds, history, life_cycle
from apps.documents.access import get_deleted_document, get_document_to_change, latest_upload
from apps.documents.forms import DocumentForm, UploadForm, VersionForm, field_name
from apps.documents.models import Kind, Visibility
from apps.documents.provenance import known_fields
from apps.documents.publishing import MAY_NOT_PUBLISH, may_publish, may_renew
from apps.documents.uploads import Upload, accept, accept_version
from apps.documents.views.library import as_uuid
from apps.reading.parsed import FileRefused


@require_POST
@writer_required
def upload(request: HttpRequest) -> HttpResponse:
    """Take one file of a drop; answers with the line that the page shows for it. 422, or 403 to whoever may not
    publish, with a sentence when refused."""
    if not may_publish(user_of(request), request.POST.get("visibility", "")):
        return refused(request, MAY_NOT_PUBLISH, status=403)
    form = UploadForm(request.POST, request.FILES, user=user_of(request))
    if not form.is_valid():
        return refused(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
    try:
        taken = take(request, form)
    except FileRefused as refusal:
        return refused(request, str(refusal))
    context = {"upload": taken} | _kind_wished(request, form, taken)
    return render(request, "documents/partials/upload_line.html", context)


def _kind_wished(request: HttpRequest, form: UploadForm, taken: Upload) -> dict[str, Any]:
    """For a file that is held as something else than was wished: as what, and whether the uploader can change that."""
    wished = Kind(form.cleaned_data["kind"] or Kind.FILING)
    if not taken.duplicate or taken.document.kind == wished:
        return {}
    return {"other_kind": wished.label, "may_change": taken.document.owner_id == user_of(request).pk}


def take(request: HttpRequest, form: UploadForm) -> Upload:
    """Raises FileRefused."""
    file = form.cleaned_data["file"]
    return accept(
        user_of(request),
        file.name or "file",
        file,
        visibility=Visibility(form.cleaned_data["visibility"]),
        company_name=form.cleaned_data["company"],
        kind=form.cleaned_data["kind"] or Kind.FILING,
        address=client_address(request),
    )


def refused(request: HttpRequest, sentence: str, status: int = 422) -> HttpResponse:
    return render(request, "documents/partials/upload_line.html", {"sentence": sentence}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@writer_required
def edit(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """The form of a document's own facts. 422 with the form when something in it cannot be."""
    document = get_document_to_change(user_of(request), uid)
    form = DocumentForm(request.POST or None, instance=document, actor=user_of(request))
    if request.method == "POST" and form.is_valid():
        deeds.edit(form, user_of(request), client_address(request))
        messages.success(request, "Saved.")
        return redirect("documents:document", uid)
    status = 422 if request.method == "POST" else 200
    known = {field.name: field for field in known_fields(document)}
    rows = [(field, known.get(field_name(field.name))) for field in form]
    context = {"form": form, "rows": rows, "document": document, "edits": history.edits(document)}
    return render(request, "documents/edit.html", context, status=status)


@require_POST
@writer_required
def undo_edit(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """Take the edit `event` back; a message says so, or why it cannot be."""
    document = get_document_to_change(user_of(request), uid)
    text = as_uuid(request.POST.get("event", ""))
    event = history.get_edit(document, text) if text else None
    try:
        if event is None:
            raise deeds.CannotUndoError("This edit is not one of this document.")
        deeds.undo_edit(document, event, user_of(request), client_address(request))
        messages.success(request, "Taken back.")
    except deeds.CannotUndoError as error:
        messages.error(request, str(error))
    return redirect("documents:edit", uid)


@require_POST
@writer_required
def add_version(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """Take a newer file of the document; what becomes of it stands on the document page."""
    document = get_document_to_change(user_of(request), uid)
    if not may_renew(user_of(request), document):
        raise PermissionDenied(MAY_NOT_PUBLISH)
    form = VersionForm(request.POST, request.FILES)
    if not form.is_valid():
        messages.error(request, "Choose a file.")
        return redirect("documents:document", uid)
    file = form.cleaned_data["file"]
    try:
        taken = accept_version(user_of(request), document, file.name or "file", file, address=client_address(request))
    except FileRefused as refusal:
        messages.error(request, str(refusal))
        return redirect("documents:document", uid)
    if taken.duplicate:
        messages.info(request, "The document has this very file already.")
    return redirect("documents:document", uid)


@require_POST
@writer_required
def delete(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """Hide the document. To htmx: a toast with Undo, and word to lists; else back to the library with the same."""
    document = get_document_to_change(user_of(request), uid)
    deeds.delete(document, user_of(request), client_address(request))
    if request.headers.get("HX-Request") and request.POST.get("stay"):
        response = render(request, "documents/partials/deleted.html", {"document": document})
        response["HX-Trigger"] = "library-changed"
        return response
    return HttpResponseRedirect(f"{reverse('documents:library')}?deleted={document.uid}")


@require_POST
@writer_required
def restore(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """Undo a deletion: its owner can, and administrators."""
    document = get_deleted_document(user_of(request), uid)
    deeds.restore(document, user_of(request), client_address(request))
    messages.success(request, f"{document} is back.")
    return redirect("documents:document", uid)


@require_POST
@writer_required
def retry(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """Send a failed version back to the step that failed. Nothing happens to one that did not fail."""
    document = get_document_to_change(user_of(request), uid)
    try:
        life_cycle.retry(latest_upload(document), user_of(request))
    except life_cycle.NotFailedError as error:
        messages.info(request, str(error))
    return redirect("documents:document", uid)
