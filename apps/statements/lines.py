"""The lines of a statement and the item that each one is: by its label, its zone, or its place when it has no label."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from apps.statements.grid import SET_IN, Grid, Row
from apps.statements.implied import implied_totals
from apps.statements.labels import normal_label
from apps.statements.ontology import Statement, Unit, Zone, concept_of, concepts
from apps.statements.per_share import Section, is_basis, item_of, sections_of
from apps.statements.recognise import Located, StatementTables
from apps.statements.values.units import counts_shares, is_per_share, is_percentage
from apps.statements.zones import own_label, zones_of

IMPLIED = 50  # the rank of an item that is known by its place alone: any label wins over it
UNKNOWN = 99
NO_SECTION = Section()
TOTAL = re.compile(r"\btotal\b")
NET = re.compile(r"\bnet\b", re.IGNORECASE)
Claim = tuple[int, bool, int]
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
    section: Section = NO_SECTION

    @property
    def per_share(self) -> bool:
        """Whether the heading above says that the line counts money per share."""
        return self.section.per_share and not counts_shares(self.row.label)

    @property
    def counts_shares(self) -> bool:
        """Whether it says "Basic" or "Diluted" below a heading on counts of shares."""
        return self.section.shares and is_basis(self.row.label)


def lines_of(found: StatementTables) -> list[Line]:
    """Every row of the statement in reading order; each concept is kept by one row alone."""
    bare = [Line(part, grid, row) for part in found.parts for grid in [Grid(part.table)] for row in grid.rows]
    lines = _one_line_per_concept(_with_implied(_placed(bare, found.statement), found.statement))
    return _all_the_parents(lines)


def _placed(lines: list[Line], statement: Statement) -> list[Line]:
    """The lines with their zone or section, named by their labels."""
    rows = [line.row for line in lines]
    if statement is Statement.BALANCE:
        pairs = zip(lines, zones_of(rows), strict=True)
        return _without_their_parts([_named(replace(line, zone=zone), statement) for line, zone in pairs])
    if statement is Statement.INCOME:
        placed = zip(lines, sections_of(rows), strict=True)
        return [_named(replace(line, section=section), statement) for line, section in placed]
    return [_named(line, statement) for line in lines]


def _named(line: Line, statement: Statement) -> Line:
    if not line.row.label or not line.row.figures or is_percentage(line.row.label):
        return line
    if item := item_of(line.row.label, line.section):
        return replace(line, concept=item, rank=0)
    concept = concept_of(own_label(line.row.label), statement, line.zone)
    per_share = line.per_share or is_per_share(line.row.label)
    if concept is None or (per_share and concepts()[concept[0]].unit is Unit.MONEY):
        return line
    return replace(line, concept=concept[0], rank=concept[1])


def _with_implied(lines: list[Line], statement: Statement) -> list[Line]:
    implied = implied_totals(lines, statement)
    return [
        replace(line, concept=implied[place], rank=IMPLIED) if place in implied else line
        for place, line in enumerate(lines)
    ]


def _one_line_per_concept(lines: list[Line]) -> list[Line]:
    """Where several lines match one concept, the best match (then a net amount, then the first) keeps it.

    Lines of other names that match as well are parts of a sum that is not printed ("Cost of products" above "Cost of
    services"): none of them is the item. "Total shareholders' equity" beside "Total equity" is the parent's.
    """
    best: dict[str, Claim] = {}
    for place, line in enumerate(lines):
        if line.concept:
            claim = _claim(line, place)
            best[line.concept] = min(best.get(line.concept, claim), claim)
    whole = [_without_parts(line, lines, best) for line in lines]
    return [
        line if not line.concept or best[line.concept] == _claim(line, place) else _loser(line, best)
        for place, line in enumerate(whole)
    ]


def _without_parts(line: Line, lines: Sequence[Line], best: dict[str, Claim]) -> Line:
    """The line without its concept when others of other names have as good a claim to it."""
    if not line.concept or line.concept in TWINS or concepts()[line.concept].unit is not Unit.MONEY:
        return line
    claim = best[line.concept][:2]
    equals = (other for other in lines if other.concept == line.concept and _claim(other, 0)[:2] == claim)
    names = {normal_label(own_label(other.row.label)) for other in equals}
    return replace(line, concept=None, rank=UNKNOWN) if len(names) > 1 else line


def _claim(line: Line, place: int) -> Claim:
    """The lower, the better. On a balance sheet the gross amount may stand above the net one, under the same name."""
    gross = line.zone is not None and not NET.search(own_label(line.row.label))
    return line.rank, gross, place


def _loser(line: Line, taken: dict[str, Claim]) -> Line:
    twin = TWINS.get(line.concept or "")
    if twin and twin not in taken:
        taken[twin] = (line.rank, False, -1)
        return replace(line, concept=twin)
    return replace(line, concept=None, rank=UNKNOWN)


def _without_their_parts(lines: list[Line]) -> list[Line]:
    """The lines of a balance sheet; one set in below a heading that names its item is a part of it, unless a total."""
    whole: list[Line] = []
    heading: Line | None = None
    for line in lines:
        if heading and line.row.label and line.row.indent < heading.row.indent + SET_IN:
            heading = None
        part = heading is not None and _is_part(line, heading)
        whole.append(replace(line, concept=None, rank=UNKNOWN) if part else line)
        if line.row.label and not line.row.figures:
            heading = line
    return whole


def _is_part(line: Line, heading: Line) -> bool:
    """Whether the heading names the item of a line that has a name of its own."""
    own, above = normal_label(own_label(line.row.label)), normal_label(heading.row.label)
    goes_on = line.row.label.startswith(heading.row.label)
    if line.concept is None or goes_on or own == above or TOTAL.search(own):
        return False
    named = concept_of(heading.row.label, Statement.BALANCE, line.zone)
    return named is not None and named[0] == line.concept


def _all_the_parents(lines: list[Line]) -> list[Line]:
    """Where nobody else has a share in the income, and no other line names it, the parent's is the net income."""
    taken = {line.concept for line in lines}
    if "net_income_common" not in taken or taken & {"net_income", "net_income_noncontrolling"}:
        return lines
    return [replace(line, concept="net_income") if line.concept == "net_income_common" else line for line in lines]
