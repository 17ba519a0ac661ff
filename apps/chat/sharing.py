"""Sharing a conversation with the team of its owner, to read; and taking that back."""

from typing import Any

from django.db import transaction
from django.db.models import Q

from apps.accounts.acting import serving
from apps.accounts.models import User
from apps.answers.models import Citation
from apps.audit import trail
from apps.audit.models import Action
from apps.chat.conversing import subject_of
from apps.chat.models import Conversation
from apps.documents.models import Document, Visibility


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


@serving()
def told_of_sources(conversation: Conversation, owner: User) -> str:
    """What colleagues will miss: a sentence when the answers rest on documents that they cannot all see, else ""."""
    cited = Citation.objects.filter(answer__message__conversation=conversation)
    sources = Document.objects.filter(versions__in=cited.values("version")).distinct()
    open_to_team = Q(visibility=Visibility.EVERYONE) | Q(visibility=Visibility.TEAM, team=owner.team)
    hidden, whole = sources.exclude(open_to_team).count(), sources.count()
    if not hidden:
        return ""
    one = hidden == 1
    is_are, it = ("is", "it") if one else ("are", "them")
    return (
        f"{hidden} of its {whole} source{'' if whole == 1 else 's'} {is_are} not shared with {owner.team}: "
        f"colleagues will see neither {it} nor what rests on {it}."
    )


def unshare(conversation: Conversation, actor: User, address: str | None = None) -> None:
    """Nobody but the owner reads it from now on."""
    with transaction.atomic():
        if Conversation.objects.filter(pk=conversation.pk).exclude(team=None).update(team=None):
            trail.record(Action.CONVERSATION_UNSHARED, actor=actor, subject=subject_of(conversation), address=address)
