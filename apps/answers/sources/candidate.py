"""What may answer a query, of whatever kind: a fact, a cell, a sentence, a price, an event. One type for all."""

import uuid
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from apps.questions.slots import Dimension, Filer
from apps.statements.ontology import Unit


class CandidateKind(StrEnum):
    FACT = "fact"  # a number of a statement, read and checked when the filing was
    CELL = "cell"  # a number of any other table
    SENTENCE = "sentence"
    PRICE = "price"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class Quantity:
    """value: in whole units, sign as printed; a percentage as printed. scale: by which the printed number is scaled.

    declared: what the table's units say, where it is left open whether they hold for this count, too.
    """

    value: Decimal
    unit: Unit
    currency: str = ""
    scale: Decimal = Decimal(1)
    declared: Decimal = Decimal(1)


@dataclass(frozen=True, slots=True)
class Span:
    """A day (months None) or the months that end with it. year: the filer's fiscal year in which it falls.

    end: None where only the year is known. label: as it is told, "Q2 FY2023".
    """

    months: int | None
    end: date | None
    year: int | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where it stands. spans: [start, end) in the text of the page (from 0); box: on the page, may be empty."""

    document: uuid.UUID
    version: int
    page: int
    spans: tuple[tuple[int, int], ...] = ()
    box: tuple[float, ...] = ()
    table: int | None = None
    row: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class Candidate:
    """Evidence. text: as printed, the number of a cell or the words of a sentence; label: of its row, bare of marks.

    above: what stands over it, outermost first: headings, caption, section. header: over its column, without the
    period. part: the member of a dimension that it is of, "" for the whole filer. source: the filing or tool, by name.
    call, digest: of what a source outside the filings gave, the label of the call and SHA-256 of the reply.
    """

    kind: CandidateKind
    text: str
    label: str = ""
    above: tuple[str, ...] = ()
    header: str = ""
    quantity: Quantity | None = None
    period: Span | None = None
    filer: Filer | None = None
    concept: str = ""
    part: str = ""
    dimension: Dimension | None = None
    place: Place | None = None
    source: str = ""
    confidence: float = 1.0
    charge: bool = False
    call: str = ""
    digest: str = ""
