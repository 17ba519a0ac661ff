"""The card of a passage (R1, card abstraction): its shape, and what makes it valid."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any, Protocol

from pydantic import TypeAdapter, ValidationError

from apps.documents.cards.labels import SectionLabel, Topic
from apps.documents.models import ChunkKind
from apps.documents.sections import one_line
from apps.reading.parsed import ParsedTable
from apps.statements.ontology import concepts

SUMMARY_WORDS = 40
RULES = "rules"
PERIOD = re.compile(r"(?:FY|CY)\d{4}(?:-(?:Q[1-4]|H[12]|9M))?|\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class Span:
    """Characters [start, end) of the passage's text; `text` is exactly what stands there."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Number:
    """A figure as printed, sign, currency and unit words included.

    text: verbatim, passage[start:end]. value: the printed digits with their sign as a plain decimal, not scaled.
    unit: "USD million", "percent", "shares thousand", "USD per share", "basis points", or "" when nothing says.
    """

    text: str
    value: str
    unit: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Triple:
    """(subject, relation, object) in the passage's own words: ("Net sales", "increased", "5 %")."""

    subject: str
    relation: str
    object: str


@dataclass(frozen=True, slots=True)
class Card:
    """What a passage says.

    metrics: keys of the ontology of statement items. periods: "FY2023", "FY2023-Q1", "FY2023-H1", "2023-12-31".
    spans: the sentences or rows that carry the evidence. boilerplate: repeats each year, or says what every filer must.
    first_in: uid of the document that had this boilerplate first; show it only to whoever may see that document.
    maker: "rules" or a model's name. placeholder: the maker failed, and only what is certain stands here.
    """

    topic: Topic
    section: SectionLabel
    entities: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    numbers: tuple[Number, ...] = ()
    periods: tuple[str, ...] = ()
    summary: str = ""
    triples: tuple[Triple, ...] = ()
    spans: tuple[Span, ...] = ()
    boilerplate: bool = False
    first_in: str = ""
    maker: str = RULES
    placeholder: bool = False


@dataclass(frozen=True, slots=True)
class CardInput:
    """A passage and what is known of where it stands.

    path: titles of its section from the top. company, fiscal_year: the filing's own, where known; year_end: the day on
    which that fiscal year ends (for a quarterly report later than its own period).
    table: the table it is, or a part of. concepts: keys of the statement items that facts were read from it for.
    """

    text: str
    kind: ChunkKind = ChunkKind.TEXT
    path: tuple[str, ...] = ()
    company: str = ""
    fiscal_year: int | None = None
    year_end: date | None = None
    table: ParsedTable | None = None
    concepts: tuple[str, ...] = ()


class CardMaker(Protocol):
    """Makes cards. One for each passage, in order; never fails for a passage: what cannot be made is a placeholder."""

    @property
    def name(self) -> str: ...

    def cards(self, passages: Sequence[CardInput]) -> list[Card]: ...


class CardRefused(ValueError):
    """JSON that is no card. str() names the field and what is wrong with it."""


@cache
def shape() -> TypeAdapter[Card]:
    """Reads, writes and describes cards: `shape().json_schema()` constrains a model's output."""
    return TypeAdapter(Card)


def as_json(card: Card) -> dict[str, Any]:
    """Plain JSON; `from_json` gives back an equal card."""
    dumped: dict[str, Any] = shape().dump_python(card, mode="json")
    return dumped


def from_json(raw: object, text: str | None = None) -> Card:
    """A card from JSON. Raises CardRefused when it is not one, or when `text` is given and does not bear it out."""
    try:
        card = shape().validate_python(raw)
    except ValidationError as error:
        first = error.errors()[0]
        raise CardRefused(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from error
    wrong = problems(card, text)
    if wrong:
        raise CardRefused("; ".join(wrong))
    return card


def problems(card: Card, text: str | None = None) -> list[str]:
    """What is wrong with a card, in words; with the passage's `text` also whether it stands there verbatim."""
    found = [f"unknown metric {key}" for key in card.metrics if key not in concepts()]
    found += [f"period {period} is not normalised" for period in card.periods if not PERIOD.fullmatch(period)]
    if len(card.summary.split()) > SUMMARY_WORDS:
        found.append(f"summary has more than {SUMMARY_WORDS} words")
    if text is not None:
        cited: tuple[Number | Span, ...] = (*card.numbers, *card.spans)
        found += [f"{part.text!r} does not stand at {part.start}" for part in cited if not verbatim(part, text)]
        found += [f"entity {name!r} is not in the text" for name in card.entities if name not in one_line(text)]
    return found


def verbatim(part: Number | Span, text: str) -> bool:
    return 0 <= part.start < part.end <= len(text) and text[part.start : part.end] == part.text
