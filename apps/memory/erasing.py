"""What the memory bank keeps of a document that is deleted for good: that cells rested on it and say nothing now.

A cell's history quotes what the cell said, and so do its events in the trail: of every cell that a document ever stood
behind, or against, the trail keeps that something happened and when.
"""

import uuid
from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet

from apps.audit import ordered
from apps.documents.erasing import forgets, without_names
from apps.documents.models import Document
from apps.memory.models import Cell, CellStatus, Disagreement, Evidence, Remark, Review, Side

ERASED = "It rested on a document that was deleted for good."
UNDISPUTED = "What stated it otherwise was deleted for good."
SAID_NOTHING: dict[str, Any] = {"before": "", "after": "", "comment": ""}
EMPTY: dict[str, Any] = {
    "status": CellStatus.EMPTY,
    "value": None,
    "text": "",
    "unit": "",
    "formula": "",
    "notes": [],
    "checks": [],
    "reason": ERASED,
    "trust": "",
    "error": "",
    "claimed": None,
    "verified": None,
    "verified_by": None,
    "first": None,
}


@forgets
def forget(document: Document) -> None:
    """Cells behind whose value it stood are empty again; from others its word against them goes."""
    told = Review.objects.filter(documents__contains=[document.uid])
    places = Evidence.objects.filter(document=document)
    behind = _cells(Q(pk__in=places.filter(side=Side.FOR).values("cell")))
    _order(_cells(Q(document=document) | Q(pk__in=places.values("cell")) | Q(pk__in=told.values("cell"))))
    _empty(behind)
    against = _cells(Q(pk__in=places.values("cell")))
    places.delete()
    alone = against.filter(status=CellStatus.DISPUTED).exclude(evidence__side=Side.AGAINST)
    alone.update(status=CellStatus.PROPOSED, reason=UNDISPUTED)
    told.update(**SAID_NOTHING)
    figures = Q(fact__version__document=document) | Q(other__version__document=document)
    figures |= Q(remark__version__document=document)
    ordered.order(Disagreement.objects.filter(figures).values_list("uid", flat=True))
    Remark.objects.filter(version__document=document).delete()


def forget_answers(cited: Collection[uuid.UUID], looked: Collection[uuid.UUID], names: list[str]) -> None:
    """Cells that answers filled: those of answers that cited the document are empty, others name it no more."""
    _order(_cells(Q(answer__in=[*cited, *looked])))
    _empty(_cells(Q(answer__in=cited)))
    for cell in _cells(Q(answer__in=looked)):
        said = {"reason": without_names(cell.reason, names), "notes": without_names(cell.notes, names)}
        Cell.objects.filter(pk=cell.pk).update(**said)
        for review in cell.reviews.exclude(comment=""):
            Review.objects.filter(pk=review.pk).update(comment=without_names(review.comment, names))


def _cells(which: Q) -> QuerySet[Cell]:
    """By their keys: they stay the same when what they were found by is gone."""
    return Cell.objects.filter(pk__in=list(Cell.objects.filter(which).values_list("pk", flat=True)))


def _order(cells: QuerySet[Cell]) -> None:
    ordered.order(cells.values_list("uid", flat=True))


def _empty(cells: QuerySet[Cell]) -> None:
    Review.objects.filter(cell__in=cells).update(**SAID_NOTHING)
    Evidence.objects.filter(cell__in=cells).delete()
    cells.update(**EMPTY)
