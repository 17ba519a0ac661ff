"""Whose trail of cells, grids and own questions is told to whom."""

import uuid

from apps.accounts.acting import serving
from apps.audit.models import AuditEvent
from apps.audit.veil import closes
from apps.memory.grids import grids_of
from apps.memory.models import CanonicalQuestion, Cell, Disagreement, Grid


@serving()
def _grids_owner(uid: uuid.UUID) -> uuid.UUID | None:
    return Grid.objects.filter(uid=uid).values_list("owner__uid", flat=True).first()


@serving()
def _questions_owner(uid: uuid.UUID) -> uuid.UUID | None:
    return CanonicalQuestion.objects.filter(uid=uid).values_list("owner__uid", flat=True).first()


closes("cell", lambda reader: Cell.objects.visible_to(reader).values("uid"), lambda _: None)
closes("grid", lambda reader: grids_of(reader).values("uid"), _grids_owner)
closes("question", lambda reader: CanonicalQuestion.objects.visible_to(reader).values("uid"), _questions_owner)
closes("disagreement", lambda reader: Disagreement.objects.visible_to(reader).values("uid"), lambda _: None)
closes("import", lambda _: AuditEvent.objects.none().values("uid"), lambda _: None)
