"""Tables that come closest to a question for figures which nothing answers: those that the likeliest programs read.

No figure is taken from them: each is shown as it stands, with the lines that would be read first.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from textwrap import shorten

from apps.answers.compute.grids import Line, ReadTable
from apps.answers.compute.listing import shown
from apps.answers.compute.outcome import Grid
from apps.answers.compute.programs.choice import Tries, ordered, parts
from apps.answers.compute.programs.enumerated import Program
from apps.answers.sources.candidate import Candidate, CandidateKind

MARKED = 0.2  # of a table's share, from which a line of it is marked
LONGEST_TITLE = 120  # characters


@dataclass(frozen=True, slots=True)
class ClosestTable:
    """share: of the probability of all programs, how much those over this table have. row: the line read first."""

    grid: Grid
    row: Candidate
    share: float


def closest_tables(tries: Tries | None, most: int, least: float) -> tuple[ClosestTable, ...]:
    """At most `most`, the likeliest first; none whose share is below `least`."""
    if tries is None or not tries.every:
        return ()
    order = ordered(tries)
    read: dict[int, ReadTable] = {}
    shares = defaultdict[int, float](float)
    lines = defaultdict[int, dict[int, float]](lambda: defaultdict(float))
    for one, share in zip(order.near, parts(order.sums), strict=True):
        table = one.table.read
        read[table.table.pk] = table
        shares[table.table.pk] += float(share)
        for line in _lines(one.program):
            lines[table.table.pk][line.index] += float(share)
    likeliest = sorted(shares, key=lambda key: -shares[key])[:most]
    return tuple(_closest(read[key], shares[key], lines[key]) for key in likeliest if shares[key] >= least)


def _lines(program: Program) -> Iterator[Line]:
    """Each once: a series by rows has one, a schedule's one for each year."""
    yield from {line.index: line for series in program.series for line, _ in series.cells.values()}.values()


def _closest(table: ReadTable, share: float, lines: dict[int, float]) -> ClosestTable:
    first = max(lines, key=lambda index: lines[index])
    marked = {line.index for line in table.lines if lines.get(line.index, 0.0) >= MARKED * share} | {first}
    grid, _ = shown(table, (), frozenset(marked))
    row = next(line for line in table.lines if line.index == first)
    return ClosestTable(replace(grid, title=_title(table)), _row(table, row), share)


def _title(table: ReadTable) -> str:
    """What stands over it; of a long lead rather the title of its section."""
    short = [title for title in (table.title, *table.section[-1:]) if 0 < len(title) <= LONGEST_TITLE]
    return short[0] if short else shorten(table.title, LONGEST_TITLE, placeholder=" …")


def _row(table: ReadTable, line: Line) -> Candidate:
    """The whole row, from its label to its last number."""
    cell = next(iter(line.cells.values()))
    one = table.candidate(line, cell, None)
    stored = [each for each in table.table.grid[line.index] if each and each["text"]]
    start, end = min(each["start"] for each in stored), max(each["end"] for each in stored)
    place = one.place and replace(one.place, spans=((start, end),), box=())
    text = " ".join(" ".join(str(each["text"]).split()) for each in stored)
    return replace(one, kind=CandidateKind.CELL, text=text, place=place)
