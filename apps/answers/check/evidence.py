"""From checked citations to the sources that sentences are compared with: their words, cells, filers and years."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from apps.accounts.models import User
from apps.answers.check.calculated import called
from apps.answers.check.measured import measured
from apps.answers.check.sources import Printed, Source
from apps.answers.compose.draft import Anchor, Claim
from apps.answers.compose.figures import BARE, unit_of
from apps.answers.compute.grids import Cell, ReadTable
from apps.answers.compute.grids import Line as GridLine
from apps.answers.compute.operands import Operand
from apps.answers.sources.tables import stored_table
from apps.answers.sources.tokens import tokens
from apps.documents.models import Chunk, Document, Fact
from apps.statements.values.amounts import parse_amount

WORD = re.compile(r"[^\W\d_]{3}")  # a row that is called by a number alone has no name that could hide one
YEAR = re.compile(r"(?<![\d,.])(?:19|20)\d\d(?![\d,])")
FiscalYears = Mapping[tuple[int, int, int], int]  # of figures of statements, by version, page and where they stand
AT = ("version_id", "page", "start")
SHORTEST_NAME = 4  # characters of a name by which a filer is recognised in a sentence


@dataclass(frozen=True, slots=True)
class Cited:
    """A claim that was checked: the label of its citation, and exactly the page's text there.

    boxes: [page, x0, y0, x1, y1] where it stands on the page; placed: whether the page knows where its words stand
    (that of a text file does not).
    """

    claim: Claim
    label: int
    quote: str
    boxes: list[list[float]]
    placed: bool = True


def sources_of(quoted: Sequence[Cited], written: frozenset[int]) -> tuple[Source, ...]:
    """A source for each citation. written: labels behind sentences in other words, whose tables are read by column.

    Two queries.
    """
    rows = Chunk.objects.filter(pk__in={one.claim.anchor.chunk_id for one in quoted})
    chunks = {chunk.pk: chunk for chunk in rows.select_related("version__document__company", "table")}
    years = _fiscal_years([one for one in quoted if one.label in written])
    return tuple(_source(one, chunks[one.claim.anchor.chunk_id], one.label in written, years) for one in quoted)


def _fiscal_years(quoted: Sequence[Cited]) -> FiscalYears:
    places = [one.claim.anchor for one in quoted]
    pages = {"version__in": {one.version_id for one in places}, "page__in": {one.page for one in places}}
    facts = Fact.objects.filter(**pages).exclude(label_year=None) if places else Fact.objects.none()
    return {(version, page, start): year for version, page, start, year in facts.values_list(*AT, "label_year")}


def _source(one: Cited, chunk: Chunk, in_other_words: bool, years_of_facts: FiscalYears) -> Source:
    document, claim = chunk.version.document, one.claim
    table = _table(chunk) if in_other_words and not claim.operand else None
    cells = _cells(table, claim.anchor, chunk, years_of_facts)
    figures = (_operand(claim.operand, one.quote),) if claim.operand else cells
    company = document.company
    told = [word for line in claim.lines for word in (line.label, line.period, line.units)]
    told += dict.fromkeys(header for line in (table.lines if table else ()) for header in line.headers.values())
    context = " ".join([chunk.text, chunk.view, document.title, chunk.table.caption if chunk.table else "", *told])
    years = frozenset(filter(None, (document.fiscal_year, *document.metadata.get("years", ()))))
    if claim.operand:
        years |= set(called(claim.operand))
    names = tuple(filter(None, (company.name, *company.aliases, document.name) if company else (document.name,)))
    lines = tuple(line.label for line in claim.lines if _stands_beside(line.label, chunk.text))
    others = tuple(dict.fromkeys(line.label for line in (table.lines if table else ())))
    filer = company.name if company else ""
    return Source(one.label, one.quote, context, figures, filer, names, years, lines, others, chunk.text)


def _stands_beside(label: str, text: str) -> bool:
    """Whether the figures of a row's label stand in the passage: "net of allowances of $7 and $9" names the row."""
    return bool(WORD.search(label)) and _sizes(label) <= _sizes(text)


def _sizes(text: str) -> set[Decimal]:
    return {abs(token.figure.value) for token in tokens(text) if token.figure}


def _operand(operand: Operand, quote: str) -> Printed:
    amount, period = parse_amount(quote), operand.candidate.period
    months = period.months if period else None
    value = amount.value if amount else Decimal(0)
    label = operand.candidate.label
    marked = bool(amount and amount.percent)
    value, full, unit = measured(value, operand.quantity.value, unit_of(operand), label, marked=marked)
    return Printed(value, full, unit, called(operand), months, label, declared=operand.quantity.declared)


def _table(chunk: Chunk) -> ReadTable | None:
    """The passage's table, by its columns."""
    return stored_table(chunk.table) if chunk.table else None


def _cells(table: ReadTable | None, anchor: Anchor, chunk: Chunk, facts: FiscalYears) -> tuple[Printed, ...]:
    """The cells that lie in the place, with their periods. A filing that people may call by another year shifts all."""
    if table is None or table.table.page != anchor.page:
        return ()
    document = chunk.version.document
    shifts = [year - document.fiscal_year for year in document.metadata.get("years", ()) if document.fiscal_year]
    return tuple(
        _cell(table, line, cell, shifts, facts.get((anchor.version_id, anchor.page, cell.stored["start"])))
        for line in table.lines
        for cell in line.cells.values()
        if cell.stored["start"] < anchor.end and anchor.start < cell.stored["end"]
    )


def _cell(table: ReadTable, line: GridLine, cell: Cell, shifts: Iterable[int], fiscal: int | None) -> Printed:
    """fiscal: the year that the filer's calendar gives the figure, where it is one of a statement."""
    period, quantity = table.period(line, cell), table.quantity(line, cell)
    value = cell.amount.value
    full, unit = (quantity.value, BARE.get(quantity.unit, quantity.currency)) if quantity else (value, "")
    declared = quantity.declared if quantity else Decimal(1)
    said = f"{line.label} {table.header(line, cell)}"
    value, full, unit = measured(value, full, unit, said, marked=cell.amount.percent)
    if period is None:
        named = tuple({int(year) for year in YEAR.findall(table.header(line, cell))})
        return Printed(value, full, unit, named if len(named) == 1 else (), label=line.label, declared=declared)
    others = [period.label_year + shift for shift in shifts if period.label_year]
    years = years_called(fiscal, period.label_year, period.end.year if period.end else None, *others)
    return Printed(value, full, unit, years, period.months, line.label, declared=declared)


def years_called(*years: int | None) -> tuple[int, ...]:
    """Each year once, the filer's own first, without those that are not known."""
    return tuple(dict.fromkeys(year for year in years if year))


def filers_visible(asker: User) -> Mapping[str, tuple[str, ...]]:
    """The filers whose documents `asker` may see, with what they go by. One query."""
    rows = Document.objects.visible_to(asker).filter(company__isnull=False)
    found: dict[str, tuple[str, ...]] = {}
    for name, aliases in rows.order_by().values_list("company__name", "company__aliases").distinct():
        found[name] = tuple(one for one in (name, *aliases) if len(one) >= SHORTEST_NAME)
    return found


def facts_cited(quoted: Sequence[Cited]) -> list[Fact]:
    """The facts whose cells lie in cited places. One query."""
    places = [one.claim.anchor for one in quoted]
    versions = {place.version_id for place in places}
    facts = Fact.objects.filter(version__in=versions, page__in={place.page for place in places}, dimension="")
    return [fact for fact in facts.exclude(concept="") if any(_within(fact, place) for place in places)]


def _within(fact: Fact, place: Anchor) -> bool:
    same = fact.version_id == place.version_id and fact.page == place.page
    return same and place.start <= fact.start and fact.end <= place.end
