"""Private notes. A note is a document of the library with an owner and an editor; this is its editor's side."""

import uuid
from datetime import timedelta
from typing import ClassVar, Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from apps.accounts.models import User
from apps.documents.models import Document, DocumentVersion

LONGEST_TITLE = 120
SAME_SITTING = timedelta(minutes=2)  # what is saved again so soon replaces the last entry of the history


class NoteQuerySet(models.QuerySet["Note"]):
    def visible_to(self, user: User) -> Self:
        """Own notes, and those that the team shares; not what lies in the bin."""
        return self.filter(document__in=Document.objects.visible_to(user))

    def owned_by(self, user: User) -> Self:
        return self.filter(document__owner=user, document__deleted=None)

    def saying(self, words: str) -> Self:
        """Notes with all these words, in any order, as they are written."""
        found = self
        for word in words.split()[:8]:
            found = found.filter(Q(text__icontains=word) | Q(tags__contains=[word.lstrip("#").lower()]))
        return found


class Note(models.Model):
    """What the editor holds. `text` is Markdown; title and tags are read from it when it is saved.

    revision: counts the savings; an editor that knows an older one may not overwrite what another has saved.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    document = models.OneToOneField(Document, on_delete=models.CASCADE, related_name="note")
    text = models.TextField(blank=True)
    tags = ArrayField(models.CharField(max_length=50), default=list, blank=True)
    revision = models.PositiveIntegerField(default=0)
    saved = models.DateTimeField(auto_now=True)

    objects = NoteQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-saved", "-id"]

    def __str__(self) -> str:
        return self.document.title or "Untitled note"


class Revision(models.Model):
    """A text that the note had, and the version that was made of it. version: null once nothing needs it any more."""

    note = models.ForeignKey(Note, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    text = models.TextField(blank=True)
    saved = models.DateTimeField(auto_now_add=True)
    version = models.ForeignKey(DocumentVersion, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering: ClassVar = ["-number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["note", "number"], name="one_revision_per_number")]

    def __str__(self) -> str:
        return f"revision {self.number}"


class NoteLink(models.Model):
    """A link in the text of a note as it stands now. `target` is the public id of a thing of that kind."""

    note = models.ForeignKey(Note, on_delete=models.CASCADE, related_name="links")
    kind = models.CharField(max_length=16)
    target = models.UUIDField(db_index=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["note", "kind", "target"], name="one_link_per_target")]

    def __str__(self) -> str:
        return f"{self.kind}:{self.target}"
