"""From checked citations to the sources that sentences are compared with: their words, cells, filers and years."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from apps.accounts.models import User
from apps.answers.claims import Claim, Place
from apps.answers.figures.ledger import Operand
from apps.answers.gather import fiscal_year_end
from apps.answers.grounding.conflicts import Stated
from apps.answers.grounding.sources import Printed, Source
from apps.answers.grounding.tokens import tokens
from apps.answers.table_reading import Row, Value, read_table
from apps.answers.table_reading import Source as TableSource
from apps.documents.models import Chunk, Document, Fact
from apps.statements.ontology import Unit
from apps.statements.values.amounts import parse_amount
from apps.statements.values.periods import parse_period

WORD = re.compile(r"[^\W\d_]{3}")  # a row that is called by a number alone has no name that could hide one
YEAR = re.compile(r"(?<![\d,.])(?:19|20)\d\d(?![\d,])")
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

    One query.
    """
    rows = Chunk.objects.filter(pk__in={one.claim.place.chunk_id for one in quoted})
    chunks = {chunk.pk: chunk for chunk in rows.select_related("version__document__company", "table")}
    return tuple(_source(one, chunks[one.claim.place.chunk_id], one.label in written) for one in quoted)


def _source(one: Cited, chunk: Chunk, in_other_words: bool) -> Source:
    document, claim = chunk.version.document, one.claim
    figures = _figures(claim, one.quote)
    rows = _rows(chunk) if in_other_words and not figures else ()
    figures = figures or _cells(chunk, claim.place, rows)
    company = document.company
    told = [word for line in claim.lines for word in (line.label, line.period, line.units)]
    told += dict.fromkeys(value.header for row in rows for value in row.values)
    context = " ".join([chunk.text, chunk.view, document.title, chunk.table.caption if chunk.table else "", *told])
    years = frozenset(filter(None, (document.fiscal_year, *document.metadata.get("years", ()))))
    if claim.operand:
        years |= {claim.operand.item.year or 0}
    names = tuple(filter(None, (company.name, *company.aliases, document.name) if company else (document.name,)))
    lines = tuple(line.label for line in claim.lines if _stands_beside(line.label, chunk.text))
    others = tuple(dict.fromkeys(row.label for row in rows))
    filer = company.name if company else ""
    return Source(one.label, one.quote, context, figures, filer, names, years, lines, others, chunk.text)


def _stands_beside(label: str, text: str) -> bool:
    """Whether the figures of a row's label stand in the passage: "net of allowances of $7 and $9" names the row."""
    return bool(WORD.search(label)) and _sizes(label) <= _sizes(text)


def _sizes(text: str) -> set[Decimal]:
    return {abs(token.figure.value) for token in tokens(text) if token.figure}


def _figures(claim: Claim, quote: str) -> tuple[Printed, ...]:
    if claim.operand:
        return (_operand(claim.operand, quote),)
    found = []
    for line in claim.lines:
        amount, period = parse_amount(line.printed), parse_period(line.period)
        if amount:
            years = years_called(period.label_year, period.end.year if period.end else None) if period else ()
            months = period.months if period else None
            found.append(Printed(amount.value, line.full, line.unit, years, months, line.label))
    return tuple(found)


def _operand(operand: Operand, quote: str) -> Printed:
    amount, fact = parse_amount(quote), operand.fact
    unit = {Unit.SHARES: "shares", Unit.PERCENT: "%"}.get(Unit(fact.unit), operand.currency)
    years = years_called(operand.item.year, fact.label_year, fact.period_end.year if fact.period_end else None)
    return Printed(amount.value if amount else Decimal(0), fact.value, unit, years, fact.months, fact.label)


def _rows(chunk: Chunk) -> tuple[Row, ...]:
    """All rows of the passage's table."""
    table, document = chunk.table, chunk.version.document
    if table is None:
        return ()
    year, end = document.fiscal_year, fiscal_year_end(document)
    source = TableSource(table.pk, chunk.version_id, table.page, table.caption, table.units, year, end)
    return tuple(read_table(source, table.grid, table.header_rows).rows)


def _cells(chunk: Chunk, place: Place, rows: Iterable[Row]) -> tuple[Printed, ...]:
    """The cells of those rows that lie in `place`, by their columns."""
    document = chunk.version.document
    if chunk.table is None or chunk.table.page != place.page:
        return ()
    within = (row for row in rows if row.start < place.end and place.start < row.end)
    called = document.metadata.get("years", ())
    return tuple(_cell(row.label, value, document.fiscal_year, called) for row in within for value in row.values)


def _cell(label: str, value: Value, fiscal_year: int | None, called: Iterable[int]) -> Printed:
    """A filing that people may call by another year shifts the years of all its columns."""
    period = value.period
    if period is None:
        named = tuple({int(year) for year in YEAR.findall(value.header)})
        return Printed(value.amount.value, value.full, value.unit, named if len(named) == 1 else (), label=label)
    own = period.label_year
    others = [own + year - fiscal_year for year in called if own and fiscal_year]
    years = years_called(own, period.end.year if period.end else None, *others)
    return Printed(value.amount.value, value.full, value.unit, years, period.months, label)


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


def stated_by(facts: Iterable[Fact]) -> list[Stated]:
    """These facts, where several filings are cited."""
    stated = [fact for fact in facts if fact.label_year]
    return [_stated(fact) for fact in stated] if len({fact.version_id for fact in stated}) > 1 else []


def facts_cited(quoted: Sequence[Cited]) -> list[Fact]:
    """The facts whose cells lie in cited places. One query."""
    places = [one.claim.place for one in quoted]
    versions = {place.version_id for place in places}
    facts = Fact.objects.filter(version__in=versions, page__in={place.page for place in places}, dimension="")
    cited = facts.exclude(concept="").select_related("version__document__company")
    return [fact for fact in cited if any(_within(fact, place) for place in places)]


def _within(fact: Fact, place: Place) -> bool:
    same = fact.version_id == place.version_id and fact.page == place.page
    return same and place.start <= fact.start and fact.end <= place.end


def _stated(fact: Fact) -> Stated:
    document = fact.version.document
    filer = document.company.name if document.company else ""
    return Stated(
        filer,
        fact.concept,
        fact.label,
        fact.label_year or 0,
        fact.months,
        fact.value,
        fact.scale,
        document.name,
        document.fiscal_year,
    )
