"""The documents and pages of a search in ranked order."""

from collections.abc import Iterable
from dataclasses import dataclass

from apps.retrieval.found import Found

PageRef = tuple[str, int]  # name of the document, page from 0


@dataclass(frozen=True, slots=True)
class Ranking:
    """Best first, no repeats; pages count from 0."""

    documents: tuple[str, ...]
    pages: tuple[PageRef, ...]


def ranking_of(found: Iterable[Found]) -> Ranking:
    """Passages in their order give their pages and documents in the order in which each comes first."""
    pages = tuple(dict.fromkeys((one.document_name, page) for one in found for page in one.pages))
    return Ranking(tuple(dict.fromkeys(document for document, _ in pages)), pages)
