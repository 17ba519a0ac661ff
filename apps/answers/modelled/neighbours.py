"""What stands beside a hit in its section and is about the same (V9), for a model that writes.

A neighbour is a source of its own, so that what is written from it leads to its own place. It comes behind all hits and
only into room that they leave: bundling displaces nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from apps.answers.modelled.context import MARKS
from apps.answers.sources.evidence import Passage
from apps.documents.models import Chunk

BESIDE = "stands beside a passage that was found"


def with_neighbours(passages: Sequence[Passage], most: int, room: int) -> tuple[Passage, ...]:
    """`passages` and behind them their neighbours, each once, as far as they fit whole. One query, none without room.

    most: characters shown of each; room: characters for the neighbours.
    """
    known = {one.found.chunk_id for one in passages}
    wanted = {pk for one in passages for pk in one.found.context} - known
    if not wanted or room <= MARKS:
        return tuple(passages)
    rows = Chunk.objects.select_related("section").in_bulk(wanted | known)
    kept: dict[int, Passage] = {}
    for hit, row in _beside(passages, rows):
        size = min(len(row.text), most) + MARKS
        if row.pk in known or row.pk in kept or size > room:
            continue
        kept[row.pk] = _passage(hit, row)
        room -= size
    return (*passages, *kept.values())


def with_table(passages: Sequence[Passage], table: int | None, found: Sequence[Passage]) -> tuple[Passage, ...]:
    """`passages`, and before them that of a table of one of the filings `found`: what a plan lists stands in it."""
    row = Chunk.objects.filter(table=table, duplicate_of=None).select_related("section").first() if table else None
    hit = next((one for one in found if row and one.found.version_id == row.version_id), None)
    if row is None or hit is None or row.pk in {one.found.chunk_id for one in passages}:
        return tuple(passages)
    return (_passage(hit, row), *passages)


def _beside(passages: Sequence[Passage], rows: dict[int, Chunk]) -> Iterator[tuple[Passage, Chunk]]:
    """Each hit with its neighbours in reading order, those of other sections left out."""
    for hit in passages:
        own = rows.get(hit.found.chunk_id)
        for row in filter(None, map(rows.get, hit.found.context)):
            if own and row.section_id == own.section_id and row.version_id == own.version_id:
                yield hit, row


def _passage(hit: Passage, row: Chunk) -> Passage:
    found = replace(
        hit.found,
        chunk_id=row.pk,
        page=row.page,
        pages=tuple(dict.fromkeys(page for page, _, _ in row.spans)) or (row.page,),
        kind=row.kind,
        text=row.text,
        section_path=tuple(row.section.path) if row.section else (),
        scores={},
        reasons=(BESIDE,),
        context=(),
    )
    return Passage(found, tuple((page, start, end) for page, start, end in row.spans))
