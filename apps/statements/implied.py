"""Totals that stand without a label, told by what they add up to, what they equal, or what they follow."""

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Protocol

from apps.statements.grid import Row
from apps.statements.labels import normal_label
from apps.statements.ontology import Statement, Zone

CURRENT_TOTALS = {Zone.CURRENT_ASSETS: "current_assets", Zone.CURRENT_LIABILITIES: "current_liabilities"}
INCOME_TOTALS = (
    (re.compile(r"(?:net |operating )*(?:revenues?|sales)"), "revenue"),
    (re.compile(r"(?:operating )?expenses"), "operating_expenses"),
    (re.compile(r"(?:operating )?costs?(?: and expenses)?"), "costs_and_expenses"),
)


class Line(Protocol):
    """What is known of a row so far."""

    @property
    def row(self) -> Row: ...
    @property
    def zone(self) -> Zone | None: ...
    @property
    def concept(self) -> str | None: ...


def implied_totals(lines: Sequence[Line], statement: Statement) -> dict[int, str]:
    """The concept of each unlabelled total, by its place among the lines."""
    if statement is Statement.BALANCE:
        return _current_totals(lines) | _grand_totals(lines)
    return _closing_cash(lines) if statement is Statement.CASH_FLOW else _income_totals(lines)


def _unlabelled(line: Line) -> bool:
    return not line.row.label and bool(line.row.figures)


def _adds_up(total: Row, parts: Sequence[Row]) -> bool:
    """Whether the parts, where there are any, add up to the total in every column."""
    return bool(parts) and all(_sum(parts, column) == figure.amount.value for column, figure in total.figures.items())


def _sum(rows: Sequence[Row], column: int) -> Decimal:
    return sum((row.figures[column].amount.value for row in rows if column in row.figures), Decimal(0))


def _values(row: Row) -> tuple[Decimal, ...]:
    return tuple(figure.amount.value for _, figure in sorted(row.figures.items()))


def _current_totals(lines: Sequence[Line]) -> dict[int, str]:
    """An unlabelled line that ends the current items and is their sum."""
    implied = {}
    for place, line in enumerate(lines):
        if _unlabelled(line) and line.zone in CURRENT_TOTALS:
            above = [other.row for other in lines[:place] if other.zone is line.zone and other.row.figures]
            if _adds_up(line.row, above):
                implied[place] = CURRENT_TOTALS[line.zone]
    return implied


def _grand_totals(lines: Sequence[Line]) -> dict[int, str]:
    """The last line of figures and the one above that equals it are the two sides of the sheet."""
    places = [place for place, line in enumerate(lines) if line.row.figures]
    if not places or not any(_values(lines[places[-1]].row)):
        return {}
    last = places[-1]
    twin = next((place for place in places[:-1] if _values(lines[place].row) == _values(lines[last].row)), None)
    pair = {} if twin is None else {twin: "total_assets", last: "liabilities_and_equity"}
    return {place: concept for place, concept in pair.items() if _unlabelled(lines[place])}


def _closing_cash(lines: Sequence[Line]) -> dict[int, str]:
    """The unlabelled line right below cash at the beginning."""
    figured = [place for place, line in enumerate(lines) if line.row.figures]
    return {
        below: "cash_end"
        for above, below in pairwise(figured)
        if lines[above].concept == "cash_beginning" and _unlabelled(lines[below])
    }


def _income_totals(lines: Sequence[Line]) -> dict[int, str]:
    """Unlabelled sums below the headings for revenues and expenses; of several (gross, then net) the last."""
    last: dict[str, int] = {}
    concept, parts = None, list[Row]()
    for place, line in enumerate(lines):
        if line.row.label and not line.row.figures:
            normal = normal_label(line.row.label)
            concept = next((key for pattern, key in INCOME_TOTALS if pattern.fullmatch(normal)), None)
            parts = []
        elif concept and _unlabelled(line) and _adds_up(line.row, parts):
            last[concept] = place
            parts = [line.row]
        elif line.row.figures:
            parts.append(line.row)
    return {place: concept for concept, place in last.items()}
