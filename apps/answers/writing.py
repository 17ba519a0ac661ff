"""The write stage, extractive: rows and sentences verbatim, each with its citation. No word of it is made up (D)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from apps.answers.curate import Curated
from apps.answers.gather import Evidence
from apps.answers.intent import Intent
from apps.answers.models import Status
from apps.answers.rows import RowHit
from apps.answers.sentences import SentenceHit
from apps.answers.table_reading import Value
from apps.answers.wording import stems
from apps.documents.figures.units import SCALES
from apps.documents.models import Chunk
from apps.retrieval.found import SearchTrace


@dataclass(frozen=True, slots=True)
class Place:
    """Characters [start, end) of a page, in a passage of that version."""

    version_id: int
    chunk_id: int
    page: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of the answer. `figures` must stand in the cited place as printed, `verbatim` word for word."""

    text: str
    place: Place
    figures: tuple[str, ...] = ()
    verbatim: str = ""
    rows: tuple[tuple[str, Value, str], ...] = ()  # label, value, the table's units line


@dataclass(frozen=True, slots=True)
class Draft:
    """The answer before it is checked. `words` are the program's own: what was searched, what is missing."""

    status: Status
    claims: tuple[Claim, ...]
    words: str = ""
    value: Decimal | None = None
    unit: str | None = None

    def seen(self) -> dict[str, Any]:
        return {
            "status": self.status,
            "claims": [claim.text for claim in self.claims],
            "value": str(self.value) if self.value is not None else None,
            "unit": self.unit,
        }


def write(intent: Intent, evidence: Evidence, curated: Curated) -> Draft:
    """Put the chosen rows and sentences into an answer, or say what was searched and what is missing."""
    chunks = _chunks_of_tables(curated.rows)
    claims = [claim for hit in curated.rows if (claim := _row_claim(hit, chunks))]
    versions = {passage.found.chunk_id: passage.found.version_id for passage in evidence.passages}
    claims += [_sentence_claim(hit, versions[hit.sentence.chunk_id]) for hit in curated.sentences]
    if not claims:
        return not_found(evidence, curated.missing)
    value, unit = single_value(intent, curated.rows)
    words = _reservation(intent, curated)
    return Draft(Status.CLOSEST if words else Status.EXTRACTED, tuple(claims), words, value, unit)


def _reservation(intent: Intent, curated: Curated) -> str:
    """What keeps the evidence from being the answer; empty when nothing does."""
    if curated.rows:
        return "" if curated.rows[0].exact else "No row is named exactly as asked; these come closest."
    return "No figure that states what was asked was found; these passages come closest." if intent.names_item else ""


def not_found(evidence: Evidence, missing: Iterable[str]) -> Draft:
    """An honest "Not found": what is missing, and what was searched."""
    trace = evidence.result.trace
    searched = (
        f"Searched {_count(trace.documents_searched, 'document')} ({_count(trace.passages_searched, 'passage')})"
        f"{_filters(trace.filters)}{' for the words ' + words if (words := _searched_words(trace)) else ''}."
    )
    return Draft(Status.NOT_FOUND, (), " ".join(["Not found.", *missing, searched]))


def _searched_words(trace: SearchTrace) -> str:
    """The question's own words that were looked for: those whose stem is among the terms."""
    stemmed = {word: stems(word) for word in re.findall(r"[\w&'’-]+", trace.question)}
    terms = set(trace.terms)
    return ", ".join(dict.fromkeys(word for word, found in stemmed.items() if found and terms.issuperset(found)))


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _filters(filters: dict[str, list[str]]) -> str:
    told = [f"{name} {', '.join(map(str, values))}" for name, values in filters.items() if values]
    return f" with {'; '.join(told)}" if told else ""


def _chunks_of_tables(rows: Iterable[RowHit]) -> dict[int, list[Chunk]]:
    chunks: dict[int, list[Chunk]] = {}
    tables = {hit.table.source.table_id for hit in rows}
    for chunk in Chunk.objects.filter(table__in=tables).only("pk", "table_id", "spans").order_by("ordinal"):
        chunks.setdefault(chunk.table_id or 0, []).append(chunk)
    return chunks


def _row_claim(hit: RowHit, chunks: dict[int, list[Chunk]]) -> Claim | None:
    """None when no passage holds the row: then it cannot be cited, and is not shown."""
    source, row = hit.table.source, hit.row
    chunk = next((one for one in chunks.get(source.table_id, ()) if _holds(one, source.page, row.start, row.end)), None)
    if chunk is None:
        return None
    place = Place(source.version_id, chunk.pk, source.page, row.start, row.end)
    told = "; ".join(f"{_period(value)}: {value.printed}" for value in hit.values)
    units = f" ({bare_units(source.units)})" if source.units else ""
    shown = tuple((row.label, value, source.units) for value in hit.values)
    return Claim(f"{row.label}, {told}{units}", place, tuple(value.printed for value in hit.values), rows=shown)


def _holds(chunk: Chunk, page: int, start: int, end: int) -> bool:
    return any(number == page and first <= start and end <= last for number, first, last in chunk.spans)


def bare_units(units: str) -> str:
    """A table's units line on one line and without its parentheses."""
    return " ".join(units.split()).strip("()")


def _period(value: Value) -> str:
    return value.column.header or "as shown"


def _sentence_claim(hit: SentenceHit, version_id: int) -> Claim:
    sentence = hit.sentence
    place = Place(version_id, sentence.chunk_id, sentence.page, sentence.start, sentence.end)
    return Claim(" ".join(sentence.text.split()), place, verbatim=sentence.text)


def single_value(intent: Intent, rows: tuple[RowHit, ...]) -> tuple[Decimal | None, str | None]:
    """The number that answers the question by itself, in the unit asked for; never one out of several."""
    if len(rows) != 1 or not rows[0].exact or len(rows[0].values) != 1 or not intent.wants_figure:
        return None, None
    value = rows[0].values[0]
    if intent.scale is None or value.unit == "%":
        return value.full, value.unit or None
    name = next(name for name, scale in SCALES.items() if scale == intent.scale)
    return value.full / intent.scale, f"{value.unit} {name}s".strip()
