"""Verified cells as training examples: a question, the place that answers it, and what is known of both."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from apps.accounts.models import User
from apps.memory.models import Cell, CellStatus, Side


@dataclass(frozen=True, slots=True)
class Example:
    """question: with company and period, as somebody would ask. passage: the text that holds the answer; quote: the
    answer's own words in it. chunk: its public id, by which hard negatives are found. value: exact, in unit; None of
    words.
    """

    question: str
    passage: str
    quote: str
    chunk: str
    document: str
    company: str
    period: str
    value: Decimal | None
    unit: str
    verified_by: str


def examples(viewer: User) -> Iterator[Example]:
    """One for each wording of each verified cell that `viewer` may see and each passage behind it.

    A figure computed of several cells is no example: none of its passages answers alone.
    """
    cells = Cell.objects.visible_to(viewer).filter(status=CellStatus.VERIFIED, formula="")
    cells = cells.select_related("question", "company", "verified_by").prefetch_related(
        "evidence__chunk", "evidence__document"
    )
    for cell in cells.order_by("pk").iterator(chunk_size=500):
        yield from _of(cell)


def _of(cell: Cell) -> Iterator[Example]:
    for place in cell.evidence.all():
        if place.side != Side.FOR or place.chunk is None:
            continue
        for wording in cell.question.wordings:
            yield Example(
                question=f"{wording.rstrip(' ?')} ({cell.of})?",
                passage=place.chunk.text,
                quote=place.quote,
                chunk=str(place.chunk.uid),
                document=place.document.name,
                company=cell.company.name if cell.company else "",
                period=cell.period,
                value=cell.value,
                unit=cell.unit,
                verified_by=cell.verified_by.get_username() if cell.verified_by else "",
            )
