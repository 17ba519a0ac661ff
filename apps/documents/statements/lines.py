"""The lines of a statement and the item that each one is: by its label, its zone, or its place when it has no label."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

from apps.documents.statements.grid import Grid, Row
from apps.documents.statements.ontology import Statement, Zone, concept_of
from apps.documents.statements.recognise import Located, StatementTables
from apps.documents.statements.zones import own_label, zones_of

IMPLIED = 50  # the rank of an item that is known by its place alone: any label wins over it
UNKNOWN = 99
CURRENT_TOTALS = {Zone.CURRENT_ASSETS: "current_assets", Zone.CURRENT_LIABILITIES: "current_liabilities"}
TWINS = {"total_equity": "equity_parent"}


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a statement. rank: how well the label matched (0 is best)."""

    part: Located
    grid: Grid
    row: Row
    zone: Zone | None = None
    concept: str | None = None
    rank: int = UNKNOWN

    @property
    def figures(self) -> tuple[Decimal, ...]:
        return tuple(figure.amount.value for _, figure in sorted(self.row.figures.items()))


def lines_of(found: StatementTables) -> list[Line]:
    """Every row of the statement in reading order; each concept is kept by one row alone."""
    bare = [Line(part, grid, row) for part in found.parts for grid in [Grid(part.table)] for row in grid.rows]
    balance = found.statement is Statement.BALANCE
    zones = zones_of([line.row for line in bare]) if balance else [None] * len(bare)
    lines = [_named(replace(line, zone=zone), found.statement) for line, zone in zip(bare, zones, strict=True)]
    return _one_line_per_concept(_with_places(lines, found.statement))


def _named(line: Line, statement: Statement) -> Line:
    concept = concept_of(own_label(line.row.label), statement, line.zone) if line.row.label else None
    return replace(line, concept=concept[0], rank=concept[1]) if concept and line.row.figures else line


def _with_places(lines: list[Line], statement: Statement) -> list[Line]:
    """Totals without a label, told by what they add up to, what they equal, or what they follow."""
    implied: dict[int, str] = {}
    if statement is Statement.BALANCE:
        implied = _current_totals(lines) | _grand_totals(lines)
    elif statement is Statement.CASH_FLOW:
        implied = _closing_cash(lines)
    return [
        replace(line, concept=implied[place], rank=IMPLIED) if place in implied else line
        for place, line in enumerate(lines)
    ]


def _unlabelled(line: Line) -> bool:
    return not line.row.label and bool(line.row.figures)


def _current_totals(lines: Sequence[Line]) -> dict[int, str]:
    """An unlabelled line that ends the current items and is their sum in every column."""
    implied = {}
    for place, line in enumerate(lines):
        if _unlabelled(line) and line.zone in CURRENT_TOTALS:
            above = [other for other in lines[:place] if other.zone is line.zone and other.row.figures]
            if above and all(_sum(above, column) == figure.amount.value for column, figure in line.row.figures.items()):
                implied[place] = CURRENT_TOTALS[line.zone]
    return implied


def _sum(lines: Sequence[Line], column: int) -> Decimal:
    return sum((line.row.figures[column].amount.value for line in lines if column in line.row.figures), Decimal(0))


def _grand_totals(lines: Sequence[Line]) -> dict[int, str]:
    """The last line of figures and the one above that equals it are the two sides of the sheet."""
    places = [place for place, line in enumerate(lines) if line.row.figures]
    if not places or not any(lines[places[-1]].figures):
        return {}
    last = places[-1]
    twin = next((place for place in places[:-1] if lines[place].figures == lines[last].figures), None)
    pair = {} if twin is None else {twin: "total_assets", last: "liabilities_and_equity"}
    return {place: concept for place, concept in pair.items() if _unlabelled(lines[place])}


def _closing_cash(lines: Sequence[Line]) -> dict[int, str]:
    """The unlabelled line right below cash at the beginning."""
    figured = [place for place, line in enumerate(lines) if line.row.figures]
    pairs = pairwise(figured)
    return {
        below: "cash_end"
        for above, below in pairs
        if lines[above].concept == "cash_beginning" and _unlabelled(lines[below])
    }


def _one_line_per_concept(lines: list[Line]) -> list[Line]:
    """Where several lines match one concept, the best match (then the first) keeps it.

    "Total shareholders' equity" beside "Total equity" is the parent's.
    """
    best: dict[str, tuple[int, int]] = {}
    for place, line in enumerate(lines):
        if line.concept:
            best[line.concept] = min(best.get(line.concept, (line.rank, place)), (line.rank, place))
    return [
        line if not line.concept or best[line.concept] == (line.rank, place) else _loser(line, best)
        for place, line in enumerate(lines)
    ]


def _loser(line: Line, taken: dict[str, tuple[int, int]]) -> Line:
    twin = TWINS.get(line.concept or "")
    if twin and twin not in taken:
        taken[twin] = (line.rank, -1)
        return replace(line, concept=twin)
    return replace(line, concept=None, rank=UNKNOWN)
