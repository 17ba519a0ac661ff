"""What the memory bank keeps of a document that is deleted for good: that cells rested on it and say nothing now."""

from typing import Any

from apps.documents.erasing import forgets
from apps.documents.models import Document
from apps.memory.models import Cell, CellStatus, Evidence, Review, Side

ERASED = "It rested on a document that was deleted for good."


@forgets
def forget(document: Document) -> None:
    """Cells behind whose value it stood are empty again; from others only its word against them goes."""
    behind = Evidence.objects.filter(document=document, side=Side.FOR).values("cell")
    cells = Cell.objects.filter(pk__in=list(behind.values_list("cell", flat=True)))
    Review.objects.filter(cell__in=cells).update(before="", after="", comment="")
    Evidence.objects.filter(cell__in=cells).delete()
    empty: dict[str, Any] = {
        "status": CellStatus.EMPTY,
        "value": None,
        "text": "",
        "formula": "",
        "notes": [],
        "checks": [],
    }
    cells.update(**empty, reason=ERASED, trust="", claimed=None, verified=None, verified_by=None, first=None)
    Evidence.objects.filter(document=document).delete()
