"""Which answers a reader of the trail may look into, and how far.

An answer over filings that the reader may see anyway is open to him. Any other he opens with a reason, which its asker
sees; and of its sources each that is closed to him by itself, which its owner sees.
"""

import uuid
from dataclasses import dataclass
from typing import Any

from django.db.models import BooleanField, Case, Exists, OuterRef, Q, QuerySet, Value, When
from django.shortcuts import get_object_or_404

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerSource
from apps.audit.veil import PEOPLE, opened
from apps.chat.access import readable_answers
from apps.documents.models import Document


def open_documents(reader: User) -> QuerySet[Document]:
    """What he may see, deleted or not, and what he opened with a reason."""
    seen = Document.objects.ever_visible_to(reader)
    return Document.objects.filter(Q(pk__in=seen.values("pk")) | Q(uid__in=opened(reader, "document"))).order_by()


def over_open_filings(reader: User) -> Q:
    """Of answers: something was searched, and nothing of it is closed to the reader."""
    sources = AnswerSource.objects.filter(answer=OuterRef("pk"))
    closed = sources.exclude(document__in=Document.objects.ever_visible_to(reader).order_by().values("pk"))
    return Exists(sources) & ~Exists(closed)


def open_to(reader: User) -> Q:
    """Of answers: the reader may read the question and what was made of it."""
    own = Q(pk__in=readable_answers(reader).order_by().values("pk"))
    told = Q(uid__in=opened(reader, "answer")) | Q(asker__uid__in=opened(reader, PEOPLE))
    return own | told | over_open_filings(reader)


def looked_at(reader: User) -> Any:
    """Every answer, each with `readable`: whether its words may be told to the reader."""
    told = Case(When(open_to(reader), then=Value(True)), default=False, output_field=BooleanField())
    return Answer.objects.annotate(readable=told).select_related("asker")


@dataclass(frozen=True, slots=True)
class Look:
    """An answer as a reader may look into it. closed: sources that are closed to him, without their names."""

    answer: Answer
    readable: bool
    closed: tuple[Document, ...]

    @property
    def whole(self) -> bool:
        """Whether everything may be shown: prompts, replies and evidence of every source."""
        return self.readable and not self.closed


def get_look(reader: User, uid: uuid.UUID) -> Look:
    """Http404 for an id that no answer has."""
    answer = get_object_or_404(looked_at(reader), uid=uid)
    sources = Document.objects.filter(pk__in=answer.sources.values("document"))
    closed = sources.exclude(pk__in=open_documents(reader).values("pk")).order_by("pk")
    own = answer.asker_id == reader.pk
    return Look(answer, answer.readable, () if own else tuple(closed))
