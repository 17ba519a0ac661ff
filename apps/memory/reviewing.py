"""What experts do with cells: accept, correct, reject, comment; a second pair of eyes where much depends on it."""

from collections.abc import Iterable
from datetime import timedelta
from decimal import Decimal
from itertools import islice
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from apps.accounts.models import Role, User
from apps.memory.models import Cell, CellStatus, Decision, Side
from apps.memory.proposals import noted, storable

OPEN = (CellStatus.PROPOSED, CellStatus.DISPUTED, CellStatus.EXPIRED)
MOST_AT_ONCE = 500


class CannotReviewError(ValueError):
    """What was decided makes no sense for the cell now; str() is one sentence for the user."""


def is_expert(user: User) -> bool:
    """Experts verify; administrators answer for the place and may too."""
    return user.role in {Role.EXPERT, Role.ADMINISTRATOR}


def queue(user: User) -> QuerySet[Cell]:
    """Cells that an expert should look at: disputed ones first, then those that wait longest."""
    cells = Cell.objects.visible_to(user).filter(status__in=OPEN).exclude(text="")
    cells = cells.exclude(status=CellStatus.PROPOSED, first=user)
    return cells.select_related("question", "company", "document", "first").order_by("status", "id")


def needs_second(cell: Cell) -> bool:
    """Whether two experts must agree: amounts of money from the threshold on, and what an expert wrote by hand."""
    least = settings.MEMORY_SECOND_ABOVE
    return bool(least and cell.value is not None and cell.verifiable_amount >= Decimal(least))


def accept(cell: Cell, by: User, comment: str = "", address: str | None = None) -> Cell:
    """Verified, or seconded by the first of two. Raises CannotReviewError, PermissionDenied."""
    with transaction.atomic():
        held = _held(cell, by)
        if not held.text:
            raise CannotReviewError("There is nothing to accept: the cell is empty.")
        if held.status == CellStatus.VERIFIED:
            raise CannotReviewError("The cell is verified already.")
        if needs_second(held) and held.first_id in {None, by.pk}:
            if held.first_id == by.pk:
                raise CannotReviewError("You accepted it already; a second expert must agree.")
            return _kept(held, Decision.SECONDED, by, comment, address, first=by)
        held.evidence.filter(side=Side.AGAINST).delete()
        return _kept(held, Decision.ACCEPTED, by, comment, address, **_verified(by))


def _verified(by: User) -> dict[str, Any]:
    days = settings.MEMORY_EXPIRES_DAYS
    return {
        "status": CellStatus.VERIFIED,
        "verified_by": by,
        "verified": timezone.now(),
        "expires": timezone.now().date() + timedelta(days=days) if days else None,
        "reason": "",
    }


def correct(cell: Cell, by: User, value: Decimal, comment: str, address: str | None = None) -> Cell:
    """The expert's own value, with a reason; verified, or proposed to a second one. Raises CannotReviewError."""
    if not comment:
        raise CannotReviewError("Say in a comment why the value is corrected.")
    with transaction.atomic():
        held = _held(cell, by)
        before = held.text
        held.value, held.text = storable(value), told(value, held.unit)
        held.evidence.filter(side=Side.AGAINST).delete()
        fields: dict[str, Any] = {"value": held.value, "text": held.text, "formula": "", "notes": []}
        second = needs_second(held)
        fields |= {"status": CellStatus.PROPOSED, "first": by, "reason": ""} if second else _verified(by)
        fields["checks"] = [{"name": "Corrected by an expert", "holds": True, "says": comment}]
        return _kept(held, Decision.CORRECTED, by, comment, address, before=before, **fields)


def take_other(cell: Cell, by: User, comment: str = "", address: str | None = None) -> Cell:
    """Of a disputed cell the other side stands from now on. Raises CannotReviewError."""
    with transaction.atomic():
        held = _held(cell, by)
        other = held.evidence.filter(side=Side.AGAINST).first()
        if other is None or other.value is None or held.formula:
            raise CannotReviewError("There is no other figure that could stand instead; correct the value.")
        before, scale = held.text, _same_scale(held, other.value)
        value = storable(other.value / scale)
        text = told(value, held.unit)
        held.evidence.filter(side=Side.FOR).delete()
        held.evidence.filter(side=Side.AGAINST).exclude(pk=other.pk).delete()
        held.evidence.filter(pk=other.pk).update(side=Side.FOR, ordinal=0, told="")
        held.text = text
        checks = [{"name": "Chosen by an expert", "holds": True, "says": other.told}]
        fields = {"value": value, "text": text, "checks": checks, "notes": []} | _verified(by)
        return _kept(held, Decision.CORRECTED, by, comment or other.told, address, before=before, **fields)


def _same_scale(cell: Cell, other: Decimal) -> Decimal:
    """By what an exact figure is divided to stand in the cell's unit; signs follow the cell."""
    sign = Decimal(-1) if cell.value is not None and cell.value * other < 0 else Decimal(1)
    return sign


def told(value: Decimal, unit: str) -> str:
    """A value in the words of a cell: "USD 1,577,000,000", "12.5%"."""
    bare = f"{value.normalize():,f}"
    if unit == "%":
        return f"{bare}%"
    return f"{unit} {bare}" if len(unit) == 3 else f"{bare} {unit}".strip()


def reject(cell: Cell, by: User, comment: str = "", address: str | None = None) -> Cell:
    """The cell is empty again; what it said stays in its history."""
    with transaction.atomic():
        held = _held(cell, by)
        before = held.text
        held.evidence.all().delete()
        held.text = ""
        fields: dict[str, Any] = dict.fromkeys(("first", "verified_by", "verified", "expires", "value"))
        fields |= {"status": CellStatus.EMPTY, "text": "", "formula": "", "notes": [], "checks": []}
        fields |= {"reason": f"Rejected by {by.get_username()}. {comment}".strip(), "unit": ""}
        return _kept(held, Decision.REJECTED, by, comment, address, before=before, **fields)


def comment_on(cell: Cell, by: User, comment: str, address: str | None = None) -> None:
    """A word on a cell, by whoever may see it and write."""
    if not by.may_write:
        raise PermissionDenied
    if not comment:
        raise CannotReviewError("Write a comment first.")
    with transaction.atomic():
        noted(cell, Decision.COMMENTED, by, before=cell.text, comment=comment, address=address)


def accept_sound(by: User, cells: "Iterable[Cell]", address: str | None = None) -> int:
    """Accept those cells of which every check holds; returns how many were verified or seconded."""
    sound = list(islice((cell for cell in cells if cell.sound and cell.status == CellStatus.PROPOSED), MOST_AT_ONCE))
    for cell in sound:
        accept(cell, by, "All checks hold.", address)
    return len(sound)


def _held(cell: Cell, by: User) -> Cell:
    """The row, locked. Raises PermissionDenied for whoever is no expert."""
    if not is_expert(by):
        raise PermissionDenied("Experts verify cells.")
    rows = Cell.objects.select_for_update(of=("self",)).select_related("question", "company")
    return rows.get(Q(pk=cell.pk))


def _kept(
    cell: Cell,
    decision: Decision,
    by: User,
    comment: str,
    address: str | None,
    before: str | None = None,
    **fields: Any,
) -> Cell:
    old = cell.text if before is None else before
    Cell.objects.filter(pk=cell.pk).update(**fields, changed=timezone.now())
    cell.refresh_from_db()
    noted(cell, decision, by, before=old, comment=comment, address=address)
    return cell
