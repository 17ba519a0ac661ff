"""Putting questions into conversations; renaming, deleting and bringing conversations back. Each leaves an event."""

import uuid
from dataclasses import dataclass, replace
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.accounts.models import User
from apps.answers.run.asking import ask
from apps.audit import trail
from apps.audit.models import Action
from apps.chat.models import Conversation, Message
from apps.chat.threads import branch, predecessors
from apps.retrieval.found import Scope

TITLE_LENGTH = 80


@dataclass(frozen=True, slots=True)
class Question:
    """A form that was sent. `key` belongs to the form: sent twice, it makes one question."""

    text: str
    scope: Scope
    key: uuid.UUID
    address: str | None = None
    after: uuid.UUID | None = None  # the message that the asker saw last
    edits: uuid.UUID | None = None  # the message whose question this is in other words
    query: dict[str, Any] | None = None  # the reading that was chosen, where one was
    way: str = ""  # the road that was chosen, where one was


def put(user: User, question: Question, conversation: Conversation | None = None) -> Message:
    """Ask `question` in `conversation`, or in a new one. The same form sent again gives the message it made.

    Raises CannotAskError when the question is empty or too long.
    """
    if sent := _sent(user, question.key):
        return sent
    try:
        with transaction.atomic():
            return _put(user, question, conversation)
    except IntegrityError:
        # The same form arrived twice at once and the other one won; or the key is somebody else's and means nothing.
        return _sent(user, question.key) or put(user, replace(question, key=uuid.uuid4()), conversation)


def _sent(user: User, key: uuid.UUID) -> Message | None:
    return Message.objects.filter(key=key, conversation__owner=user).select_related("conversation", "answer").first()


def _put(user: User, question: Question, conversation: Conversation | None) -> Message:
    if conversation is None:
        conversation = Conversation.objects.create(owner=user, title=title_of(question.text))
    after, edits = _place(conversation, question)
    answer = ask(
        user,
        question.text,
        question.scope,
        question.address,
        after.answer if after else None,
        question.query,
        question.way,
    )
    message = Message.objects.create(
        conversation=conversation, answer=answer, key=question.key, after=after, edits=edits
    )
    if edits:
        told: dict[str, Any] = {"from": str(edits.answer.uid), "to": str(answer.uid)}
        trail.record(
            Action.QUESTION_EDITED, actor=user, subject=subject_of(conversation), address=question.address, **told
        )
    conversation.save(update_fields=["updated"])
    return message


def _place(conversation: Conversation, question: Question) -> tuple[Message | None, Message | None]:
    """(the message before it, the one that it edits): beside what it edits, else after what was seen last."""
    messages = list(conversation.messages.select_related("answer"))
    by_uid, by_key = {one.uid: one for one in messages}, {one.pk: one for one in messages}
    if edited := by_uid.get(question.edits) if question.edits else None:
        return by_key.get(predecessors(messages)[edited.pk] or 0), edited
    seen = by_uid.get(question.after) if question.after else None
    return seen or (branch(messages)[-1].message if messages else None), None


def title_of(question: str) -> str:
    """The question on one line, cut at a word."""
    line = " ".join(question.split())
    if len(line) <= TITLE_LENGTH:
        return line
    return line[: TITLE_LENGTH - 1].rsplit(" ", 1)[0] + "…"


def subject_of(conversation: Conversation) -> trail.Subject:
    return trail.Subject("conversation", conversation.uid, conversation.title)


def rename(conversation: Conversation, actor: User, title: str, address: str | None = None) -> None:
    names: dict[str, Any] = {"from": conversation.title, "to": title}
    conversation.title = title
    with transaction.atomic():
        conversation.save(update_fields=["title"])
        trail.record(
            Action.CONVERSATION_RENAMED, actor=actor, subject=subject_of(conversation), address=address, **names
        )


def delete(conversation: Conversation, actor: User, address: str | None = None) -> None:
    """Hide the conversation; questions, answers and their trail stay."""
    with transaction.atomic():
        if Conversation.objects.filter(pk=conversation.pk, deleted=None).update(deleted=timezone.now()):
            trail.record(Action.CONVERSATION_DELETED, actor=actor, subject=subject_of(conversation), address=address)


def restore(conversation: Conversation, actor: User, address: str | None = None) -> None:
    """Take a deletion back."""
    with transaction.atomic():
        if Conversation.objects.filter(pk=conversation.pk).exclude(deleted=None).update(deleted=None):
            trail.record(Action.CONVERSATION_RESTORED, actor=actor, subject=subject_of(conversation), address=address)
