"""The parts of an answer before it is checked: claims with the places behind them, and the draft that holds them."""

import uuid
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from apps.answers.compute.operands import Operand
from apps.answers.compute.outcome import Grid, Outcome
from apps.answers.models import Status
from apps.answers.sources.anchors import Anchor

__all__ = ["Anchor", "Claim", "Draft", "Line", "Written"]


@dataclass(frozen=True, slots=True)
class Line:
    """A figure of the answer's table. printed: as in the cell; full: exact, in whole `unit`s, in the printed sign.

    filer, part: told where several are in question.
    """

    label: str
    period: str
    printed: str
    units: str
    full: Decimal
    unit: str
    filer: str = ""
    part: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of the answer. `verbatim` must stand in the cited place word for word.

    operand: the figure of a calculation that stands in the place, for claims that are one. grid: the table that is
    offered as it stands, of which the place is one row. core: the words of a quotation that were found, where more of
    the passage is shown. heading: the title of the
    section that a quotation stands in, where quotations of several sections are shown.
    """

    text: str
    anchor: Anchor
    verbatim: str = ""
    lines: tuple[Line, ...] = ()
    operand: Operand | None = None
    grid: Grid | None = None
    heading: str = ""
    core: str = ""


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

    outcome: behind a computed answer; then the claims are its operands, in their order, before all others.
    written: sentences that a model wrote, in their order. in_form: whether its reply had the form that was asked for.
    otherwise: the rules' own draft behind one that a model wrote. notes: how the answer was made, no statement of it.
    missing: what of the question is not answered, as sentences. judged: the least probability with which a trained
    judge says that the quotations answer; None where none judged. reading: documents that are still being read.
    """

    status: Status
    claims: tuple[Claim, ...] = ()
    words: str = ""
    value: Decimal | None = None
    unit: str | None = None
    outcome: Outcome | None = None
    written: tuple[Written, ...] = ()
    in_form: bool = True
    otherwise: "Draft | None" = None
    notes: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    judged: float | None = None
    reading: tuple[uuid.UUID, ...] = ()

    @property
    def operands(self) -> tuple[Operand, ...]:
        """The figures that were computed with."""
        return self.outcome.operands if self.outcome else ()

    def seen(self) -> dict[str, Any]:
        return {
            "status": self.status,
            "claims": [claim.text for claim in self.claims],
            "value": str(self.value) if self.value is not None else None,
            "unit": self.unit,
        }
