"""Searching as a product does: the question is read for its asker, then what was read is searched for."""

from apps.accounts.models import User
from apps.retrieval import search as searching
from apps.retrieval.found import Scope, SearchResult, SearchSettings
from apps.retrieval.reading import read_for
from apps.retrieval.reranking.referee import Referee


def search(
    question: str,
    *,
    viewer: User,
    scope: Scope | None = None,
    settings: SearchSettings | None = None,
    referee: Referee | None = None,
) -> SearchResult:
    """What `viewer` finds with these words."""
    reading = read_for(viewer, scope, question)
    return searching.search(reading, viewer=viewer, scope=scope, settings=settings, referee=referee)
