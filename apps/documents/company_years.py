"""A company's statements over the years: concepts by fiscal years, from all of its filings that a reader may see.

Where several filings state one figure, the latest filing wins; that an earlier one said otherwise is kept beside it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from apps.documents.models import Document, Fact, Form
from apps.documents.printed_figures import Units, places, text, units_in_words, units_of
from apps.documents.statement_sheets import TITLES
from apps.documents.statements.ontology import Concept, Statement, Unit, concepts

INTERIM = {"Q1", "Q2", "Q3", "H1"}
CENT = Decimal("0.005")  # half of what amounts per share are rounded to


@dataclass(frozen=True, slots=True)
class Cell:
    """The figure that stands for a year: `value` exactly, `text` rounded to the table's scale.

    earlier: what earlier filings stated instead, or empty.
    """

    fact: Fact
    value: Decimal
    text: str
    exact: str
    earlier: str = ""


@dataclass(frozen=True, slots=True)
class YearRow:
    """One concept: a cell for every year of its table."""

    concept: Concept
    unit: str
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class YearTable:
    """One statement, concepts in the order of the ontology, the newest year first."""

    statement: Statement
    units: str
    years: tuple[int, ...]
    rows: tuple[YearRow, ...]

    @property
    def title(self) -> str:
        return TITLES[self.statement]

    @property
    def restated(self) -> list[str]:
        """What earlier filings stated otherwise, a sentence for each figure."""
        return [
            f"{row.concept.name} {year}: {cell.text}; before, {cell.earlier}"
            for row in self.rows
            for year, cell in zip(self.years, row.cells, strict=True)
            if cell and cell.earlier
        ]


Stated = dict[tuple[str, int], list[Fact]]


def year_tables(facts: Iterable[Fact]) -> list[YearTable]:
    """The tables of all statements that have annual figures. Facts need `version` and its `document` loaded."""
    stated = by_concept_and_year(list(facts))
    tables = (year_table(statement, stated) for statement in Statement)
    return [table for table in tables if table.rows]


def by_concept_and_year(facts: Sequence[Fact]) -> Stated:
    """Annual figures only, for each concept and fiscal year the best source first."""
    years = fiscal_years(facts)
    stated: Stated = {}
    for fact in facts:
        year = _year(fact, years)
        if fact.concept in concepts() and year:
            stated.setdefault((fact.concept, year), []).append(fact)
    for sources in stated.values():
        sources.sort(key=lambda fact: (fact.page, fact.table_id, fact.row, fact.column))
        sources.sort(key=lambda fact: recency(fact.version.document), reverse=True)
    return stated


def fiscal_years(facts: Iterable[Fact]) -> dict[date, int]:
    """The days on which fiscal years end, with the year as most annual filings label it."""
    labels: dict[date, Counter[int]] = {}
    for fact in facts:
        if fact.period_end and _is_annual(fact):
            labels.setdefault(fact.period_end, Counter())[fact.label_year or fact.period_end.year] += 1
    return {end: counted.most_common(1)[0][0] for end, counted in labels.items()}


def _is_annual(fact: Fact) -> bool:
    """Twelve months, or an instant, in a filing about a whole year: a quarterly one may state twelve months to June."""
    document = fact.version.document
    interim = document.report_type == Form.TEN_Q or document.fiscal_period in INTERIM
    return not interim and (fact.months == 12 or _is_instant(fact))


def _is_instant(fact: Fact) -> bool:
    return fact.months is None and fact.statement == Statement.BALANCE


def _year(fact: Fact, years: dict[date, int]) -> int | None:
    """The fiscal year that the figure belongs to, None for other periods; interim filings repeat year-end balances."""
    if fact.period_end and (_is_annual(fact) or _is_instant(fact)):
        return years.get(fact.period_end)
    return fact.label_year if _is_annual(fact) else None


def recency(document: Document) -> tuple[date, date, int]:
    """How late a filing is: by the end of its period, then by its date, then by when it was uploaded."""
    return document.period_end or date(document.fiscal_year or 1, 1, 1), document.filed or date.min, document.pk or 0


def year_table(statement: Statement, stated: Stated) -> YearTable:
    wanted = {key: concept for key, concept in concepts().items() if concept.statement == statement}
    own = {place: sources for place, sources in stated.items() if place[0] in wanted}
    years = tuple(sorted({year for _, year in own}, reverse=True))
    winners = [sources[0] for sources in own.values()]
    units = units_of(_of_newest(winners))
    held = {key for key, _ in own}
    rows = tuple(_row(concept, years, own, units) for key, concept in wanted.items() if key in held)
    return YearTable(statement, units_in_words(units, winners), years, rows)


def _of_newest(winners: Sequence[Fact]) -> list[Fact]:
    """The figures of the latest filing, in whose scale all years are shown."""
    newest = max((recency(fact.version.document) for fact in winners), default=None)
    return [fact for fact in winners if recency(fact.version.document) == newest]


def _row(concept: Concept, years: tuple[int, ...], stated: Stated, units: Units) -> YearRow:
    sources = [stated.get((concept.key, year), []) for year in years]
    winners = [found[0] if found else None for found in sources]
    digits = max((places(fact, units) for fact in winners if fact and fact.scale == units.scale(fact.unit)), default=0)
    cells = (
        _cell(winner, units, digits, _earlier(found, units)) if winner else None
        for winner, found in zip(winners, sources, strict=True)
    )
    return YearRow(concept, units.of(concept.unit), tuple(cells))


def _cell(fact: Fact, units: Units, digits: int, earlier: str) -> Cell:
    """A filing in thousands beside one in millions is rounded, so that columns align; never down to nothing."""
    value, exact = units.value(fact), text(fact, units)
    rounded = text(fact, units, digits) if round(value, digits) else exact
    return Cell(fact, value, rounded, exact, earlier)


def _earlier(sources: Sequence[Fact], units: Units) -> str:
    """What earlier filings stated instead of the first of `sources`, newest first."""
    winner, *others = sources
    first_of = {fact.version_id: fact for fact in reversed(others) if fact.version_id != winner.version_id}
    different = [fact for fact in others if first_of.get(fact.version_id) is fact and differs(winner, fact)]
    return "; ".join(f"{text(fact, units)} in {fact.version.document}" for fact in different)


def differs(winner: Fact, other: Fact) -> bool:
    """Beyond rounding, and not by sign alone: costs stand in parentheses in one filing and without them in the next."""
    step = CENT if winner.unit == Unit.PER_SHARE else max(winner.scale, other.scale) / 2
    return abs(abs(winner.value) - abs(other.value)) > step
