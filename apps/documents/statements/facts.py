"""Cells of the primary statements as typed facts (beyond 1)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from apps.documents.figures.periods import Period, resolve
from apps.documents.figures.units import Units, counts_shares, is_per_share, parse_units
from apps.documents.parsing.parsed import Cell
from apps.documents.statements.grid import Grid, Row
from apps.documents.statements.ontology import Statement, Unit, Zone, concept_of, concepts
from apps.documents.statements.recognise import Located, StatementTables

ZONE_ENDS = {
    "current_assets": Zone.OTHER_ASSETS,
    "total_assets": Zone.CURRENT_LIABILITIES,
    "current_liabilities": Zone.OTHER_LIABILITIES,
    "total_liabilities": Zone.EQUITY,
}


@dataclass(frozen=True, slots=True)
class StatementFact:
    """One number of a statement.

    value: in whole units (dollars, shares, dollars per share), sign as printed. `concept` None: a line that the
    ontology does not know. rank: how well the label matched (0 is best). page, table, row, column: the cell.
    """

    statement: Statement
    concept: str | None
    rank: int
    label: str
    period: Period
    value: Decimal
    unit: Unit
    currency: str
    scale: Decimal
    page: int
    table: int
    row: int
    column: int
    cell: Cell
    nil: bool


def facts_of(found: StatementTables, fiscal_year: int | None, period_end: date | None) -> list[StatementFact]:
    """Every number of the statement whose column has a period, in reading order."""
    zone = Zone.CURRENT_ASSETS if _classified(found) else None
    facts: list[StatementFact] = []
    periods: dict[int, Period] = {}
    units = Units()
    for part in found.parts:
        grid = Grid(part.table)
        periods = _periods(grid, found.statement, fiscal_year, period_end) or periods
        units = _units(part) if _units(part).declared else units
        for row in grid.rows:
            concept = concept_of(row.label, found.statement, zone) if row.label else None
            facts += _row_facts(found.statement, part, row, concept, periods, units)
            if zone and concept and row.figures:
                zone = ZONE_ENDS.get(concept[0], zone)
    return _one_row_per_concept(facts)


def _classified(found: StatementTables) -> bool:
    """True for a balance sheet that totals current assets: only then do zones mean anything."""
    if found.statement is not Statement.BALANCE:
        return False
    rows = (row for part in found.parts for row in Grid(part.table).rows if row.figures)
    return any(concept_of(row.label, Statement.BALANCE) == ("current_assets", 0) for row in rows)


def _periods(grid: Grid, statement: Statement, fiscal_year: int | None, period_end: date | None) -> dict[int, Period]:
    return {
        column: resolve(period, statement.period_kind, fiscal_year, period_end)
        for column, period in grid.periods.items()
        if column > 0
    }


def _units(part: Located) -> Units:
    """The units of the table itself, else of its caption."""
    own = parse_units(part.table.units)
    return own if own.declared else parse_units(part.table.caption)


def _row_facts(
    statement: Statement,
    part: Located,
    row: Row,
    concept: tuple[str, int] | None,
    periods: dict[int, Period],
    units: Units,
) -> Iterator[StatementFact]:
    unit = _unit(row, concept)
    scale = _scale(unit, units, row)
    for column, figure in row.figures.items():
        if column not in periods or figure.amount.percent:
            continue
        yield StatementFact(
            statement=statement,
            concept=concept[0] if concept else None,
            rank=concept[1] if concept else 99,
            label=row.label,
            period=periods[column],
            value=figure.amount.value * scale,
            unit=unit,
            currency=figure.amount.currency or units.currency,
            scale=scale,
            page=part.page.number,
            table=part.index,
            row=row.index,
            column=column,
            cell=figure.cell,
            nil=figure.amount.nil,
        )


def _unit(row: Row, concept: tuple[str, int] | None) -> Unit:
    """A known item has the unit of its concept; of other rows the label tells."""
    if concept:
        return concepts()[concept[0]].unit
    if counts_shares(row.label) and not _money(row):
        return Unit.SHARES
    return Unit.PER_SHARE if is_per_share(row.label) else Unit.MONEY


def _money(row: Row) -> bool:
    return any(figure.amount.currency for figure in row.figures.values())


def _scale(unit: Unit, units: Units, row: Row) -> Decimal:
    if unit in {Unit.PER_SHARE, Unit.PERCENT}:
        return Decimal(1)
    if unit is Unit.SHARES:
        own = parse_units(row.label)
        return own.scale if own.declared else _share_scale(units, row)
    return units.scale


def _share_scale(units: Units, row: Row) -> Decimal:
    """Declared, else guessed from size: counts printed in full have nine digits, scaled ones far fewer."""
    if units.share_scale is not None:
        return units.share_scale
    largest = max((abs(figure.amount.value) for figure in row.figures.values()), default=Decimal(0))
    return Decimal(1) if largest >= 1_000_000 else units.scale


def _one_row_per_concept(facts: list[StatementFact]) -> list[StatementFact]:
    """Where several rows match one concept, the best-matching row (then a total, then the first) keeps it."""
    best: dict[str, tuple[int, int, int, int]] = {}
    for fact in facts:
        if fact.concept:
            key = (fact.rank, fact.page, fact.table, fact.row)
            best[fact.concept] = min(best.get(fact.concept, key), key)
    return [
        fact if not fact.concept or best[fact.concept][1:] == (fact.page, fact.table, fact.row) else _unnamed(fact)
        for fact in facts
    ]


def _unnamed(fact: StatementFact) -> StatementFact:
    return replace(fact, concept=None, rank=99)
