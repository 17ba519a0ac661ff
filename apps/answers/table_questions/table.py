"""A table as it is asked: data cells, each with what stands over it and beside it, and the units it counts in."""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from apps.answers.table_questions.headers import UNITS
from apps.answers.table_questions.moments import Moment, mentions, merged, moments, quarter_named
from apps.answers.table_questions.parts import without_moments
from apps.answers.table_questions.scales import spelled
from apps.answers.wording import stems
from apps.statements.values.amounts import Amount
from apps.statements.values.units import SCALES, counts_shares, is_per_share, parse_units

CHANGE = re.compile(r"\b(?:change|increase|decrease|variance|growth|vs\.?|versus|chg)\b|\bdifference\b", re.IGNORECASE)
MOST_RATE = 100  # percent
NAMES = {scale: name for name, scale in SCALES.items()}
SENTENCE = re.compile(r"(?<=[a-z0-9)]\.)\s+(?=[A-Z])")
LEADS = re.compile(r"\b(?:The|These|This|Our|Presented|Below)\s(?=.*\b(?:following|table|below|follows)\b)")
SUMMED = re.compile(r"total\b", re.IGNORECASE)  # ends the part of the table that it sums up
GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+")
FOOTNOTE = re.compile(r"\s*(?:\((?:\d{1,2}|[a-z])\)|\*+|[†‡])+\s*$")


@dataclass(frozen=True, slots=True)
class Cell:
    """A data cell: place in the grid, as printed, as an amount, the header over it and its row."""

    row: int
    column: int
    printed: str
    amount: Amount


@dataclass(frozen=True, slots=True)
class Line:
    """A row with a label. above: the headings above it, outermost first; cells, headers: by column."""

    index: int
    label: str
    above: tuple[str, ...]
    cells: dict[int, Cell]
    headers: dict[int, str]

    @property
    def section(self) -> str:
        """The heading line right above it, or ""."""
        return self.above[-1] if self.above else ""


@dataclass(frozen=True)
class AskedTable:
    """What is asked. `units` is all that says what the figures count; `paragraphs` is the text around.

    caption: what stands right above the table; about: that and the headings of its section.
    heading: the nearest of those.
    """

    lines: tuple[Line, ...]
    headers: tuple[str, ...]
    units: str
    paragraphs: tuple[str, ...]
    caption: str = ""
    about: str = ""
    heading: str = ""

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(cell for line in self.lines for cell in line.cells.values())

    @cached_property
    def by_row(self) -> dict[int, Line]:
        return {line.index: line for line in self.lines}

    @cached_property
    def by_column(self) -> dict[int, list[Cell]]:
        columns: dict[int, list[Cell]] = {}
        for cell in self.cells:
            columns.setdefault(cell.column, []).append(cell)
        return columns

    def line_of(self, cell: Cell) -> Line:
        return self.by_row[cell.row]

    def header_of(self, cell: Cell) -> str:
        return self.by_row[cell.row].headers.get(cell.column, "")

    @cached_property
    def lead(self) -> str:
        """Of the caption, the sentence that leads to the table: headings before it name the whole note."""
        sentence = SENTENCE.split(self.caption.strip())[-1]
        place = LEADS.search(sentence)
        return sentence[place.start() :] if place else sentence

    def timeless(self, cell: Cell) -> str:
        """What stands over the cell besides the moment and the units."""
        words = without_moments(UNITS.sub(" ", self.header_of(cell)))
        return words.strip(" ,()") if re.search(r"[A-Za-z]{2}", words) else ""

    @cached_property
    def _moments(self) -> dict[tuple[int, int], Moment | None]:
        return {(cell.row, cell.column): self._moment(cell) for cell in self.cells}

    def moment_of(self, cell: Cell) -> Moment | None:
        """When the cell's figure is of, by its column or else by its row and section."""
        return self._moments[cell.row, cell.column]

    def _moment(self, cell: Cell) -> Moment | None:
        line, header = self.line_of(cell), self.header_of(cell)
        if CHANGE.search(header):
            return None
        column, beside = moments(header), moments(line.section) + moments(line.label)
        if any(one.year for one in column):
            dated = moments(line.label) if _is_date(line.label) else []
            return dated[-1] if dated and dated[-1].year else merged(column)
        if (quarter := quarter_named(header)) and not column:
            column = [Moment(quarter=quarter)]
        return merged(beside + column) if column or _is_moment(line.label) or moments(line.section) else None

    def scale_of(self, cell: Cell) -> str:
        """ "percent", "thousand", "million", "billion" or "": by the cell's own marks, its labels, then the table."""
        line, header = self.line_of(cell), self.header_of(cell)
        if cell.amount.percent or "%" in header or "%" in line.label or "%" in line.section:
            return "percent"
        if is_per_share(f"{line.label} {header}") or is_per_share(line.section):
            return ""
        own = parse_units(_in_words(f"{line.label} {header} {line.section}"))
        if own.declared:
            return NAMES.get(own.scale, "")
        if re.search(r"\b(?:percentage|percent|per cent)\b", f"{line.label} {header}", re.IGNORECASE):
            return "percent"
        units = parse_units(self.units)
        scale = units.share_scale if counts_shares(line.label) else units.scale
        return NAMES.get(scale or Decimal(1), "") if not self._rates(line, cell) else "percent"

    def counts_surely(self, cell: Cell) -> bool:
        """Whether what the cell counts is said: "%", per share, or units that the table or its text declares."""
        line, header = self.line_of(cell), self.header_of(cell)
        rate = cell.amount.percent or is_per_share(f"{line.label} {header} {line.section}")
        return rate or parse_units(_in_words(f"{self.units} {line.label} {header}")).declared

    def _rates(self, line: Line, cell: Cell) -> bool:
        """Whether it is a rate though "%" is not beside it: tables print it in some rows or columns for all."""
        above = self.by_column[cell.column]
        money = any(other.amount.currency for other in above)
        beside = [other.amount.percent for other in line.cells.values()]
        if sum(beside) * 2 > len(beside):
            return not money
        marked = [above[0].amount.percent, above[-1].amount.percent]
        return any(marked) and not money and not parse_units(self.units).declared and abs(cell.amount.value) < MOST_RATE

    @cached_property
    def text(self) -> str:
        return "\n".join(self.paragraphs)


def _in_words(text: str) -> str:
    """What `text` says of units; the noughts of a printed number are none: "4,990,000,000 shares authorized"."""
    return spelled(GROUPED.sub(" ", text))


def _is_moment(label: str) -> bool:
    """Whether a label says when and hardly anything else."""
    found = moments(label)
    return bool(found) and len([stem for stem in stems(label) if not stem[0].isdigit()]) <= 5


def _is_date(label: str) -> bool:
    """Whether a label is a date and no more: such rows are of that date, whatever date stands over the column."""
    rest = label
    for mention in reversed(mentions(label)):
        rest = rest[: mention.start] + rest[mention.end :]
    return not re.search(r"[A-Za-z]{3}", rest)


def bare(label: str) -> str:
    """A label without its footnote marks and closing colon."""
    return FOOTNOTE.sub("", label).strip(" :")
