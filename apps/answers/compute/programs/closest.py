"""Tables that come closest to a question for figures which nothing answers: those that the likeliest programs read.

No figure is taken from them: each is shown as it stands, with the lines that would be read first.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import inf
from textwrap import shorten

from apps.answers.compute.grids import Line, ReadTable
from apps.answers.compute.listing import shown
from apps.answers.compute.outcome import Grid
from apps.answers.compute.programs.choice import Tries, ordered, parts
from apps.answers.compute.programs.enumerated import Program
from apps.answers.sources.candidate import Candidate

MARKED, MOST_MARKED = 0.2, 3  # of a table's share, from which a line of it is marked; lines
LONGEST_TITLE, LONGEST_ROW = 120, 240  # characters
WIDEST = 16  # columns; of a wider table nobody sees the whole
CUT = " …"


@dataclass(frozen=True, slots=True)
class ClosestTable:
    """share: of the probability of all programs, how much those over this table have. row: the line read first."""

    grid: Grid
    row: Candidate
    share: float


def closest_tables(tries: Tries | None, most: int, least: float, fit: float) -> tuple[ClosestTable, ...]:
    """At most `most`, the likeliest first; none whose share is below `least`, or whose best program orders below `fit`.

    A share says nothing by itself where few tables were found: some table is always the likeliest.
    """
    if tries is None or not tries.every:
        return ()
    order = ordered(tries)
    read: dict[int, ReadTable] = {}
    best = defaultdict[int, float](lambda: -inf)
    shares = defaultdict[int, float](float)
    lines = defaultdict[int, dict[int, float]](lambda: defaultdict(float))
    for one, score, share in zip(order.near, order.sums, parts(order.sums), strict=True):
        table = one.table.read
        read[table.table.pk] = table
        best[table.table.pk] = max(best[table.table.pk], float(score))
        shares[table.table.pk] += float(share)
        for line in _lines(one.program):
            lines[table.table.pk][line.index] += float(share)
    likeliest = sorted(shares, key=lambda key: -shares[key])[:most]
    fitting = (key for key in likeliest if shares[key] >= least and best[key] >= fit)
    found = (_closest(read[key], shares[key], lines[key]) for key in fitting)
    return tuple(one for one in found if len(one.grid.columns) <= WIDEST)


def _lines(program: Program) -> Iterator[Line]:
    """Each once: a series by rows has one, a schedule's one for each year."""
    yield from {line.index: line for series in program.series for line, _ in series.cells.values()}.values()


def _closest(table: ReadTable, share: float, lines: Mapping[int, float]) -> ClosestTable:
    first, *others = sorted(lines, key=lambda index: (-lines[index], index))[:MOST_MARKED]
    marked = frozenset([first, *(one for one in others if lines[one] >= MARKED * share)])
    grid, _ = shown(table, (), marked)
    rows = tuple(replace(row, label=shorten(row.label, LONGEST_TITLE, placeholder=CUT)) for row in grid.rows)
    row = next(line for line in table.lines if line.index == first)
    return ClosestTable(replace(grid, title=_title(table), rows=rows), _row(table, row), share)


def _title(table: ReadTable) -> str:
    """What stands over it; of a long lead rather the title of its section."""
    short = [title for title in (table.title, *table.section[-1:]) if 0 < len(title) <= LONGEST_TITLE]
    return short[0] if short else shorten(table.title, LONGEST_TITLE, placeholder=CUT)


def _row(table: ReadTable, line: Line) -> Candidate:
    """The whole row, from its label to its last number."""
    one = table.candidate(line, next(iter(line.cells.values())), None)
    stored = [each for each in table.table.grid[line.index] if each and each["text"]]
    start, end = min(each["start"] for each in stored), max(each["end"] for each in stored)
    place = one.place and replace(one.place, spans=((start, end),), box=())
    text = " ".join(" ".join(str(each["text"]).split()) for each in stored)
    return replace(one, text=shorten(text, LONGEST_ROW, placeholder=CUT), place=place)
