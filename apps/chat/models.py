"""Conversations and their messages."""

import uuid
from typing import ClassVar, Self

from django.db import models

from apps.accounts.models import User
from apps.answers.models import Answer


class ConversationQuerySet(models.QuerySet["Conversation"]):
    def visible_to(self, user: User) -> Self:
        return self.filter(owner=user, deleted=None)


class Conversation(models.Model):
    """A row of questions and answers. Deleting hides it; the audit trail keeps what was asked."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    owner = models.ForeignKey(User, on_delete=models.PROTECT, related_name="conversations")
    title = models.CharField(max_length=120)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)
    deleted = models.DateTimeField(null=True, blank=True)

    objects = ConversationQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-updated"]

    def __str__(self) -> str:
        return self.title


class Message(models.Model):
    """A question in a conversation, with the answer to it."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="messages")
    answer = models.OneToOneField(Answer, on_delete=models.PROTECT, related_name="message")
    key = models.UUIDField(
        default=uuid.uuid4, unique=True, editable=False
    )  # of the form sent: twice makes one question
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return self.answer.question[:80]
