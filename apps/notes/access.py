"""The one way to load a note. A stranger gets 404, a colleague with whom it is shared may read it, not change it."""

import uuid

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404

from apps.accounts.models import User
from apps.notes.models import Note, Revision


def get_note_for_user(user: User, uid: uuid.UUID) -> Note:
    """A note that `user` may see; Http404 otherwise."""
    beside = ("document__owner", "document__team", "document__current", "document__company")
    notes = Note.objects.visible_to(user).select_related(*beside)
    return get_object_or_404(notes, uid=uid)


def get_note_to_change(user: User, uid: uuid.UUID) -> Note:
    """An own note; Http404 for strangers, PermissionDenied for those who may only read it."""
    note = get_note_for_user(user, uid)
    if note.document.owner_id != user.pk or not user.may_write:
        raise PermissionDenied("Only its owner changes a note.")
    return note


def get_revision(note: Note, number: int) -> Revision:
    found = note.revisions.filter(number=number).first()
    if found is None:
        raise Http404("The note has no such revision any more.")
    return found
