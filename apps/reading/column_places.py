"""Where the columns of a table stand on the page, and whether those of another stand in the same places."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from apps.reading.parsed import Cell, ParsedTable

NEAR = 6.0  # points: about two thirds of a letter's height
FARTHEST_SHIFT = 40.0  # points: pages of a bound report are set off to either side
CLOSING = re.compile(r"[)%*]+$")
HANGING = 0.35  # of the height of the cell, for each sign that hangs beyond the digits


@dataclass(frozen=True, slots=True)
class Place:
    """Left and right edge of a typical cell of one column, in points."""

    left: float
    right: float


def matching_columns(table: ParsedTable, before: ParsedTable, first: ParsedTable) -> dict[int, int] | None:
    """For each column of `table` that of the first part, of which `before` is the last; None where they do not agree.

    Without geometry equal numbers of columns must do.
    """
    places, own = column_places(first) | column_places(before), column_places(table)
    if not places or not own:
        same = table.columns == first.columns and not places and not own
        return {column: column for column in range(table.columns)} if same else None
    for shift in _shifts(own, places):
        found = {column: _nearest(place, shift, places) for column, place in own.items()}
        matched = [column for column in found.values() if column is not None]
        if len(matched) == len(found) and matched == sorted(set(matched)):
            return _completed(table, {column: match for column, match in found.items() if match is not None})
    return None


def _completed(table: ParsedTable, found: dict[int, int]) -> dict[int, int]:
    """Labels keep to column 0; empty columns of the table never move a cell."""
    return {column: found.get(column, 0) for column in range(table.columns)}


def _shifts(own: dict[int, Place], places: dict[int, Place]) -> Iterator[float]:
    """No shift, then that of the last column, when more than one must agree."""
    yield 0.0
    shift = places[max(places)].right - own[max(own)].right
    if len(own) > 1 and NEAR < abs(shift) < FARTHEST_SHIFT:
        yield shift


def _nearest(place: Place, shift: float, places: dict[int, Place]) -> int | None:
    apart = {
        column: min(abs(other.right - place.right - shift), abs(other.left - place.left - shift))
        for column, other in places.items()
    }
    best = min(apart, key=lambda column: apart[column])
    return best if apart[best] <= NEAR else None


def column_places(table: ParsedTable) -> dict[int, Place]:
    """The place of each column beside the labels that has cells in the body."""
    cells: dict[int, list[Cell]] = {}
    for cell in table.cells:
        if cell.column and cell.box and cell.row >= table.header_rows and cell.column_span == 1:
            cells.setdefault(cell.column, []).append(cell)
    return {column: _place(members) for column, members in sorted(cells.items())}


def _place(cells: list[Cell]) -> Place:
    return Place(median(cell.box[0] for cell in cells if cell.box), median(_edge(cell) for cell in cells))


def _edge(cell: Cell) -> float:
    """Where the digits end; signs hang beyond."""
    if cell.box is None:
        return 0.0
    signs = CLOSING.search(cell.text)
    height = (cell.box[3] - cell.box[1]) / (1 + cell.text.count("\n"))
    return cell.box[2] - HANGING * height * (len(signs[0]) if signs else 0)
