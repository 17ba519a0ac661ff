"""What fills a cell: a value with its evidence, or the reason why there is none. Made by the floor above."""

import uuid
from dataclasses import asdict, dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils import timezone

from apps.accounts.models import User
from apps.audit import trail
from apps.audit.models import Action
from apps.documents.leases import Lease
from apps.memory.models import Cell, CellStatus, Decision, Evidence, Review, Side, Work

PLACES = Decimal(10) ** -10


@dataclass(frozen=True, slots=True)
class Stated:
    """A place, and what it states. document, version, chunk: keys of rows. told: the whole figure of that filing."""

    document: int
    version: int
    chunk: int | None
    page: int
    start: int
    end: int
    quote: str = ""
    label: str = ""
    period: str = ""
    value: Decimal | None = None
    unit: str = ""
    told: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """says: why it does not hold."""

    name: str
    holds: bool
    says: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """text "" and value None: nothing was found, and `reason` says why. against: who states it otherwise, and how."""

    value: Decimal | None = None
    unit: str = ""
    text: str = ""
    formula: str = ""
    notes: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    evidence: tuple[Stated, ...] = ()
    against: tuple[Stated, ...] = ()
    reason: str = ""
    trust: str = ""
    tokens: int = 0
    period_end: date | None = None

    @property
    def status(self) -> CellStatus:
        if not self.text:
            return CellStatus.EMPTY
        return CellStatus.DISPUTED if self.against else CellStatus.PROPOSED


def put(lease: Lease, proposal: Proposal, by: User | None) -> None:
    """Fill the leased cell, in one transaction. A verified cell keeps its value. Raises LeaseLostError."""
    with transaction.atomic():
        cell = Cell.objects.select_related("question", "company").get(pk=lease.pk)
        lease.update(work=Work.NONE, error="", attempts=0, tokens=cell.tokens + proposal.tokens)
        if cell.status == CellStatus.VERIFIED:
            return
        before = cell.text
        Cell.objects.filter(pk=cell.pk).update(**_fields(proposal, cell), first=None, changed=timezone.now())
        keep_evidence(cell, proposal.evidence, Side.FOR)
        keep_evidence(cell, proposal.against, Side.AGAINST)
        cell.refresh_from_db()
        noted(cell, Decision.FILLED, by, before=before, comment=proposal.reason)


def _fields(proposal: Proposal, cell: Cell) -> dict[str, object]:
    value = None if proposal.value is None else storable(proposal.value)
    return {
        "status": proposal.status,
        "value": value,
        "unit": proposal.unit,
        "text": proposal.text,
        "formula": proposal.formula,
        "notes": list(proposal.notes),
        "checks": [asdict(one) for one in (*proposal.checks, *_as_claimed(cell, value))],
        "reason": proposal.reason,
        "trust": proposal.trust,
        "period_end": proposal.period_end,
    }


def _as_claimed(cell: Cell, value: Decimal | None) -> list[Check]:
    """Whether the filings say what an import said."""
    if not cell.claimed:
        return []
    claimed = Decimal(cell.claimed["value"])
    says = f"The import from {cell.claimed['source']} says {claimed:,f}."
    return [Check("Agrees with the import", value is not None and _close(value, claimed), says)]


def _close(value: Decimal, claimed: Decimal) -> bool:
    """Equal to the digits that the import gives."""
    exponent = claimed.as_tuple().exponent
    step = Decimal(10) ** (exponent if isinstance(exponent, int) else 0)
    return abs(value - claimed) <= step / 2


def storable(value: Decimal) -> Decimal:
    """To the digits that the column keeps."""
    return value.quantize(PLACES) if -PLACES.adjusted() + value.adjusted() < 38 else value


def keep_evidence(cell: Cell, places: tuple[Stated, ...], side: Side) -> None:
    """These places instead of those that were kept on that side."""
    cell.evidence.filter(side=side).delete()
    Evidence.objects.bulk_create(
        Evidence(
            cell=cell,
            side=side,
            ordinal=ordinal,
            document_id=one.document,
            version_id=one.version,
            chunk_id=one.chunk,
            page=one.page,
            start=one.start,
            end=one.end,
            quote=one.quote,
            label=one.label[:300],
            period=one.period[:60],
            value=None if one.value is None else storable(one.value),
            unit=one.unit[:40],
            told=one.told[:200],
        )
        for ordinal, one in enumerate(places)
    )


ACTIONS = {
    Decision.FILLED: Action.CELL_FILLED,
    Decision.IMPORTED: Action.CELL_FILLED,
    Decision.DISPUTED: Action.CELL_DISPUTED,
    Decision.EXPIRED: Action.CELL_EXPIRED,
} | dict.fromkeys(
    (Decision.ACCEPTED, Decision.SECONDED, Decision.CORRECTED, Decision.REJECTED, Decision.COMMENTED),
    Action.CELL_REVIEWED,
)
if unmapped := set(Decision) - set(ACTIONS):
    raise LookupError(f"These decisions leave no event: {sorted(unmapped)}")


def subject_of(cell: Cell) -> trail.Subject:
    return trail.Subject("cell", cell.uid, f"{cell.question.name}, {cell.of}"[:300])


def _rested_on(cell: Cell) -> list[uuid.UUID]:
    """The public ids of what stands behind or against the cell, now and in its history."""
    until_now = Review.objects.filter(cell=cell).values_list("documents", flat=True).first() or []
    return sorted({*until_now, *cell.evidence.values_list("document__uid", flat=True)})


def noted(
    cell: Cell,
    decision: Decision,
    by: User | None,
    *,
    before: str = "",
    comment: str = "",
    address: str | None = None,
) -> None:
    """A line in the history of the cell, and its event. Call inside the transaction of the change."""
    told: dict[str, Any] = {"before": before, "after": cell.text, "comment": comment}
    Review.objects.create(cell=cell, decision=decision, by=by, documents=_rested_on(cell), **told)
    trail.record(
        ACTIONS[decision],
        actor=by if decision not in {Decision.FILLED, Decision.DISPUTED, Decision.EXPIRED} else None,
        subject=subject_of(cell),
        address=address,
        decision=str(decision),
        status=cell.status,
        before=before[:300],
        after=cell.text[:300],
        comment=comment[:1000],
        places=[str(uid) for uid in cell.evidence.values_list("uid", flat=True)],
    )
