"""A company's statements over the years: concepts by fiscal years, from all of its filings that a reader may see.

Where several filings state one figure, the latest filing wins; that an earlier one said otherwise is kept beside it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from apps.documents.fact_choice import in_order, recency
from apps.documents.fact_grid import Row, Shown, arrange
from apps.documents.fiscal_years import annual
from apps.documents.models import Fact
from apps.documents.printed_figures import Units, places, text, units_in_words, units_of
from apps.documents.statement_sheets import TITLES
from apps.statements.ontology import Concept, Statement, Unit, concepts
from apps.statements.spent import SPENT

CENT = Decimal("0.005")  # half of what amounts per share are rounded to


@dataclass(frozen=True, slots=True)
class Other(Shown):
    """What another filing states for a figure, at the table's scale."""

    differs: bool


@dataclass(frozen=True, slots=True)
class Cell(Shown):
    """The figure that stands for a year: `value` exactly, `text` rounded to the table's scale.

    others: what each other filing states for it, the latest first.
    """

    value: Decimal
    exact: str
    others: tuple[Other, ...] = ()

    @property
    def earlier(self) -> str:
        """What earlier filings stated instead, or empty."""
        different = (other for other in self.others if other.differs)
        return "; ".join(f"{other.text} in {other.fact.version.document}" for other in different)


@dataclass(frozen=True, slots=True)
class YearRow:
    """One concept: a cell for every year of its table, and the change in the newest as a part of the year before.

    change: None where either year is missing, or the year before is nil or of the other sign.
    """

    concept: Concept
    unit: str
    cells: tuple[Cell | None, ...]
    change: Decimal | None


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


Stated = Sequence[tuple[str, int, Fact]]


def year_tables(facts: Iterable[Fact]) -> list[YearTable]:
    """The tables of all statements that have annual figures, all with the same years.

    Facts need `version` and its `document` loaded.
    """
    known = concepts()
    stated = [(fact.concept, year, fact) for fact, year in annual(in_order(facts)) if fact.concept in known]
    years = tuple(sorted({year for _, year, _ in stated}, reverse=True))
    tables = (year_table(statement, stated, years) for statement in Statement)
    return [table for table in tables if table.rows]


def year_table(statement: Statement, stated: Stated, years: tuple[int, ...]) -> YearTable:
    """One statement; `stated` holds concept, fiscal year and fact, the best source of each figure first."""
    wanted = [key for key, concept in concepts().items() if concept.statement == statement]
    own = set(wanted)
    grid = arrange((place for place in stated if place[0] in own), columns=years, rows=wanted)
    winners = [place[0] for row in grid.rows for place in row.places if place]
    units = units_of(_of_newest(winners))
    rows = tuple(_row(row, years, units) for row in grid.rows)
    return YearTable(statement, units_in_words(units, winners), years, rows)


def _of_newest(winners: Sequence[Fact]) -> list[Fact]:
    """The figures of the latest filing, in whose scale all years are shown."""
    newest = max((recency(fact.version.document) for fact in winners), default=None)
    return [fact for fact in winners if recency(fact.version.document) == newest]


def _row(row: Row[str], years: Sequence[int], units: Units) -> YearRow:
    concept = concepts()[row.key]
    scaled = [place[0] for place in row.places if place and place[0].scale == units.scale(place[0].unit)]
    digits = max((places(fact, units) for fact in scaled), default=0)
    cells = tuple(_cell(place, units, digits) if place else None for place in row.places)
    return YearRow(concept, units.of(concept.unit), cells, changes(years, cells)[0] if years else None)


def _cell(stated: Sequence[Fact], units: Units, digits: int) -> Cell:
    """A filing in thousands beside one in millions is rounded, so that columns align; never down to nothing."""
    winner, *others = stated
    value, exact = units.value(winner), text(winner, units)
    rounded = text(winner, units, digits) if round(value, digits) else exact
    elsewhere = of_other_filings(winner, others)
    stated_there = tuple(Other(fact, text(fact, units), differs(winner, fact)) for fact in elsewhere)
    return Cell(winner, rounded, value, exact, stated_there)


def changes(years: Sequence[int], cells: Sequence[Cell | None]) -> list[Decimal | None]:
    """For each year the change against the year before it, as a part of that; None for the last and for gaps."""
    pairs = zip(years, cells, [*years[1:], 0], [*cells[1:], None], strict=True)
    return [_change(cell, before) if year - prior == 1 else None for year, cell, prior, before in pairs]


def _change(cell: Cell | None, before: Cell | None) -> Decimal | None:
    """Of figures in one currency and of one sign: a loss that grows falls, an amount spent that grows rises."""
    if not (cell and before):
        return None
    new, old = _meant(cell.fact), _meant(before.fact)
    currencies = {cell.fact.currency, before.fact.currency} - {""}  # few rows print one
    comparable = old and new * old >= 0 and len(currencies) < 2
    return (new - old) / abs(old) if comparable else None


def _meant(fact: Fact) -> Decimal:
    """Costs stand in parentheses in one filing and without them in the next: of amounts spent the amount counts."""
    return abs(fact.value) if fact.concept in SPENT else fact.value


def of_other_filings(winner: Fact, others: Iterable[Fact]) -> list[Fact]:
    """The best statement of each other filing, in the order given."""
    first_of: dict[int, Fact] = {}
    for fact in others:
        if fact.version_id != winner.version_id:
            first_of.setdefault(fact.version_id, fact)
    return list(first_of.values())


def differs(winner: Fact, other: Fact) -> bool:
    """Beyond rounding, and not by sign alone: costs stand in parentheses in one filing and without them in the next."""
    step = CENT if winner.unit == Unit.PER_SHARE else max(winner.scale, other.scale) / 2
    return abs(abs(winner.value) - abs(other.value)) > step
