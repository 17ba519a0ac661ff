"""The vault as an API, with the permissions of its pages."""

import uuid
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Field, Router, Schema, Status
from ninja.errors import HttpError

from apps.accounts.api_auth import authentication
from apps.accounts.permissions import user_of, writer_required
from apps.audit.address import client_address
from apps.documents import deeds
from apps.documents.models import Visibility
from apps.documents.viewing import record_view
from apps.notes import saving
from apps.notes.access import get_note_for_user, get_note_to_change, get_revision
from apps.notes.listing import listing
from apps.notes.models import Note

router = Router(auth=authentication, tags=["notes"])
Text = Annotated[str, Field(max_length=saving.LONGEST)]


class NoteOut(Schema):
    """document_id: the note as a document of the library, which answers cite. revision: counts the savings."""

    id: uuid.UUID
    document_id: uuid.UUID
    title: str
    tags: list[str]
    owner: str
    shared: bool
    company: str | None
    revision: int
    saved: str


class WholeNoteOut(NoteOut):
    """text: Markdown."""

    text: str


class NotesOut(Schema):
    """tags: those of all notes that are seen, most used first."""

    notes: list[NoteOut]
    tags: list[str]
    total: int
    page: int
    pages: int


class NoteIn(Schema):
    text: Text


class SaveIn(Schema):
    """revision: the one that the editor began with; where another was saved since, nothing is overwritten."""

    text: Text
    revision: Annotated[int, Field(ge=0)]


class ShareIn(Schema):
    """team: share with the own team; else with nobody."""

    team: bool


class RevisionOut(Schema):
    number: int
    saved: str
    text: str


@router.get("/notes", response=NotesOut)
def notes(
    request: HttpRequest,
    q: Annotated[str, Field(max_length=200)] = "",
    tag: Annotated[str, Field(max_length=50)] = "",
    page: Annotated[int, Field(ge=1, le=100_000)] = 1,
) -> dict[str, Any]:
    """Own notes and those that the team shares, the newest first, fifty on a page."""
    found = listing(user_of(request), q, tag, page)
    return {
        "notes": [_told(one) for one in found.page.object_list],
        "tags": list(found.tags),
        "total": found.page.paginator.count,
        "page": found.page.number,
        "pages": found.page.paginator.num_pages,
    }


@router.post("/notes", response={201: WholeNoteOut})
@writer_required
def new(request: HttpRequest, given: NoteIn) -> Status[dict[str, Any]]:
    """A private note. It is searched as soon as this answers."""
    try:
        made = saving.new_note(user_of(request), given.text, client_address(request))
    except saving.CannotSaveError as refusal:
        raise HttpError(422, str(refusal)) from refusal
    return Status(201, _whole(get_note_for_user(user_of(request), made.uid)))


@router.get("/notes/{uuidstr:uid}", response=WholeNoteOut)
def note(request: HttpRequest, uid: uuid.UUID) -> dict[str, Any]:
    """An own note, or one that the team shares."""
    found = get_note_for_user(user_of(request), uid)
    record_view(request, found.document, tab="note")
    return _whole(found)


@router.put("/notes/{uuidstr:uid}", response=WholeNoteOut)
@writer_required
def save(request: HttpRequest, uid: uuid.UUID, given: SaveIn) -> dict[str, Any]:
    """Keep a new text. 409 where another editor saved the note meanwhile."""
    user = user_of(request)
    found = get_note_to_change(user, uid)
    try:
        saving.save(found, given.text, user, revision=given.revision, address=client_address(request))
    except saving.ChangedElsewhereError as refusal:
        raise HttpError(409, str(refusal)) from refusal
    except saving.CannotSaveError as refusal:
        raise HttpError(422, str(refusal)) from refusal
    return _whole(get_note_for_user(user, uid))


@router.get("/notes/{uuidstr:uid}/revisions", response=list[RevisionOut])
def revisions(request: HttpRequest, uid: uuid.UUID) -> list[dict[str, Any]]:
    """The history of an own note, the newest first; at most a hundred."""
    found = get_note_to_change(user_of(request), uid)
    return [_revision(one) for one in found.revisions.all()[:100]]


@router.get("/notes/{uuidstr:uid}/revisions/{int:number}", response=RevisionOut)
def revision(request: HttpRequest, uid: uuid.UUID, number: int) -> dict[str, Any]:
    """An earlier text of an own note."""
    return _revision(get_revision(get_note_to_change(user_of(request), uid), number))


@router.post("/notes/{uuidstr:uid}/share", response=NoteOut)
@writer_required
def share(request: HttpRequest, uid: uuid.UUID, given: ShareIn) -> dict[str, Any]:
    """Share a note with the own team, or with nobody; 422 for somebody without a team."""
    user = user_of(request)
    wanted = Visibility.TEAM if given.team else Visibility.PRIVATE
    try:
        saving.share(get_note_to_change(user, uid), wanted, user, client_address(request))
    except saving.CannotSaveError as refusal:
        raise HttpError(422, str(refusal)) from refusal
    return _told(get_note_for_user(user, uid))


@router.delete("/notes/{uuidstr:uid}", response={204: None})
@writer_required
def delete(request: HttpRequest, uid: uuid.UUID) -> Status[None]:
    """Into the bin, from where it comes back for thirty days."""
    user = user_of(request)
    deeds.delete(get_note_to_change(user, uid).document, user, client_address(request))
    return Status(204, None)


def _told(one: Note) -> dict[str, Any]:
    document = one.document
    return {
        "id": one.uid,
        "document_id": document.uid,
        "title": str(one),
        "tags": one.tags,
        "owner": document.owner.get_username(),
        "shared": document.visibility != Visibility.PRIVATE,
        "company": document.company.name if document.company else None,
        "revision": one.revision,
        "saved": one.saved.isoformat(),
    }


def _whole(one: Note) -> dict[str, Any]:
    return _told(one) | {"text": one.text}


def _revision(one: Any) -> dict[str, Any]:
    return {"number": one.number, "saved": one.saved.isoformat(), "text": one.text}
