"""Which of several statements of one figure wins, when filings repeat or restate it; the others are kept beside it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from apps.documents.models import Document, Fact


@dataclass(frozen=True, slots=True)
class FactKey:
    """What makes two facts statements of one figure. `end` is the period's last day, else the fiscal year's label."""

    company: int | None
    concept: str
    dimension: str
    months: int | None
    end: date | int | None


@dataclass(frozen=True, slots=True)
class Choice:
    """The statement of a figure that stands, and all others of it, best first, each with its own source."""

    winner: Fact
    others: tuple[Fact, ...] = ()


def key_of(fact: Fact) -> FactKey:
    """Facts of lines that the ontology does not know are told apart by their label."""
    name = fact.concept or f"[{fact.label.casefold()}]"
    end = fact.period_end or fact.label_year
    return FactKey(fact.version.document.company_id, name, fact.dimension, fact.months, end)


def choices(facts: Iterable[Fact], asked_about: int | None = None) -> dict[FactKey, Choice]:
    """One choice for each figure. Facts need `version` and its `document` loaded; asked_about: key of a document."""
    stated: dict[FactKey, list[Fact]] = {}
    for fact in facts:
        stated.setdefault(key_of(fact), []).append(fact)
    return {key: choice(several, asked_about) for key, several in stated.items()}


def choice(facts: Iterable[Fact], asked_about: int | None = None) -> Choice:
    """The winner among statements of one figure: the filing asked about, then the latest filing.

    In one filing the surest, then the one that stands first. Raises ValueError for no facts.
    """
    ranked = in_order(facts, asked_about)
    if not ranked:
        raise ValueError("There is no fact to choose from.")
    return Choice(ranked[0], tuple(ranked[1:]))


def in_order(facts: Iterable[Fact], asked_about: int | None = None) -> list[Fact]:
    """The same facts, best first."""
    ranked = sorted(facts, key=lambda fact: (-fact.confidence, fact.page, fact.table_id, fact.row, fact.column))
    ranked.sort(key=lambda fact: recency(fact.version.document), reverse=True)
    ranked.sort(key=lambda fact: asked_about is not None and fact.version.document_id == asked_about, reverse=True)
    return ranked


def recency(document: Document) -> tuple[date, date, int]:
    """How late a filing is: by the end of its period, then by its date, then by when it was uploaded."""
    return document.period_end or date(document.fiscal_year or 1, 1, 1), document.filed or date.min, document.pk or 0
