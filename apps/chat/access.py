"""The one way to load what belongs to a conversation. A stranger gets 404; pages and API use these same functions."""

import uuid

from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from apps.accounts.models import User
from apps.answers.models import Answer, Citation
from apps.chat.models import Conversation
from apps.documents.models import Document


def get_conversation_for_user(user: User, uid: uuid.UUID) -> Conversation:
    """A conversation of `user` that is not deleted; Http404 otherwise."""
    return get_object_or_404(Conversation.objects.visible_to(user), uid=uid)


def get_readable_conversation(user: User, uid: uuid.UUID) -> Conversation:
    """An own conversation, or one that the team shares; Http404 otherwise."""
    readable = Conversation.objects.readable_by(user).select_related("owner", "team")
    return get_object_or_404(readable, uid=uid)


def get_deleted_conversation(user: User, uid: uuid.UUID) -> Conversation:
    """A conversation that `user` deleted and may bring back; Http404 otherwise."""
    return get_object_or_404(Conversation.objects.filter(owner=user).exclude(deleted=None), uid=uid)


def get_answer_for_user(user: User, uid: uuid.UUID) -> Answer:
    """An answer to a question of `user`; Http404 otherwise."""
    return get_object_or_404(Answer.objects.visible_to(user).select_related("asker"), uid=uid)


def readable_answers(user: User) -> QuerySet[Answer]:
    """Own answers, and those of conversations that the team shares."""
    shared = Conversation.objects.readable_by(user).values("pk")
    return Answer.objects.filter(Q(asker=user) | Q(message__conversation__in=shared)).select_related("asker")


def get_readable_answer(user: User, uid: uuid.UUID) -> Answer:
    """One of `readable_answers`; Http404 otherwise."""
    return get_object_or_404(readable_answers(user), uid=uid)


def get_citation_for_user(user: User, uid: uuid.UUID) -> Citation:
    """A citation of an answer that `user` may read, whose document `user` may see now; Http404 otherwise."""
    citations = Citation.objects.select_related("answer", "version__document__company", "chunk__section")
    citation = get_object_or_404(citations, uid=uid, answer__in=readable_answers(user).values("pk"))
    if not Document.objects.visible_to(user).filter(pk=citation.version.document_id).exists():
        raise Http404("This document is no longer available to you.")
    return citation
