"""Conversations that somebody may read, newest first, searched by title and by what was asked."""

from django.core.paginator import Page, Paginator
from django.db.models import Q

from apps.accounts.models import User
from apps.chat.models import Conversation

PER_PAGE = 20


def page_of_conversations(user: User, search: str = "", number: str | int = 1) -> "Page[Conversation]":
    """A page of own and shared conversations with all words of `search`; a page that does not exist gives the last."""
    rows = Conversation.objects.readable_by(user).select_related("owner").order_by("-updated", "-pk")
    for word in search.split()[:10]:
        rows = rows.filter(Q(title__icontains=word) | Q(messages__answer__question__icontains=word))
    return Paginator(rows.distinct(), PER_PAGE).get_page(number)
