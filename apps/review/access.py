"""Which answers a reader of the trail may look into, and how far.

An answer over filings that the reader may see anyway is open to him. Any other he opens with a reason, which its asker
sees; and of its sources each that is closed to him by itself, which its owner sees.
"""

import uuid
from dataclasses import dataclass
from typing import Any

from django.db.models import BooleanField, Case, Exists, OuterRef, Q, QuerySet, Value, When
from django.http import Http404
from django.shortcuts import get_object_or_404

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerSource
from apps.audit.trail import Subject
from apps.audit.veil import CLOSED, PEOPLE, opened
from apps.chat.models import Conversation, Message
from apps.documents.models import Document
from apps.review.outlines import AnswerOutline, DocumentOutline


def open_documents(reader: User) -> QuerySet[Document]:
    """What he may see, deleted or not, and what he opened with a reason."""
    seen = Document.objects.ever_visible_to(reader)
    return Document.objects.filter(Q(pk__in=seen.values("pk")) | Q(uid__in=opened(reader, "document"))).order_by()


def over_open_filings(reader: User) -> Q:
    """Of answers: something was searched, and nothing of it is closed to the reader."""
    sources = AnswerSource.objects.filter(answer=OuterRef("pk"))
    closed = sources.exclude(document__in=Document.objects.ever_visible_to(reader).order_by().values("pk"))
    return Exists(sources) & ~Exists(closed)


def own_to(reader: User) -> Q:
    """Of answers: his own, and those of conversations that his team shares."""
    shared = Message.objects.filter(conversation__in=Conversation.objects.readable_by(reader).order_by().values("pk"))
    return Q(asker=reader) | Q(pk__in=shared.order_by().values("answer"))


def open_to(reader: User) -> Q:
    """Of answers: the reader may read the question and what was made of it."""
    told = Q(uid__in=opened(reader, "answer")) | Q(asker__uid__in=opened(reader, PEOPLE))
    return own_to(reader) | told | over_open_filings(reader)


def looked_at(reader: User) -> Any:
    """Outlines of every answer, each with `readable`: whether its question may be told to the reader.

    The database tells it where it is open by its own rules; what `readable` says is the application's.
    """
    told = Case(When(open_to(reader), then=Value(True)), default=False, output_field=BooleanField())
    return AnswerOutline.objects.annotate(readable=told).select_related("asker")


@dataclass(frozen=True, slots=True)
class Look:
    """An answer as a reader may look into it. closed: sources that are closed to him, without their names."""

    answer: AnswerOutline
    readable: bool
    closed: tuple[DocumentOutline, ...]

    @property
    def whole(self) -> bool:
        """Whether everything may be shown: prompts, replies and evidence of every source."""
        return self.readable and not self.closed

    @property
    def subject(self) -> Subject:
        """What an event calls it: by its question only where that is told."""
        return subject_of(self.answer) if self.readable else Subject("answer", self.answer.uid, CLOSED)


def subject_of(answer: AnswerOutline | Answer) -> Subject:
    """By its question, where that is open."""
    return Subject("answer", answer.uid, answer.question or CLOSED)


def get_look(reader: User, uid: uuid.UUID) -> Look:
    """Http404 for an id that no answer has."""
    answer = get_object_or_404(looked_at(reader), uid=uid)
    if answer.asker_id == reader.pk:
        return Look(answer, answer.readable, ())
    sources = DocumentOutline.objects.filter(pk__in=AnswerSource.objects.filter(answer=answer.pk).values("document"))
    closed = sources.exclude(pk__in=open_documents(reader).values("pk")).order_by("pk")
    return Look(answer, answer.readable, tuple(closed))


def get_answer(look: Look) -> Answer:
    """The answer itself. Http404 where anything of it is closed."""
    if not look.whole:
        raise Http404("Something of this answer is closed to you.")
    return get_object_or_404(Answer.objects.select_related("asker"), uid=look.answer.uid)
