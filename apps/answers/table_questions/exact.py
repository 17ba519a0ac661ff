"""Cells that the words of a question name completely: nothing that is asked is unsaid, nothing that is said unasked.

Stricter than `matching`, which weighs words to find the best cell: here a cell is meant or it is not. Used for what the
product may state without a doubt.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from apps.answers.table_questions.implied import LEADING, MEASURED, closes, implied, measured_by, names_nothing
from apps.answers.table_questions.naming import NARROW, asked_words, header_words, label_words, measures, named
from apps.answers.table_questions.table import AskedTable, Cell, Line, bare
from apps.answers.wording import stems

RATES = re.compile(
    r"%|\b(?:percent\w*|per cent|rates?|margins?|yield|share|portion|proportion|comparable|same[- ]stores?)\b",
    re.IGNORECASE,
)
UNREAL = frozenset(stems("pro forma hypothetical discontinued parent unearned deferred"))
# Of what stands above a table, what names no measure: "Emerging Growth Businesses", "revenue from external customers".
NO_MEASURE = re.compile(
    r"\b[A-Z]\w+ Growth\b|\bGrowth (?:[A-Z]\w+)"
    r"|\b(?:from|to|with|by|of) (?:(?:our|its|the|external|third[- ]party) )*customers?\b"
)
SPENT = frozenset(stems("expense expenses cost costs"))  # which a statement's lines are without being called so
TOTALS = re.compile(r"\b(?:total|overall|altogether|combined|whole|sum)\b", re.IGNORECASE)
Timely = Callable[[Cell], bool]


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that mean a cell. wanted: those that must stand at it; said: all that may.

    loosely: further words, those of the filer's names, which may as well be a part of what is asked for.
    """

    text: str
    wanted: frozenset[str]
    said: frozenset[str]
    loosely: frozenset[str] = frozenset()

    @classmethod
    def of(cls, text: str, more: "Phrase | None" = None) -> "Phrase":
        """more: the words that are said once for several parts of a question."""
        wanted, said = asked_words(text), named(text) | implied(text)
        return cls(text, wanted | (more.wanted if more else frozenset()), said | (more.said if more else frozenset()))

    @property
    def rate(self) -> bool:
        return bool(RATES.search(self.text))


@dataclass(frozen=True)
class Exact:
    """Finds cells in one table."""

    table: AskedTable

    @cached_property
    def about(self) -> frozenset[str]:
        """The words of what stands above the table."""
        return named(self.table.about)

    def cells(self, phrase: Phrase, timely: Timely) -> list[Cell]:
        """The cells of a moment that `phrase` names, those of the best named lines only."""
        if not phrase.wanted and not TOTALS.search(phrase.text):
            return []
        inside = [cell for cell in self.table.cells if timely(cell) and self._of_kind(phrase, cell)]
        found = [cell for cell in inside if self._means(phrase, cell)]
        if not found and phrase.loosely:
            named_so = replace(phrase, said=phrase.said | phrase.loosely)
            found = [cell for cell in inside if self._means(named_so, cell)]
        covered = [len(phrase.wanted & self.beside(cell)) for cell in found]
        return [cell for cell, count in zip(found, covered, strict=True) if count == max(covered)]

    def only(self, phrase: Phrase, timely: Timely) -> Cell | None:
        """The cell that is meant; None where there is none, or where several print different figures."""
        found = self.cells(phrase, timely)
        values = {(cell.amount.value, cell.amount.percent) for cell in found}
        return found[0] if len(values) == 1 else None

    def _means(self, phrase: Phrase, cell: Cell) -> bool:
        line = self.table.line_of(cell)
        label, header = label_words(bare(measured_by(line.label))), self._header(cell)
        if closes(line.label, label):
            return self._closing(phrase, line, header)
        if not label <= phrase.said or not header <= phrase.said | self._everywhere:
            return False
        if not (label or header - self._everywhere) and not self._sums_up(phrase, line):
            return False
        beside = self.beside(cell)
        if not phrase.wanted - SPENT <= beside | self.about or not phrase.wanted & beside:
            return False
        return self.measures_it(phrase, line, cell) and self._in_section(phrase, line)

    def _closing(self, phrase: Phrase, line: Line, header: frozenset[str]) -> bool:
        """Whether the line ends the reconciliation of what is asked for, by its heading or what leads to the table."""
        subject = self._section(line) or named(NO_MEASURE.sub(" ", self.table.lead))
        known = phrase.said | self._everywhere
        other = measures(subject) - MEASURED | subject & (NARROW | UNREAL)
        return bool(phrase.wanted) and phrase.wanted <= subject and header <= known and other <= phrase.said

    def measures_it(self, phrase: Phrase, line: Line, cell: Cell) -> bool:
        """Whether no word beside the cell says that it measures something else than is asked.

        What is measured may be said above the table alone, if nothing else is said to be measured there.
        """
        beside, own = self.beside(cell), named(measured_by(line.label)) | named(self.table.header_of(cell))
        if not (measures(own) or measures(beside)) | beside & NARROW <= phrase.said:
            return False
        above = named(NO_MEASURE.sub(" ", self.table.lead))
        if above & UNREAL - phrase.said:
            return False
        return not measures(phrase.wanted) - beside or measures(above) <= phrase.said

    def _sums_up(self, phrase: Phrase, line: Line) -> bool:
        """A line called "Total" and no more is meant where a total is asked for, of its section or of the table."""
        return bool(TOTALS.search(phrase.text)) and bool(phrase.wanted <= self._section(line) | self.about)

    def _in_section(self, phrase: Phrase, line: Line) -> bool:
        """The headings above the line are all named, or no other line is labelled so and its label names something."""
        if self._section(line) - LEADING <= phrase.said | self.about:
            return True
        own = label_words(bare(line.label))
        others = (other for other in self.table.lines if other.index != line.index)
        return not names_nothing(own) and all(label_words(bare(other.label)) != own for other in others)

    def _of_kind(self, phrase: Phrase, cell: Cell) -> bool:
        """A percentage is meant only where a rate is asked for."""
        return phrase.rate or self.table.scale_of(cell) != "percent"

    def beside(self, cell: Cell) -> frozenset[str]:
        """The words at the cell: of its row, of the headings above it, of its column."""
        line = self.table.line_of(cell)
        return named(line.label) | self._section(line) | named(self.table.header_of(cell))

    def _section(self, line: Line) -> frozenset[str]:
        headings = line.above[:-1] if line.index in self._behind_totals else line.above
        return frozenset(word for heading in headings for word in header_words(heading))

    @cached_property
    def _behind_totals(self) -> frozenset[int]:
        """The lines below the one that sums up their heading: "Total Europe" ends what stands under "Europe"."""
        found, ended = set(), False
        for before, line in pairwise(self.table.lines):
            summed = before.above and re.match(r"total\b", before.label, re.IGNORECASE)
            ends = bool(summed) and header_words(before.section) <= label_words(bare(before.label))
            ended = line.above == before.above and (ended or ends)
            if ended:
                found.add(line.index)
        return frozenset(found)

    def _header(self, cell: Cell) -> frozenset[str]:
        return header_words(self.table.header_of(cell))

    @cached_property
    def _everywhere(self) -> frozenset[str]:
        """The words that stand over every column."""
        heads = [header_words(header) for header in self.table.headers]
        return frozenset.intersection(*heads) if heads else frozenset()
