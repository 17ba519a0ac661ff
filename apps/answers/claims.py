"""The parts of an answer before it is checked: claims with their places, the draft, and passages that hold a place."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from apps.answers.figures.ledger import Operand
from apps.answers.figures.lines import Calculation
from apps.answers.models import Status
from apps.documents.models import Chunk

if TYPE_CHECKING:  # an answer of tools cites places too
    from apps.answers.tools.answer import ToolAnswer


@dataclass(frozen=True, slots=True)
class Place:
    """Characters [start, end) of a page, in a passage of that version."""

    version_id: int
    chunk_id: int
    page: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Line:
    """A figure of the answer's table. printed: as in the cell; full: exact, in whole `unit`s, in the printed sign."""

    label: str
    period: str
    printed: str
    units: str
    full: Decimal
    unit: str


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of the answer. `figures` must stand in the cited place as printed, `verbatim` word for word.

    operand: the figure of the calculation that stands in the place, for claims that are one. heading: the title of the
    section that a quote stands in, where quotes of several sections are shown.
    """

    text: str
    place: Place
    figures: tuple[str, ...] = ()
    verbatim: str = ""
    lines: tuple[Line, ...] = ()
    operand: Operand | None = None
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """A sentence in other words than its sources'. cites: the claims behind it, as positions (from 0) in the draft's.

    The sentence carries no marks such as [1] itself. It is checked word by word, and marked where its sources do not
    bear it out; it is never mended and never hidden.
    """

    text: str
    cites: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """The answer before it is checked. `words` are the program's own: what was computed, searched, or is missing.

    outside: behind an answer that rests on tools (V12); then the claims are the places in filings behind it.
    calculation: behind a computed answer; then the claims are its operands, in their order, before those of `written`.
    written: sentences that a model wrote, in their order. in_form: whether its reply had the form that was asked for.
    otherwise: the rules' own draft behind one that a model wrote. notes: how the answer was made, no statement of it.
    open: what of the question is not answered, as sentences.
    reading: the documents that are still being read and that it waits for.
    """

    status: Status
    claims: tuple[Claim, ...]
    words: str = ""
    value: Decimal | None = None
    unit: str | None = None
    calculation: Calculation | None = None
    written: tuple[Written, ...] = ()
    in_form: bool = True
    otherwise: "Draft | None" = None
    notes: tuple[str, ...] = ()
    outside: "ToolAnswer | None" = None
    open: tuple[str, ...] = ()
    reading: tuple[uuid.UUID, ...] = ()

    @property
    def operands(self) -> tuple[Operand, ...]:
        """The cells that were computed with."""
        if self.outside:
            return tuple(cell for line in self.outside.lines for cell in line.worked.operands.cells)
        return self.calculation.operands if self.calculation else ()

    @property
    def missing(self) -> tuple[str, ...]:
        """What a computed answer lacks, as sentences."""
        part = self.outside or self.calculation
        return part.missing if part else ()

    def seen(self) -> dict[str, Any]:
        return {
            "status": self.status,
            "claims": [claim.text for claim in self.claims],
            "value": str(self.value) if self.value is not None else None,
            "unit": self.unit,
        }


def chunks_of_tables(tables: Iterable[int]) -> dict[int, list[Chunk]]:
    """The passages of each table, in their order. One query."""
    chunks: dict[int, list[Chunk]] = {}
    for chunk in Chunk.objects.filter(table__in=set(tables)).only("pk", "table_id", "spans").order_by("ordinal"):
        chunks.setdefault(chunk.table_id or 0, []).append(chunk)
    return chunks


def holds(chunk: Chunk, page: int, start: int, end: int) -> bool:
    return any(number == page and first <= start and end <= last for number, first, last in chunk.spans)
