"""Cells whose time is over: past their day, or without the filing that they rest on."""

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from apps.documents.models import Document
from apps.memory.models import Cell, CellStatus, Decision, Evidence, Side
from apps.memory.proposals import noted

PAST = "Its day is over; look at it again."
GONE = "A filing that it rests on was deleted."
AT_ONCE = 500


def sweep() -> int:
    """End verified cells that are past their day or whose evidence is gone; returns how many."""
    behind = Evidence.objects.filter(cell=OuterRef("pk"), side=Side.FOR)
    deleted = behind.filter(document__in=Document.objects.exclude(deleted=None))
    verified = Cell.objects.filter(status=CellStatus.VERIFIED)
    gone = verified.filter(Exists(deleted) | ~Exists(behind))
    past = verified.filter(Q(expires__lte=timezone.now().date()))
    return sum(_end(rows, reason) for rows, reason in ((gone, GONE), (past, PAST)))


def _end(rows: QuerySet[Cell], reason: str) -> int:
    ended = 0
    for cell in rows.select_related("question", "company").order_by("pk")[:AT_ONCE]:
        with transaction.atomic():
            held = Cell.objects.filter(pk=cell.pk, status=CellStatus.VERIFIED)
            if held.update(status=CellStatus.EXPIRED, reason=reason, changed=timezone.now()):
                cell.status, ended = CellStatus.EXPIRED, ended + 1
                noted(cell, Decision.EXPIRED, None, before=cell.text, comment=reason)
    return ended
