"""Tables that come closest to a question for figures which nothing answers: those that say most of its words.

No figure is taken from them: each is shown as it stands, with the lines that would be read first.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp
from textwrap import shorten

from apps.answers.compute.books import Shelf, books_of
from apps.answers.compute.grids import Line, ReadTable
from apps.answers.compute.listing import shown
from apps.answers.compute.missing import NotComputedError
from apps.answers.compute.outcome import Grid
from apps.answers.compute.programs.series import Tabled, tabled
from apps.answers.compute.programs.trying import times_of
from apps.answers.compute.programs.wanted import Wanted, wanted
from apps.answers.sources.candidate import Candidate
from apps.answers.sources.evidence import Evidence
from apps.questions.query import Query

TABLES = 20  # of those that the search brought
OF_LINE, OF_TABLE, OF_RANK, UNASKED = 3.3, 3.8, 2.2, -0.7  # fitted on 587 questions with known pages
MARKED, MOST_MARKED = 0.9, 3  # of what the best line says, from which another is marked; lines
LONGEST_TITLE, LONGEST_ROW = 120, 240  # characters
WIDEST = 16  # columns; of a wider table nobody sees the whole
CUT = " …"


@dataclass(frozen=True, slots=True)
class ClosestTable:
    """share: how likely it is the one among the tables found, words: which part of the question's words it says.

    row: the line read first.
    """

    grid: Grid
    row: Candidate
    share: float
    words: float


def closest_tables(
    query: Query, evidence: Evidence, held: Shelf, most: int, least: float, least_words: float
) -> tuple[ClosestTable, ...]:
    """At most `most`, the likeliest first; none of which the share or the words are below the least.

    None where the query is not of one filer and of periods that are held.
    """
    books, _ = books_of(query, held)
    if len(books) != 1 or evidence.strangers:
        return ()
    try:
        tables = tabled(evidence, books[0], times_of(query, books[0]).every, TABLES)
    except NotComputedError:
        return ()  # no filing tells which periods are meant
    asked = wanted(query, tables)
    found = [_Said.of(table, asked) for table in tables if table.series]
    likely = [exp(one.score) for one in found]
    every = sum(likely)
    shares = [one / every for one in likely]
    order = sorted(range(len(found)), key=lambda at: -shares[at])[:most]
    fitting = (at for at in order if shares[at] >= least and found[at].words >= least_words)
    closest = (found[at].closest(shares[at]) for at in fitting)
    return tuple(one for one in closest if len(one.grid.columns) <= WIDEST)


@dataclass(frozen=True, slots=True)
class _Said:
    """What a table says of the question. words: which part of its words; lines: which each line says, with the title.

    unasked: which part of the words of the best line's label nobody asked for.
    """

    table: Tabled
    words: float
    lines: Sequence[tuple[float, Line]]
    unasked: float

    @classmethod
    def of(cls, table: Tabled, asked: Wanted) -> "_Said":
        titled = table.title & asked.weights.keys()
        said = [asked.said_by(one, table.title) | titled for one in table.series]
        shares = [asked.share(one) for one in said]
        best = max(range(len(said)), key=lambda at: (shares[at], -at))
        own = table.series[best].own
        lines: dict[int, tuple[float, Line]] = {}
        for share, series in zip(shares, table.series, strict=True):
            for line, _ in series.cells.values():
                lines[line.index] = max(lines.get(line.index, (0.0, line)), (share, line), key=lambda one: one[0])
        ordered = sorted(lines.values(), key=lambda one: (-one[0], one[1].index))
        unasked = len(own - asked.weights.keys()) / (len(own) or 1)
        return cls(table, asked.share(frozenset[str]().union(*said)), ordered, unasked)

    @property
    def score(self) -> float:
        """A sum by which tables are compared: how likely one is the one goes by its exponential."""
        of_rank = OF_RANK / (1 + self.table.rank)
        return OF_LINE * self.lines[0][0] + OF_TABLE * self.words + of_rank + UNASKED * self.unasked

    def closest(self, share: float) -> ClosestTable:
        read, (most, first) = self.table.read, self.lines[0]
        marked = frozenset(line.index for said, line in self.lines[:MOST_MARKED] if said >= MARKED * most)
        grid, _ = shown(read, (), marked)
        rows = tuple(replace(row, label=shorten(row.label, LONGEST_TITLE, placeholder=CUT)) for row in grid.rows)
        return ClosestTable(replace(grid, title=_title(read), rows=rows), _row(read, first), share, self.words)


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
