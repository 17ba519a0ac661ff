"""Making, saving and sharing notes, each with its event; the trail is told when and how much, never what.

Each saving makes a version of the note's document, which is read and indexed at once. A citation of an older version
stays what it was. Versions that nothing cites go when newer ones have taken their place.
"""

import re
import uuid
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.core.files.base import ContentFile
from django.db import models, transaction
from django.utils import timezone

from apps.accounts.acting import serving
from apps.accounts.models import User
from apps.audit import trail
from apps.audit.models import Action
from apps.documents import dispatch, left_files
from apps.documents.light import read_here
from apps.documents.models import Document, DocumentVersion, Kind, State, Visibility
from apps.documents.viewing import subject
from apps.notes.links import LINK, link_of, links_in
from apps.notes.models import LONGEST_TITLE, SAME_SITTING, Note, NoteLink, Revision

LONGEST = 400_000  # characters of a note
UNTITLED = "Untitled note"
TAG = re.compile(r"(?:^|(?<=\s))#([A-Za-z][\w-]{1,48})")
MARKS = re.compile(r"^[#>*\s-]{1,20}")
SETTLED = timedelta(minutes=15)  # a question that found the version has been answered by then
MEDIA_TYPE = "text/markdown"


class CannotSaveError(ValueError):
    """Nothing was saved; str() is one sentence for the user."""


class ChangedElsewhereError(CannotSaveError):
    """Another editor saved the note meanwhile."""


def new_note(owner: User, text: str = "", address: str | None = None) -> Note:
    """An own private note, saved where it has words."""
    with transaction.atomic():
        made = uuid.uuid4()
        entered = {"edited": ["title"]}  # the first line is the title: no reading finds another
        document = Document.objects.create(
            name=f"note-{made.hex[:8]}", title=UNTITLED, kind=Kind.NOTE, owner=owner, metadata=entered
        )
        note = Note.objects.create(document=document, uid=made)
    if text.strip():
        save(note, text, owner, address=address)
    return note


def save(note: Note, text: str, actor: User, *, revision: int | None = None, address: str | None = None) -> bool:
    """Keep `text`, record it and index it; False where it is what was kept already.

    revision: the one that the editor began with. Raises CannotSaveError.
    """
    text = text.replace("\x00", "").replace("\r\n", "\n")
    if len(text) > LONGEST:
        raise CannotSaveError(f"A note has at most {LONGEST:,} characters.")
    version = _keep(note, text, actor, revision, address)
    if version is not None and not read_here(version):
        dispatch.send(version.pk, State.UPLOADED)
    return version is not None or note.text == text


@transaction.atomic
def _keep(note: Note, text: str, actor: User, revision: int | None, address: str | None) -> DocumentVersion | None:
    kept = Note.objects.select_for_update(of=("self",)).select_related("document").get(pk=note.pk)
    note.document = kept.document
    if revision is not None and revision != kept.revision:
        raise ChangedElsewhereError("This note was changed elsewhere since you opened it; load it again first.")
    if text == kept.text:
        return None
    note.text, note.revision, note.tags = text, kept.revision + 1, tags_of(text)
    note.save()
    note.document.title = title_of(text)
    note.document.save(update_fields=["title"])
    _link(note)
    version = _version(note) if text.strip() else None
    _remember(note, version)
    digest = sha256(text.encode()).hexdigest()
    said: dict[str, Any] = {"revision": note.revision, "characters": len(text), "sha256": digest}
    trail.record(Action.NOTE_SAVED, actor=actor, subject=subject(note.document), address=address, **said)
    return version


def title_of(text: str) -> str:
    """The first line that says anything, without the marks of Markdown; a link in it by its words."""
    first = next((line for line in text.splitlines() if line.strip("#>*- \t")), "")
    plain = LINK.sub(lambda match: match[4] or "", MARKS.sub("", first)).strip()
    return plain[:LONGEST_TITLE] or UNTITLED


def tags_of(text: str) -> list[str]:
    return sorted({tag.lower() for tag in TAG.findall(LINK.sub(" ", text))})[:40]


def readable(text: str) -> str:
    """What is read and indexed of a note: a link by its words, not by its target."""
    return LINK.sub(lambda match: match[4] or "" if link_of(match) else match[0], text)


def _link(note: Note) -> None:
    note.links.all().delete()
    wanted = {(link.kind, link.target) for link in links_in(note.text)}
    NoteLink.objects.bulk_create(NoteLink(note=note, kind=kind, target=target) for kind, target in sorted(wanted))


def _version(note: Note) -> DocumentVersion:
    content = readable(note.text).encode()
    version = DocumentVersion(
        document=note.document,
        sha256=sha256(content).hexdigest(),
        file_name=f"{note.document.name}.md",
        media_type=MEDIA_TYPE,
        size=len(content),
    )
    version.file.save(f"{uuid.uuid4()}.md", ContentFile(content))
    return version


def _remember(note: Note, version: DocumentVersion | None) -> None:
    """A saving in the same sitting replaces the one before it in the history."""
    last = note.revisions.order_by("-number").first()
    if last and note.revisions.count() > 1 and timezone.now() - last.saved < SAME_SITTING:
        note.revisions.filter(pk=last.pk).update(number=note.revision, text=note.text, version=version)
    else:
        Revision.objects.create(note=note, number=note.revision, text=note.text, version=version)
    let_go(note)


@serving()
def let_go(note: Note) -> None:
    """Versions that no revision stands at, nothing cites, and no question that is being answered can have found."""
    settled = timezone.now() - SETTLED
    stale = note.document.versions.filter(created__lt=settled).exclude(pk=note.document.current_id or 0)
    for version in stale.exclude(pk__in=note.revisions.exclude(version=None).values("version")):
        try:
            with transaction.atomic():
                left_files.leave([version.file.name or ""])
                version.delete()
        except models.ProtectedError:
            continue  # an answer rests on it


@transaction.atomic
def share(note: Note, visibility: Visibility, actor: User, address: str | None = None) -> None:
    """With the team of its owner, or with nobody. Raises CannotSaveError for somebody without a team."""
    document = note.document
    if visibility not in (Visibility.PRIVATE, Visibility.TEAM) or (visibility == Visibility.TEAM and not actor.team):
        raise CannotSaveError("You are in no team, so there is nobody to share with.")
    changes = {"visibility": [document.visibility, visibility]}
    document.visibility, document.team = visibility, actor.team if visibility == Visibility.TEAM else None
    document.save(update_fields=["visibility", "team"])
    trail.record(Action.DOCUMENT_EDITED, actor=actor, subject=subject(document), address=address, changes=changes)
