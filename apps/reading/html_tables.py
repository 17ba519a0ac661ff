"""Tables of HTML filings, collapsed to what a reader sees.

EDGAR sets one figure in three cells ("$", digits, ")") between spacer columns, and the spans differ from row to
row. Here the signs are folded into the figure, and columns are what the figures of all rows share.
"""

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace

from apps.reading.grids import header_rows, is_number
from apps.reading.pages import Grid, GridCell

OPENING = re.compile(r"[$€£¥(]+|US\$|C\$|\$\s*\(")
CLOSING = re.compile(r"[)%]+|\)\s*%|%\s*\)|(?:pts?|bps|x)\.?|\(\w{1,2}\)|\*+|[†‡]", re.I)
FIGURE_OR_MARK = re.compile(r"\(\d{1,2}\)")  # minus two, or the second footnote
MOST_CELLS = 200_000
MOST_SPAN = 1000


@dataclass(frozen=True, slots=True)
class Placed:
    """A cell on the raw grid: columns [left, right) of row `row`."""

    text: str
    row: int
    left: int
    right: int
    rows: int = 1
    header: bool = False


def place(rows: Iterable[Sequence[tuple[str, int, int, bool]]]) -> list[list[Placed]]:
    """Rows of (text, column span, row span, is header) laid out as a browser does; empty cells are left out."""
    taken: dict[int, int] = {}  # column -> first row in which it is free again
    placed: list[list[Placed]] = []
    for number, row in enumerate(rows):
        line, column = [], 0
        for text, width, height, header in row:
            width, height = max(1, min(width, MOST_SPAN)), max(1, min(height, MOST_SPAN))
            while taken.get(column, 0) > number:
                column += 1
            if height > 1:
                taken.update(dict.fromkeys(range(column, column + width), number + height))
            if text:
                line.append(Placed(text, number, column, column + width, height, header))
            column += width
        placed.append(line)
    return placed


def fold(line: Sequence[Placed], edges: Set[int] = frozenset()) -> list[Placed]:
    """Signs joined to their figures: "$" and "(" to the right, ")", "%" and footnote marks to the left.

    edges: where figures of the table begin and end, see `figure_edges`; what stands there is no footnote mark.
    """
    folded: list[Placed] = []
    for cell in line:
        last = folded[-1] if folded else None
        marks = CLOSING.fullmatch(cell.text) and not _is_figure(cell, edges)
        if last and (OPENING.fullmatch(last.text) or (marks and _takes(last, cell))):
            folded[-1] = replace(last, text=last.text + cell.text, right=cell.right)
        else:
            folded.append(cell)
    return folded


def figure_edges(lines: Iterable[Sequence[Placed]]) -> frozenset[int]:
    """Left and right borders, as 2 * column and 2 * column + 1, of the figures that can be nothing else."""
    figures = (
        cell for line in lines for cell in line[1:] if is_number(cell.text) and not FIGURE_OR_MARK.fullmatch(cell.text)
    )
    return frozenset(edge for cell in figures for edge in _edges(cell))


def _edges(cell: Placed) -> tuple[int, int]:
    return 2 * cell.left, 2 * cell.right + 1


def _is_figure(cell: Placed, edges: Set[int]) -> bool:
    """Whether "(2)" stands where other rows have their figures."""
    return bool(FIGURE_OR_MARK.fullmatch(cell.text)) and not edges.isdisjoint(_edges(cell))


def _takes(last: Placed, mark: Placed) -> bool:
    """A closing mark stands right behind its figure; a footnote mark may follow a label too."""
    return mark.left - last.right <= 1 and (is_number(last.text + mark.text) or is_number(last.text))


def collapse(rows: Iterable[Sequence[tuple[str, int, int, bool]]]) -> Grid:
    """The grid that a reader sees: no empty rows or columns, signs with their figures."""
    return settle(place(rows))


def settle(placed: Iterable[Sequence[Placed]]) -> Grid:
    """The grid behind cells that were placed on finer columns, be it spacer columns or the characters of a line."""
    rows = list(placed)
    edges = figure_edges(rows)
    lines = [line for line in (fold(line, edges) for line in rows) if line]
    borders = _columns(lines)
    cells = [cell for number, line in enumerate(lines) for cell in _settled(line, number, borders)]
    marked = _marked_header(lines)
    height = len(lines)
    return Grid(tuple(cells), height, len(borders), marked if marked else header_rows(cells, height))


def _columns(lines: Sequence[Sequence[Placed]]) -> list[tuple[int, int]]:
    """Columns as intervals of the raw grid: what figures and the labels before them cover, then what text is left."""
    figured = [line for line in lines if any(is_number(cell.text) for cell in line[1:])]
    sure = [cell for line in figured for cell in line if is_number(cell.text)]
    sure += [line[0] for line in figured if not is_number(line[0].text)]
    columns = _united((cell.left, cell.right) for cell in sure)
    rest = sorted((cell for line in lines for cell in line), key=lambda cell: cell.right - cell.left)
    for cell in rest:
        if not any(cell.left < right and left < cell.right for left, right in columns):
            columns.append((cell.left, cell.right))
    return sorted(columns)


def _united(intervals: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    united: list[tuple[int, int]] = []
    for left, right in sorted(intervals):
        if united and left < united[-1][1]:
            united[-1] = (united[-1][0], max(right, united[-1][1]))
        else:
            united.append((left, right))
    return united


def _settled(line: Sequence[Placed], row: int, columns: Sequence[tuple[int, int]]) -> list[GridCell]:
    """The cells of one row on the final columns; two that fall on one column become one cell."""
    settled: list[GridCell] = []
    for cell in line:
        covered = [i for i, (left, right) in enumerate(columns) if cell.left < right and left < cell.right]
        first, span = covered[0], len(covered)
        if settled and first < settled[-1].column + settled[-1].column_span:
            if first == settled[-1].column:
                settled[-1] = replace(settled[-1], text=f"{settled[-1].text} {cell.text}")
                continue
            settled[-1] = replace(settled[-1], column_span=first - settled[-1].column)
        settled.append(GridCell(cell.text, row, first, 1, span))
    return settled


def _marked_header(lines: Sequence[Sequence[Placed]]) -> int:
    """Rows at the top made of <th> only."""
    count = 0
    for line in lines:
        if not all(cell.header for cell in line):
            break
        count += 1
    return count if count < len(lines) else 0
