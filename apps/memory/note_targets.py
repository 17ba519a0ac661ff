"""What the memory bank gives notes to link to: its cells, with their value and what stands behind it."""

import uuid
from collections.abc import Iterator
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse

from apps.accounts.models import User
from apps.memory.forms import seen_companies
from apps.memory.models import CanonicalQuestion, Cell, Side
from apps.notes.links import OFFERED, Link, Linkable, linkable
from apps.notes.targets import quoted

MOST_NAMED = 50  # companies, or questions, that have a word in their name


def _seen(reader: User, uid: uuid.UUID) -> Cell | None:
    cells = Cell.objects.visible_to(reader).exclude(text="")
    return cells.select_related("question", "company", "verified_by").filter(uid=uid).first()


def _address(reader: User, link: Link) -> str | None:
    return reverse("memory:cell", args=[link.target]) if _seen(reader, link.target) else None


def _offer(reader: User, typed: str) -> Iterator[Link]:
    """Each word is a fiscal year, or part of the name of a company or a question; one name there must be."""
    cells = Cell.objects.visible_to(reader).exclude(text="").select_related("question", "company")
    years = {word.lower().removeprefix("fy") for word in typed.split()}
    years = {year for year in years if year.isascii() and year.isdigit() and len(year) == 4}
    words = [word for word in typed.split()[:6] if word.lower().removeprefix("fy") not in years]
    if not words:
        return
    for word in words:
        questions = CanonicalQuestion.objects.visible_to(reader).filter(name__icontains=word)
        companies = seen_companies(reader).filter(name__icontains=word)
        cells = cells.filter(Q(question__in=_first(questions)) | Q(company__in=_first(companies)))
    if years:
        cells = cells.filter(year__in=map(int, years))
    for cell in cells.order_by("-year", "pk")[:OFFERED]:
        yield Link("cell", cell.uid, "", _called(cell))


def _first(named: QuerySet[Any]) -> list[int]:
    """Keys, for the index of the cells: names are not looked for in each of them."""
    return list(named.order_by().values_list("pk", flat=True)[:MOST_NAMED])


def _called(cell: Cell) -> str:
    return f"{cell.question.name}, {cell.of}: {cell.text}"


def _quote(reader: User, uid: uuid.UUID) -> str | None:
    cell = _seen(reader, uid)
    if cell is None:
        return None
    behind = cell.evidence.filter(side=Side.FOR, chunk__isnull=False).select_related("chunk", "document")
    places = [Link("passage", one.chunk.uid, "", f"{one.document}, page {one.page + 1}") for one in behind if one.chunk]
    listed = "\n".join(f"- {place}" for place in dict.fromkeys(map(str, places)))
    told = f"{cell.text} ({_standing(cell)})"
    asked = Link("cell", uid, "", f"{cell.question.name}, {cell.of}")
    return "\n\n".join(filter(None, (str(asked), quoted(told), listed)))


def _standing(cell: Cell) -> str:
    if cell.verified_by and cell.verified:
        return f"verified by {cell.verified_by.get_username()} on {cell.verified:%Y-%m-%d}"
    return cell.get_status_display().lower()


linkable("cell", Linkable("Cell", _address, _offer, _quote))
