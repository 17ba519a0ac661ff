"""The one way to load what belongs to a conversation. A stranger gets 404; pages and API use these same functions."""

import uuid

from django.http import Http404
from django.shortcuts import get_object_or_404

from apps.accounts.models import User
from apps.answers.models import Answer, Citation
from apps.chat.models import Conversation
from apps.documents.models import Document


def get_conversation_for_user(user: User, uid: uuid.UUID) -> Conversation:
    """A conversation of `user` that is not deleted; Http404 otherwise."""
    return get_object_or_404(Conversation.objects.visible_to(user), uid=uid)


def get_deleted_conversation(user: User, uid: uuid.UUID) -> Conversation:
    """A conversation that `user` deleted and may bring back; Http404 otherwise."""
    return get_object_or_404(Conversation.objects.filter(owner=user).exclude(deleted=None), uid=uid)


def get_answer_for_user(user: User, uid: uuid.UUID) -> Answer:
    """An answer to a question of `user`; Http404 otherwise."""
    return get_object_or_404(Answer.objects.visible_to(user).select_related("asker"), uid=uid)


def get_citation_for_user(user: User, uid: uuid.UUID) -> Citation:
    """A citation of an own answer whose document `user` may see now; Http404 otherwise."""
    citations = Citation.objects.select_related("answer", "version__document__company", "chunk__section")
    citation = get_object_or_404(citations, uid=uid, answer__in=Answer.objects.visible_to(user))
    if not Document.objects.visible_to(user).filter(pk=citation.version.document_id).exists():
        raise Http404("This document is no longer available to you.")
    return citation
