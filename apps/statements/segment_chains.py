"""Tables about segments whose totals are reached in steps, or whose columns name items or hold more than parts.

Parts below a heading of their own, subtotals of reportable segments, what is not allocated, and then the total. What is
found here is told only where that total is the very figure of the consolidated statements (`segments`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from apps.statements.facts import Year
from apps.statements.grid import Grid, Row
from apps.statements.labels import normal_label
from apps.statements.segment_words import (
    NO_PART,
    PERIOD_WORDS,
    TOTAL,
    is_sum,
    item_named,
    part_name,
    resolved,
)
from apps.statements.values.periods import Period, parse_period

UNITS = re.compile(r"\((?:[^()]*\b(?:thousands|millions|billions)\b[^()]*)\)", re.IGNORECASE)
NOTE = re.compile(r"(?<!\s)\s*+\(\w{1,2}\)")
ASIDE = re.compile(  # what is not a part of the company: headings of what is added to the parts, and such rows
    r"reconcil|unallocated|corporate|eliminat|adjust|compensation|severance|restructuring|\bcharges?\b|\bcosts?\b"
    r"|\bitems?\b|^assets\b|liabilit|acqui|\bnet$|pension|litigation|unrealized|not allocated",
    re.IGNORECASE,
)
MEASURE = re.compile(  # a subtotal of several parts is called by what they are, or by what is measured
    r"\bsegments?\b|\bprofits?\b|\bincome\b|\bearnings\b|\bassets\b|\bexpenditures?\b|\bcompany\b|\bconsolidated\b",
    re.IGNORECASE,
)
AS_OF = re.compile(r"\bas of\s*/\s*", re.IGNORECASE)
LEAST = 2
TOTAL_OF = "total "
Found = tuple[Decimal, str, str, Period, Row, int]  # printed total, name of the part, item, period, row, column
Columns = Mapping[int, Period]


def proven_parts(grid: Grid, year: Year) -> Iterator[Found]:
    """Parts with the printed total that they add up to; the caller compares it with the statements."""
    for item, columns in _items_over_columns(grid):
        yield from _Chain(grid, year, columns, item).parts()
    yield from _beside_each_other(grid, year)


def _items_over_columns(grid: Grid) -> Iterator[tuple[str | None, tuple[int, ...]]]:
    """Items that the header names, each with its columns; one nameless item where the rows name theirs."""
    named: dict[str, list[int]] = {}
    for column, header in grid.headers.items():
        if column and (item := item_named(_name(header))):
            named.setdefault(item, []).append(column)
    yield from ((item, tuple(columns)) for item, columns in named.items())
    if not named:
        yield item_named(_name(grid.headers.get(0, ""))), tuple(column for column in grid.headers if column)


def _name(header: str) -> str:
    return part_name(PERIOD_WORDS.sub(" ", AS_OF.sub(" ", UNITS.sub(" ", NOTE.sub(" ", header)))))


@dataclass(slots=True)
class _Chain:
    """Rows of parts on the way to a total. run: since the last heading or total; done: parts summed up before it."""

    grid: Grid
    year: Year
    columns: Sequence[int]
    item: str | None
    section: str = ""
    aside: bool = False  # whether the rows below the last heading are no parts
    run: list[Row] = field(default_factory=list)
    done: list[Row] = field(default_factory=list)

    def parts(self) -> Iterator[Found]:
        for row in self.grid.rows:
            if not row.figures:
                self._heading(row.label)
            elif _is_total(row):
                yield from self._total(row)
            else:
                self.run.append(replace(row, label="") if self.aside or ASIDE.search(_bare(row.label)) else row)

    def _heading(self, label: str) -> None:
        if not label:
            return
        if named := item_named(label):
            self.item, self.section, self.aside, self.run, self.done = named, "", False, [], []
        else:
            self.aside = bool(ASIDE.search(label))
            self.section, self.run, self.done = part_name(label), [], [*self.done, *self.run]

    def _total(self, row: Row) -> Iterator[Found]:
        item = item_named(row.label) or self.item
        if self._sums_up(self.run, row):
            if part := self._whole_part(row):
                self.done.append(replace(row, label=part))
            else:
                yield from self._told(self.run, row, item)
                self.done += self.run
        elif self._sums_up([*self.done, *self.run], row):
            self.done += self.run
            yield from self._told(self.done, row, item)
        else:
            self.done = []
        self.section, self.aside, self.run = "", False, []

    def _whole_part(self, row: Row) -> str:
        """The part that a subtotal is the figure of: the one that its label or, without any, the heading names."""
        own = _bare(row.label)
        named = own[len(TOTAL_OF) :] if own.lower().startswith(TOTAL_OF) else "" if row.label else self.section
        return "" if MEASURE.search(named) or NO_PART.search(named) else named

    def _sums_up(self, rows: Sequence[Row], total: Row) -> bool:
        """Whether the rows are the total in every column that it has, in one of them as a sum of several."""
        columns = [column for column in self.columns if column in total.figures]
        real = [column for column in columns if _is_sum_of(rows, total, column)]
        return (
            len(rows) >= LEAST
            and bool(real)
            and all(column in real or _amount(rows, column) == total.figures[column].amount.value for column in columns)
        )

    def _told(self, rows: Sequence[Row], total: Row, item: str | None) -> Iterator[Found]:
        names = [part_name(row.label) for row in rows]
        periods = self._periods(item) if item else {}
        for row, name in zip(rows, names, strict=True):
            if name and names.count(name) == 1 and not NO_PART.search(row.label) and not parse_period(row.label):
                for column, period in periods.items():
                    if item and column in row.figures and _is_sum_of(rows, total, column):
                        yield total.figures[column].amount.value, name, item, period, row, column

    def _periods(self, item: str | None) -> Columns:
        """Columns whose period is known to the day, none twice."""
        known = {
            column: period
            for column in self.columns
            if item and column in self.grid.periods
            if (period := resolved(self.grid.periods[column], item, self.year)).end
        }
        return known if len(set(known.values())) == len(known) else {}


def _bare(label: str) -> str:
    return part_name(NOTE.sub(" ", label))


def _is_total(row: Row) -> bool:
    normal = normal_label(row.label)
    return bool(TOTAL.fullmatch(normal)) or normal.startswith("total ") or item_named(row.label) is not None


def _is_sum_of(rows: Sequence[Row], total: Row, column: int) -> bool:
    figures = [row.figures[column] for row in rows if column in row.figures]
    return column in total.figures and is_sum(figures, total.figures[column])


def _amount(rows: Sequence[Row], column: int) -> Decimal:
    return sum((row.figures[column].amount.value for row in rows if column in row.figures), Decimal(0))


def _beside_each_other(grid: Grid, year: Year) -> Iterator[Found]:
    """Parts in columns, left of a total of theirs; the period over the rows, over the columns or in the caption."""
    names = {column: _name(header) for column, header in grid.headers.items() if column}
    totals = [column for column, name in names.items() if name and TOTAL.fullmatch(normal_label(name))]
    if not totals:
        return
    parts = [column for column, name in names.items() if column < totals[-1] and name]
    if len({names[column] for column in parts}) != len(parts):
        return
    period = _shared(grid)
    for row in grid.rows:
        if not row.figures:
            period = parse_period(row.label) or period
        elif period and (item := item_named(row.label)):
            known = resolved(period, item, year)
            yield from _row_parts(row, {column: names[column] for column in parts}, totals[-1], item, known)


def _shared(grid: Grid) -> Period | None:
    """The period that all columns share, or that the caption alone names."""
    periods = set(grid.periods.values())
    if len(periods) == 1:
        return next(iter(periods))
    return None if periods else parse_period(grid.table.caption)


def _row_parts(row: Row, names: Mapping[int, str], total: int, item: str, period: Period) -> Iterator[Found]:
    figures = [row.figures[column] for column in names if column in row.figures]
    if not period.end or total not in row.figures or not is_sum(figures, row.figures[total]):
        return
    for column, name in names.items():
        if column in row.figures and not NO_PART.search(name):
            yield row.figures[total].amount.value, name, item, period, row, column
