"""One page of hits with everything that their lines show, and the event that says somebody looked."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.http import HttpRequest
from django.urls import reverse

from apps.accounts.models import User
from apps.accounts.permissions import user_of
from apps.audit import trail
from apps.audit.address import client_address
from apps.audit.models import Action
from apps.documents.models import Chunk, ChunkKind
from apps.search.looking import Hit, Looked, Wanted
from apps.search.snippets import Piece, snippet

PER_PAGE = 20


@dataclass(frozen=True, slots=True)
class Line:
    """A hit as it is shown. url: the page in the viewer with the passage highlighted."""

    hit: Hit
    chunk: Chunk
    pieces: list[Piece]
    url: str


def page_of_lines(looked: Looked, viewer: User, number: str | int | None) -> "tuple[Page[Hit], list[Line]]":
    """A page that does not exist gives the last."""
    page = Paginator(looked.hits, PER_PAGE).get_page(number)
    return page, lines(page.object_list, viewer, looked.trace.terms)


def lines(hits: Iterable[Hit], viewer: User, terms: Iterable[str]) -> list[Line]:
    listed, known = list(hits), frozenset(terms)
    chunks = Chunk.objects.visible_to(viewer).select_related("version").defer("lexemes", "view", "boxes")
    by_key = chunks.in_bulk([hit.found.chunk_id for hit in listed])
    return [
        Line(hit, chunk, snippet(chunk.text, known, table=chunk.kind == ChunkKind.TABLE), place_of(chunk))
        for hit in listed
        if (chunk := by_key.get(hit.found.chunk_id))
    ]


def place_of(chunk: Chunk) -> str:
    """`chunk.version` should be loaded."""
    return f"{reverse('documents:version', args=[chunk.version.uid])}?page={chunk.page + 1}&chunk={chunk.uid}"


def record_search(request: HttpRequest, wanted: Wanted, looked: Looked, page: int) -> None:
    trail.record(
        Action.SEARCHED,
        actor=user_of(request),
        subject=trail.Subject("search", None, wanted.text),
        address=client_address(request),
        filters=wanted.narrowed_by,
        found=len(looked.hits),
        page=page,
        documents=list(dict.fromkeys(hit.found.document_name for hit in looked.hits))[:20],
    )
