"""Cells that a new filing states otherwise, and grids that a new filing belongs to."""

from dataclasses import replace

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from apps.documents.models import Document, DocumentVersion, Fact
from apps.memory.circles import documents_of
from apps.memory.grids import add_documents, refresh
from apps.memory.models import Cell, CellStatus, Decision, Grid, GridKind, Kind, Side
from apps.memory.proposals import Proposal, Stated, keep_evidence, noted

COMPARED = (CellStatus.PROPOSED, CellStatus.VERIFIED, CellStatus.DISPUTED)


def affected(version: DocumentVersion) -> QuerySet[Cell]:
    """Cells of figures of the years that a new filing speaks of, in circles that all see it."""
    document = version.document
    years = set(Fact.objects.filter(version=version, dimension="").values_list("label_year", flat=True))
    cells = Cell.objects.filter(company=document.company_id, document=None, status__in=COMPARED, year__in=years)
    cells = cells.filter(question__kind=Kind.FIGURE, circle__in=_circles(document))
    return cells.select_related("question", "company", "document", "grid__owner", "verified_by", "proposed_by")


def _circles(document: Document) -> list[str]:
    held = Cell.objects.filter(company=document.company_id).order_by().values_list("circle", flat=True).distinct()
    return [circle for circle in held if documents_of(circle).filter(pk=document.pk).exists()]


def mark(cell: Cell, found: Proposal, version: DocumentVersion) -> bool:
    """Disputed, where the new filing states it otherwise; whether it is. found: what is computed with it."""
    against = tuple(one for one in found.against if one.version == version.pk)
    moved = [one for one in found.evidence if one.version == version.pk]
    if not against and moved and found.value is not None and cell.value is not None and found.value != cell.value:
        against = tuple(_as_other(one, found, version) for one in moved)
    if not against:
        return False
    why = f"{version.document} states it otherwise. " + " ".join(f"{one.told}." for one in against)
    with transaction.atomic():
        rows = Cell.objects.filter(pk=cell.pk, status__in=COMPARED)
        if not rows.update(status=CellStatus.DISPUTED, reason=why, first=None, changed=timezone.now()):
            return False
        keep_evidence(cell, against, Side.AGAINST)
        cell.refresh_from_db()
        noted(cell, Decision.DISPUTED, None, before=cell.text, comment=why)
    return True


def _as_other(one: Stated, found: Proposal, version: DocumentVersion) -> Stated:
    return replace(one, told=f"{version.document} gives {found.text}")


def follow(version: DocumentVersion) -> int:
    """Saved grids of the company take the new filing up; returns how many cells wait then.

    A grid that was made when the filing was ready already has it, or was made without it on purpose.
    """
    document, waiting = version.document, 0
    if document.company_id is None:
        return 0
    before = Q(created__lt=version.ready) if version.ready else Q()
    for grid in Grid.objects.filter(before, companies=document.company_id, follows=True).distinct():
        if not documents_of(grid.circle).filter(pk=document.pk).exists():
            continue
        if grid.kind == GridKind.OWN:
            waiting += _added(grid, document)
        else:
            waiting += refresh(grid, None, document.company_id)
    return waiting


def _added(grid: Grid, document: Document) -> int:
    with transaction.atomic():
        grid.documents.add(document)
        return add_documents(grid, [document])
