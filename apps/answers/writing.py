"""The write stage: computed figures with their operands, or rows and sentences verbatim, each with its citation (D)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import QuerySet

from apps.answers.curate import Curated
from apps.answers.figures.asked import Relation
from apps.answers.figures.ledger import Operand
from apps.answers.figures.lines import Calculation
from apps.answers.figures.sheet import period_text, units_text
from apps.answers.figures.telling import headline, reservations
from apps.answers.gather import Evidence
from apps.answers.intent import Intent
from apps.answers.models import Status
from apps.answers.rows import RowHit
from apps.answers.sentences import SentenceHit
from apps.answers.table_reading import Value
from apps.answers.wording import stems
from apps.documents.figures.units import SCALES
from apps.documents.models import Chunk, Page
from apps.documents.statements.ontology import Unit
from apps.retrieval.found import SearchTrace

CLOSEST = "These passages come closest."


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

    operand: the figure of the calculation that stands in the place, for claims that are one.
    """

    text: str
    place: Place
    figures: tuple[str, ...] = ()
    verbatim: str = ""
    lines: tuple[Line, ...] = ()
    operand: Operand | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """The answer before it is checked. `words` are the program's own: what was computed, searched, or is missing.

    calculation: behind a computed answer; then the claims are its operands, in their order.
    """

    status: Status
    claims: tuple[Claim, ...]
    words: str = ""
    value: Decimal | None = None
    unit: str | None = None
    calculation: Calculation | None = None

    def seen(self) -> dict[str, Any]:
        return {
            "status": self.status,
            "claims": [claim.text for claim in self.claims],
            "value": str(self.value) if self.value is not None else None,
            "unit": self.unit,
        }


def write(intent: Intent, evidence: Evidence, figures: Calculation, curated: Curated) -> Draft:
    """The computed figures; else the chosen rows and sentences; else what was searched and what is missing."""
    if figures.lines and (draft := computed(figures)):
        return draft
    chunks = _chunks(Chunk.objects.filter(table__in={hit.table.source.table_id for hit in curated.rows}))
    claims = [claim for hit in curated.rows if (claim := _row_claim(hit, chunks))]
    versions = {passage.found.chunk_id: passage.found.version_id for passage in evidence.passages}
    claims += [_sentence_claim(hit, versions[hit.sentence.chunk_id]) for hit in curated.sentences]
    if not claims:
        return not_found(evidence, figures.missing or curated.missing)
    value, unit = single_value(intent, curated.rows) if not figures.missing else (None, None)
    words = " ".join([*figures.missing, _reservation(intent, curated) or CLOSEST]) if figures.missing else ""
    words = words or _reservation(intent, curated)
    if curated.closest and not figures.missing:
        words = f"Nothing found says what was asked. {CLOSEST}"
    return Draft(Status.CLOSEST if words else Status.EXTRACTED, tuple(claims), words, value, unit)


def computed(figures: Calculation) -> Draft | None:
    """The answer of a calculation; None when a cell of it lies in no passage and so could not be cited."""
    claims = operand_claims(figures)
    if claims is None:
        return None
    single = [line for line in figures.lines if line.over] or list(figures.lines)
    decides = len(single) == 1 and figures.question.relation is not Relation.YES_NO
    only = single[0].stated if decides else None
    status = Status.EXTRACTED if all(line.verbatim for line in figures.lines) else Status.CALCULATED
    words = " ".join(filter(None, [headline(figures), reservations(figures), *figures.missing]))
    return Draft(status, claims, words, only.value if only else None, only.unit if only else None, figures)


def operand_claims(figures: Calculation) -> tuple[Claim, ...] | None:
    """A claim for each operand, in their order. Two queries."""
    pages = _page_texts(figures)
    chunks = _chunks(Chunk.objects.filter(table__in={one.fact.table_id for one in figures.operands}))
    claims = []
    for operand in figures.operands:
        fact = operand.fact
        holders = (one for one in chunks.get(fact.table_id, ()) if _holds(one, fact.page, fact.start, fact.end))
        if (chunk := next(holders, None)) is None:
            return None
        printed = pages[fact.version_id, fact.page][fact.start : fact.end]
        place = Place(fact.version_id, chunk.pk, fact.page, fact.start, fact.end)
        claims.append(_operand_claim(operand, printed, place, figures.question.quarter))
    return tuple(claims)


def _page_texts(figures: Calculation) -> dict[tuple[int, int], str]:
    facts = [operand.fact for operand in figures.operands]
    versions, numbers = {fact.version_id for fact in facts}, {fact.page for fact in facts}
    rows = Page.objects.filter(version__in=versions, number__in=numbers).values_list("version", "number", "text")
    return {(version, number): text for version, number, text in rows}


def _operand_claim(operand: Operand, printed: str, place: Place, quarter: int | None) -> Claim:
    fact, period = operand.fact, period_text((operand.item.year or 0,), quarter)
    units = units_text(operand)
    unit = fact.unit if fact.unit == Unit.SHARES else operand.currency
    line = Line(fact.label, period, printed, units, fact.value, unit)
    text = f"{fact.label}, {period}: {printed}{f' ({units})' if units else ''}"
    return Claim(text, place, (printed,), lines=(line,), operand=operand)


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


def _chunks(rows: QuerySet[Chunk]) -> dict[int, list[Chunk]]:
    """By table, in their order."""
    chunks: dict[int, list[Chunk]] = {}
    for chunk in rows.only("pk", "table_id", "spans").order_by("ordinal"):
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
    shown = tuple(_line(row.label, value, source.units) for value in hit.values)
    return Claim(f"{row.label}, {told}{units}", place, tuple(value.printed for value in hit.values), lines=shown)


def _line(label: str, value: Value, units: str) -> Line:
    return Line(label, value.column.header, value.printed, bare_units(units), value.full, value.unit)


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
