"""Figures of statements for tests: facts as the reader keeps them, in millions of dollars unless told otherwise."""

from datetime import date
from decimal import Decimal
from itertools import count
from typing import Any

from apps.documents.models import Document, DocumentVersion, Fact

NUMBERS = count(1)


def filing(year: int, **fields: Any) -> DocumentVersion:
    """A 10-K of a fiscal year that ends in December; never saved."""
    number = next(NUMBERS)
    given = {"report_type": "10-K", "fiscal_year": year, "fiscal_period": "FY", "period_end": date(year, 12, 31)}
    document = Document(pk=number, **{"name": f"kelpworks_{year}", "title": f"Kelpworks {year}", **given, **fields})
    return DocumentVersion(pk=number, document=document)


def fact(version: DocumentVersion, concept: str, year: int, value: str, **fields: Any) -> Fact:
    """One figure for a fiscal year, of the income statement; `value` in its own scale. Not saved."""
    scale = Decimal(fields.pop("scale", 10**6))
    statement = fields.pop("statement", "income")
    given: dict[str, Any] = {
        "version": version,
        "table_id": 1,
        "statement": statement,
        "concept": concept,
        "label": concept.replace("_", " ").capitalize(),
        "months": None if statement == "balance" else 12,
        "period_end": date(year, 12, 31),
        "label_year": year,
        "value": Decimal(value) * scale,
        "unit": "money",
        "currency": "USD",
        "scale": scale,
        "page": 1,
        "row": 1,
        "column": 2050 - year,
        "start": 41,
        "end": 46,
    }
    return Fact(**{**given, **fields})


def keep(version: DocumentVersion, concept: str, year: int, value: str, **fields: Any) -> Fact:
    """The same for a version on the shelf, in its only table; saved, each in a row of its own."""
    table = version.tables.get()
    found = fact(version, concept, year, value, **{"table_id": table.pk, "row": next(NUMBERS), **fields})
    found.save()
    return found
