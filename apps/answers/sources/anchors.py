"""From the place of a candidate to the passage that holds it: only what a passage holds can be cited."""

from collections.abc import Iterable
from dataclasses import dataclass

from apps.answers.sources.candidate import Candidate, Place
from apps.documents.models import Chunk, Page

Key = tuple[int, int]  # version and page


@dataclass(frozen=True, slots=True)
class Anchor:
    """Characters [start, end) of a page, in a passage of that version: what a citation points at."""

    version_id: int
    chunk_id: int
    page: int
    start: int
    end: int


class Anchors:
    """The passages and page texts around these candidates. Two queries, whatever their number."""

    def __init__(self, candidates: Iterable[Candidate]) -> None:
        places = [one.place for one in candidates if one.place]
        versions = {place.version for place in places}
        rows = Page.objects.filter(version__in=versions, number__in={place.page for place in places})
        self._texts: dict[Key, str] = {(page.version_id, page.number): page.text for page in rows}
        tables = {place.table for place in places if place.table}
        self._of_tables: dict[int, list[Chunk]] = {}
        chunks = Chunk.objects.filter(table__in=tables).only("pk", "table_id", "spans").order_by("ordinal")
        for chunk in chunks:
            self._of_tables.setdefault(chunk.table_id or 0, []).append(chunk)

    def anchor(self, place: Place | None) -> Anchor | None:
        """Where it can be cited; None where it lies in no passage."""
        if place is None or not place.spans:
            return None
        start, end = place.spans[0][0], place.spans[-1][1]
        held = self._of_tables.get(place.table or 0, ()) if place.table else self._around(place)
        chunk = next((one for one in held if holds(one, place.page, start, end)), None)
        return Anchor(place.version, chunk.pk, place.page, start, end) if chunk else None

    def printed(self, place: Place | None) -> str:
        """The words of the place, as the page has them."""
        if place is None or not place.spans:
            return ""
        return self._texts.get((place.version, place.page), "")[place.spans[0][0] : place.spans[-1][1]]

    def _around(self, place: Place) -> Iterable[Chunk]:
        last = place.page + 1  # the page of a passage is where most of it stands: it may begin on the one before
        chunks = Chunk.objects.filter(version=place.version, page__lte=last, duplicate_of=None)
        return chunks.only("pk", "spans").order_by("-page", "ordinal")


def holds(chunk: Chunk, page: int, start: int, end: int) -> bool:
    return any(number == page and first <= start and end <= last for number, first, last in chunk.spans)
