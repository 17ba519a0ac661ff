"""Sharing a conversation with the team of its owner, to read; and taking that back."""

from typing import Any

from django.db import transaction

from apps.accounts.models import User
from apps.audit import trail
from apps.audit.models import Action
from apps.chat.conversing import subject_of
from apps.chat.models import Conversation


class CannotShareError(ValueError):
    """str() is one sentence for the user."""


def share(conversation: Conversation, actor: User, address: str | None = None) -> None:
    """Let the team of `actor` read the conversation. Raises CannotShareError for somebody without a team."""
    if actor.team is None:
        raise CannotShareError("You are in no team, so there is nobody to share with.")
    with transaction.atomic():
        rows = Conversation.objects.filter(pk=conversation.pk).exclude(team=actor.team)
        if rows.update(team=actor.team):
            told: dict[str, Any] = {"team": actor.team.name}
            trail.record(
                Action.CONVERSATION_SHARED, actor=actor, subject=subject_of(conversation), address=address, **told
            )


def unshare(conversation: Conversation, actor: User, address: str | None = None) -> None:
    """Nobody but the owner reads it from now on."""
    with transaction.atomic():
        if Conversation.objects.filter(pk=conversation.pk).exclude(team=None).update(team=None):
            trail.record(Action.CONVERSATION_UNSHARED, actor=actor, subject=subject_of(conversation), address=address)
