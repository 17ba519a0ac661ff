"""Conversations that somebody may read, newest first, searched by title, by what was asked, and by own answers."""

from django.core.paginator import Page, Paginator
from django.db.models import Q

from apps.accounts.models import User
from apps.chat.models import Conversation

PER_PAGE = 20


def page_of_conversations(user: User, search: str = "", number: str | int = 1) -> "Page[Conversation]":
    """A page of own and shared conversations with all words of `search`; a page that does not exist gives the last.

    Answers are searched in own conversations alone: a colleague's may rest on documents that `user` cannot see.
    """
    rows = Conversation.objects.readable_by(user).select_related("owner").order_by("-updated", "-pk")
    for word in search.split()[:10]:
        asked = Q(title__icontains=word) | Q(messages__answer__question__icontains=word)
        rows = rows.filter(asked | Q(owner=user, messages__answer__result__answer__icontains=word))
    return Paginator(rows.distinct(), PER_PAGE).get_page(number)
