"""Answers that somebody holds already, from an XLSX: proposed, and compared with what the filings say.

Columns by their names in the first row: question, company, period, value, unit, source. Nothing is verified by an
import: each cell is filled from the filings, and whether they agree is one of its checks.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from io import BytesIO
from typing import Any
from zipfile import BadZipFile

from django.db import transaction
from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from apps.accounts.models import User
from apps.audit import trail
from apps.audit.models import Action
from apps.documents.models import Company
from apps.memory.canonical import core_of
from apps.memory.forms import seen_companies
from apps.memory.grids import fill_bank
from apps.memory.models import CanonicalQuestion, Cell, CellStatus, Decision, Grid
from apps.memory.proposals import noted
from apps.memory.slots import PeriodSlot, slots_of
from apps.questions.query import from_json
from apps.retrieval.found import Scope
from apps.retrieval.reading import read_for

NEEDED = ("question", "company", "period", "value")
MOST_ROWS, MOST_BYTES = 5000, 10 * 1024 * 1024


class CannotImportError(ValueError):
    """The file is no list of answers; str() is one sentence for the user."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A row that was understood. row: its number in the sheet."""

    row: int
    question: CanonicalQuestion
    company: Company
    period: PeriodSlot
    value: Decimal
    unit: str


@dataclass(frozen=True, slots=True)
class Imported:
    """taken: how many rows were; refused: why the others were not, a sentence each."""

    grid: Grid | None
    taken: int
    refused: tuple[str, ...]


def take(user: User, name: str, content: bytes, circle: str, address: str | None = None) -> Imported:
    """Propose what the file says, and have it compared in the background. Raises CannotImportError."""
    claims, refused = read_claims(user, rows_of(content))
    with transaction.atomic():
        grid = _fill(user, claims, circle) if claims else None
        taken = sum(_claim(one, circle, user, name) for one in claims)
        subject = trail.Subject("import", None, name)
        detail: dict[str, Any] = {"rows": len(claims) + len(refused), "taken": taken, "file": name}
        trail.record(Action.CELLS_IMPORTED, actor=user, subject=subject, address=address, **detail)
    return Imported(grid, taken, tuple(refused))


def rows_of(content: bytes) -> list[dict[str, Any]]:
    """The rows of the first sheet by the names of their columns. Formulas are taken by their cached values."""
    if len(content) > MOST_BYTES:
        raise CannotImportError(f"The file is larger than {MOST_BYTES // 1024 // 1024} MB.")
    try:
        book = load_workbook(BytesIO(content), read_only=True, data_only=True)
        lines = list(book.worksheets[0].iter_rows(values_only=True, max_row=MOST_ROWS + 2, max_col=50))
    except (InvalidFileException, BadZipFile, KeyError, OSError, ValueError, IndexError) as error:
        raise CannotImportError("This is no XLSX file that can be read.") from error
    heads = [str(head or "").strip().lower() for head in lines[0]] if lines else []
    if missing := [name for name in NEEDED if name not in heads]:
        raise CannotImportError(f"The first row names no column {', '.join(missing)}.")
    if len(lines) > MOST_ROWS + 1:
        raise CannotImportError(f"The sheet has more than {MOST_ROWS:,} rows.")
    return [dict(zip(heads, line, strict=False)) for line in lines[1:] if any(line)]


def read_claims(user: User, rows: Sequence[dict[str, Any]]) -> tuple[list[Claimed], list[str]]:
    """Each row through the one reader of questions; a row that is not fully understood is refused, never guessed."""
    known = [(core_of(from_json(one.query)), one) for one in CanonicalQuestion.objects.visible_to(user)]
    companies = {company.uid: company for company in seen_companies(user)}
    claims: list[Claimed] = []
    refused: list[str] = []
    for number, row in enumerate(rows, start=2):
        try:
            claims.append(_read(number, row, user, known, companies))
        except CannotImportError as error:
            refused.append(f"Row {number}: {error}")
    return claims, refused


def _read(
    number: int,
    row: dict[str, Any],
    user: User,
    known: Iterable[tuple[Any, CanonicalQuestion]],
    companies: dict[Any, Company],
) -> Claimed:
    words = str(row["question"] or "").strip().rstrip("?")
    asked = f"{words} of {row['company']} in {_period(row['period'])}?"[:1000]
    query = read_for(user, Scope(), asked).query
    slots = slots_of(query)
    if slots is None or slots.company not in companies:
        raise CannotImportError("its company or period is not known here.")
    core = core_of(query)
    question = next((one for wanted, one in known if wanted == core), None)
    if question is None or query.unread:
        raise CannotImportError("its question is none of the bank's.")
    try:
        value = Decimal(str(row["value"]).replace(",", "").strip())
    except InvalidOperation:
        raise CannotImportError("its value is no number.") from None
    if not value.is_finite() or abs(value) >= Decimal(10) ** 24:
        raise CannotImportError("its value is no number.")
    return Claimed(number, question, companies[slots.company], slots.period, value, str(row.get("unit") or "")[:40])


def _period(told: object) -> str:
    text = str(told or "").strip()
    return f"fiscal {text}" if text.isdecimal() else text


def _fill(user: User, claims: Sequence[Claimed], circle: str) -> Grid:
    """One run over what the file speaks of; cells that were verified are left alone."""
    companies = list(dict.fromkeys(one.company for one in claims))
    periods = sorted({one.period for one in claims}, key=lambda one: (one.year, one.number), reverse=True)
    return fill_bank(user, companies, periods, circle, list(dict.fromkeys(one.question for one in claims)))


def _claim(one: Claimed, circle: str, user: User, source: str) -> bool:
    slots = {"period_kind": one.period.kind, "year": one.period.year, "number": one.period.number, "circle": circle}
    cell = Cell.objects.filter(question=one.question, company=one.company, document=None, **slots).first()
    if cell is None or cell.status == CellStatus.VERIFIED:
        return False
    cell.claimed = {"value": str(one.value), "unit": one.unit, "source": source[:200], "row": one.row}
    cell.proposed_by = user
    cell.save(update_fields=["claimed", "proposed_by", "changed"])
    noted(
        cell, Decision.IMPORTED, user, before=cell.text, comment=f"{one.value:,f} {one.unit} in {source}, row {one.row}"
    )
    return True
