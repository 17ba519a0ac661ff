"""Conversations, their messages, and what readers say of answers."""

import uuid
from typing import ClassVar, Self

from django.db import models
from django.db.models import Q

from apps.accounts.models import Team, User
from apps.answers.models import Answer


class ConversationQuerySet(models.QuerySet["Conversation"]):
    def visible_to(self, user: User) -> Self:
        """Own conversations."""
        return self.filter(owner=user, deleted=None)

    def readable_by(self, user: User) -> Self:
        """Own conversations, and those that a member of the team shares with it."""
        seen = Q(owner=user)
        if user.team_id:
            seen |= Q(team=user.team_id)
        return self.filter(seen, deleted=None)


class Conversation(models.Model):
    """Questions and answers. Deleting hides it; the audit trail keeps what was asked.

    team: whose members may read it, each as far as they may see the sources; null while it is not shared.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    owner = models.ForeignKey(User, on_delete=models.PROTECT, related_name="conversations")
    title = models.CharField(max_length=120)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)
    deleted = models.DateTimeField(null=True, blank=True)
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.SET_NULL, related_name="conversations")

    objects = ConversationQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-updated"]

    def __str__(self) -> str:
        return self.title


class Message(models.Model):
    """A question in a conversation, with the answer to it. A question asked in other words begins a branch.

    after: the message before it, null for the first. edits: the message whose question it asks in other words; that one
    stays, with everything that was asked after it.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="messages")
    answer = models.OneToOneField(Answer, on_delete=models.PROTECT, related_name="message")
    key = models.UUIDField(
        default=uuid.uuid4, unique=True, editable=False
    )  # of the form sent: twice makes one question
    created = models.DateTimeField(auto_now_add=True)
    after = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="next")
    edits = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="edited_as")

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return self.answer.question[:80]


class Reason(models.TextChoices):
    """Why an answer did not help."""

    WRONG = "wrong", "A figure or statement is wrong"
    SOURCE = "source", "The source does not say so"
    INCOMPLETE = "incomplete", "Something is missing"
    QUESTION = "question", "It answers another question"
    OTHER = "other", "Something else"


class Feedback(models.Model):
    """What a reader says of an answer: one word each, which may be changed. reason: empty for an answer that helped."""

    answer = models.ForeignKey(Answer, on_delete=models.CASCADE, related_name="feedback")
    reader = models.ForeignKey(User, on_delete=models.CASCADE, related_name="feedback")
    helped = models.BooleanField()
    reason = models.CharField(max_length=12, choices=Reason.choices, blank=True)
    comment = models.CharField(max_length=1000, blank=True)
    given = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["answer", "reader"], name="one_feedback_per_reader")]

    def __str__(self) -> str:
        return "helped" if self.helped else self.get_reason_display()
