"""Pages of the vault: load, check, act, render."""

import uuid
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from apps.accounts.permissions import user_of, writer_required
from apps.audit.address import client_address
from apps.documents import deeds
from apps.documents.models import Visibility
from apps.documents.viewing import record_view
from apps.notes import saving
from apps.notes.access import get_note_for_user, get_note_to_change, get_revision
from apps.notes.forms import AddForm, SaveForm
from apps.notes.links import KINDS, completions
from apps.notes.listing import listing
from apps.notes.markdown import shown
from apps.notes.models import Note, NoteLink


@require_safe
def notes(request: HttpRequest) -> HttpResponse:
    """The vault: own notes and those that the team shares, newest first, searched and by tag."""
    words, tag = request.GET.get("q", "")[:200], request.GET.get("tag", "")[:50]
    found = listing(user_of(request), words, tag, request.GET.get("page"))
    context = {"listing": found, "page": found.page, "q": words, "tag": tag, "query": _query(words, tag)}
    part = request.headers.get("HX-Request") and request.headers.get("HX-Request-Type") != "full"
    return render(request, "notes/partials/list.html" if part else "notes/notes.html", context)


def _query(words: str, tag: str) -> str:
    return urlencode({name: value for name, value in (("q", words), ("tag", tag)) if value})


@require_POST
@writer_required
def new(request: HttpRequest) -> HttpResponse:
    note = saving.new_note(user_of(request), address=client_address(request))
    return redirect("notes:note", note.uid)


@require_safe
def note(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """The editor for its owner, the text for whom it is shared with."""
    user = user_of(request)
    found = get_note_for_user(user, uid)
    record_view(request, found.document, tab="note")
    mine = found.document.owner_id == user.pk and user.may_write
    linking = NoteLink.objects.filter(kind="note", target=found.uid).values("note")
    context = {
        "note": found,
        "mine": mine,
        "shown": shown(found.text, user),
        "linked_from": Note.objects.visible_to(user).filter(pk__in=linking).select_related("document")[:20],
        "revisions": found.revisions.only("number", "saved")[:20] if mine else (),
    }
    return render(request, "notes/note.html", context)


@require_POST
@writer_required
def save(request: HttpRequest, uid: uuid.UUID) -> JsonResponse:
    """Autosave. 409 where another editor saved it meanwhile, 422 where it cannot be kept: nothing is overwritten."""
    found = get_note_to_change(user_of(request), uid)
    form = SaveForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"sentence": "This cannot be saved."}, status=422)
    try:
        given = form.cleaned_data
        saving.save(found, given["text"], user_of(request), revision=given["revision"], address=client_address(request))
    except saving.CannotSaveError as refusal:
        status = 409 if isinstance(refusal, saving.ChangedElsewhereError) else 422
        return JsonResponse({"sentence": str(refusal)}, status=status)
    return JsonResponse({"revision": found.revision, "title": str(found)})


@require_POST
def preview(request: HttpRequest) -> HttpResponse:
    """What was written, as it will be shown to whoever writes it."""
    return HttpResponse(shown(request.POST.get("text", ""), user_of(request)))


@require_safe
def complete(request: HttpRequest) -> HttpResponse:
    """What may follow "[[": things that the reader may see, each with the link to write."""
    offered = completions(request.GET.get("q", ""), user_of(request))
    return render(request, "notes/partials/completions.html", {"offered": offered})


@require_safe
def revision(request: HttpRequest, uid: uuid.UUID, number: int) -> HttpResponse:
    """An earlier text of an own note."""
    found = get_note_to_change(user_of(request), uid)
    past = get_revision(found, number)
    context = {"note": found, "revision": past, "shown": shown(past.text, user_of(request))}
    return render(request, "notes/revision.html", context)


@require_POST
@writer_required
def restore_revision(request: HttpRequest, uid: uuid.UUID, number: int) -> HttpResponse:
    """Make an earlier text the newest one; nothing of the history goes."""
    found = get_note_to_change(user_of(request), uid)
    saving.save(found, get_revision(found, number).text, user_of(request), address=client_address(request))
    messages.success(request, f"Revision {number} is the text again.")
    return redirect("notes:note", uid)


@require_POST
@writer_required
def share(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """With the team, or with nobody."""
    found = get_note_to_change(user_of(request), uid)
    wanted = Visibility.TEAM if request.POST.get("with") == "team" else Visibility.PRIVATE
    try:
        saving.share(found, wanted, user_of(request), client_address(request))
    except saving.CannotSaveError as refusal:
        messages.error(request, str(refusal))
    return redirect("notes:note", uid)


@require_POST
@writer_required
def delete(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """Into the bin, from where it comes back for thirty days."""
    found = get_note_to_change(user_of(request), uid)
    deeds.delete(found.document, user_of(request), client_address(request))
    messages.success(request, "The note is in the bin.")
    return redirect("notes:notes")


@require_http_methods(["GET", "HEAD", "POST"])
@writer_required
def add(request: HttpRequest) -> HttpResponse:
    """Add an answer, a passage or a table to a note, with a link to where it stands."""
    user = user_of(request)
    form = AddForm(user, request.POST or request.GET)
    if not form.is_valid():
        messages.error(request, "There is nothing to add to a note.")
        return redirect("notes:notes")
    words = KINDS[form.cleaned_data["kind"]].quote(user, form.cleaned_data["target"])
    if words is None:
        raise Http404("This is not there, or cannot be added to a note.")
    if request.method != "POST":
        return render(request, "notes/add.html", {"form": form, "shown": shown(words, user)})
    return HttpResponseRedirect(reverse("notes:note", args=[_added(request, form, words).uid]))


def _added(request: HttpRequest, form: AddForm, words: str) -> Note:
    user, address = user_of(request), client_address(request)
    block = "\n\n".join(filter(None, (form.cleaned_data["words"].strip(), words)))
    if form.chosen is None:
        return saving.new_note(user, block, address)
    found = get_note_to_change(user, form.chosen)
    saving.save(found, f"{found.text.rstrip()}\n\n{block}\n".lstrip(), user, address=address)
    return found
