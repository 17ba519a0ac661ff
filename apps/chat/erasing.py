"""Deleting a conversation for good, with its questions and answers; and emptying the bin."""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from apps.accounts.acting import serving
from apps.accounts.models import User
from apps.answers import erasing as answering
from apps.answers.models import Answer
from apps.audit import ordered, trail
from apps.audit.models import Action
from apps.chat.models import Conversation
from apps.documents import erasing
from apps.documents.models import Document

GONE = "a deleted conversation"


@serving()
@transaction.atomic
def erase(conversation: Conversation, actor: User | None = None, address: str | None = None) -> None:
    """actor: None where its time in the bin is over. Raises ErasureWaits."""
    answers = list(Answer.objects.filter(message__conversation=conversation))
    ordered.order([conversation.uid, *(answer.uid for answer in answers)], [conversation.title])
    answering.leave(answers)
    conversation.delete()
    Answer.objects.filter(pk__in=[answer.pk for answer in answers]).delete()
    subject = trail.Subject("conversation", conversation.uid, GONE)
    trail.record(Action.DELETED_FOR_GOOD, actor=actor, subject=subject, address=address, answers=len(answers))


@serving()
def empty_bin() -> int:
    """Delete for good what has lain in the bin for FINRAG_BIN_DAYS; how many things."""
    over = timezone.now() - timedelta(days=settings.BIN_DAYS)
    gone = sum(erasing.done(erase, one) for one in Conversation.objects.filter(deleted__lt=over))
    return gone + erasing.overdue(Document.objects.filter(deleted__lt=over))
