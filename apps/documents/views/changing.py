"""Acts on documents: upload, edit, delete, bring back, retry."""

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from apps.accounts.permissions import user_of, writer_required
from apps.audit.address import client_address
from apps.documents import deeds, life_cycle
from apps.documents.access import get_deleted_document, get_document_to_change, newest_version
from apps.documents.forms import DocumentForm, UploadForm
from apps.documents.models import Visibility
from apps.documents.parsing.parsed import FileRefused
from apps.documents.uploads import Upload, accept


@require_POST
@writer_required
def upload(request: HttpRequest) -> HttpResponse:
    """Take one file of a drop; answers with the line that the page shows for it. 422 with a sentence when refused."""
    form = UploadForm(request.POST, request.FILES, user=user_of(request))
    if not form.is_valid():
        return refused(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
    try:
        taken = take(request, form)
    except FileRefused as refusal:
        return refused(request, str(refusal))
    return render(request, "documents/partials/upload_line.html", {"upload": taken})


def take(request: HttpRequest, form: UploadForm) -> Upload:
    """Raises FileRefused."""
    file = form.cleaned_data["file"]
    return accept(
        user_of(request),
        file.name or "file",
        file,
        visibility=Visibility(form.cleaned_data["visibility"]),
        company_name=form.cleaned_data["company"],
        address=client_address(request),
    )


def refused(request: HttpRequest, sentence: str) -> HttpResponse:
    return render(request, "documents/partials/upload_line.html", {"sentence": sentence}, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@writer_required
def edit(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """The form of a document's own facts. 422 with the form when something in it cannot be."""
    document = get_document_to_change(user_of(request), uid)
    form = DocumentForm(request.POST or None, instance=document)
    if request.method == "POST" and form.is_valid():
        deeds.edit(form, user_of(request), client_address(request))
        messages.success(request, "Saved.")
        return redirect("documents:document", uid)
    status = 422 if request.method == "POST" else 200
    return render(request, "documents/edit.html", {"form": form, "document": document}, status=status)


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
    """Undo a deletion; only its owner can."""
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
        life_cycle.retry(newest_version(document), user_of(request))
    except life_cycle.NotFailedError as error:
        messages.info(request, str(error))
    return redirect("documents:document", uid)
