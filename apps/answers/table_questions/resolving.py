"""A question of stored tables: the cells that it names completely, for each operation that may be stated (H4)."""

import re
from dataclasses import dataclass, replace
from functools import partial

from apps.answers.table_questions import parts
from apps.answers.table_questions.asked import Kind
from apps.answers.table_questions.columns import asks_of_later, is_schedule
from apps.answers.table_questions.exact import Exact, Phrase
from apps.answers.table_questions.fiscal import Asked, Calendar, period_of
from apps.answers.table_questions.framing import plain_question
from apps.answers.table_questions.naming import KINDS, TURNS, asked_words, label_words, measures, named
from apps.answers.table_questions.ranking import best_items, is_of, kind_asked
from apps.answers.table_questions.table import AskedTable, Cell, bare
from apps.answers.table_questions.units import HOW_MANY, per_unit
from apps.statements.mentions import mentions as items_named
from apps.statements.values.periods import Period
from apps.statements.values.units import parse_units

SINGLE = re.compile(
    r"\b(?:aircraft|airplanes?|helicopters?|ships?|vessels?|stores?|restaurants?|hotels?|casinos?|resorts?|locations?|plants?"
    r"|facilities|warehouses?|offices|clinics|branches|theat(?:er|re)s|mines|wells|rigs|patents|openings|deliveries|weeks)\b",
    re.IGNORECASE,
)
PARTS_OF = re.compile(r"\b(?:percent(?:age)?|per cent|%|share|proportion) of\b", re.IGNORECASE)
UP_OR_DOWN = re.compile(
    r"\b(?:go|goes|gone|went|going|move|moved|head|headed) (?:up|down)(?: or (?:up|down))?\b"
    r"|\b(?:up or down|down or up)\b",
    re.IGNORECASE,
)
RATE = frozenset({"rate"})  # "growth rate" is no line that is called a rate


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """kind: the operation; text: the question without the filer's names; periods: ascending, in the filer's years.

    whole: the question with those names, which are parts of other names, too.
    """

    kind: Kind
    text: str
    periods: tuple[Asked, ...]
    whole: str

    @property
    def plain(self) -> str:
        """The question without what it says of its form and of where to look."""
        return plain_question(self.text)

    @property
    def phrase(self) -> Phrase:
        asked = self.phrase_of(self.text)
        return replace(asked, loosely=named(self.whole))

    def phrase_of(self, text: str, more: Phrase | None = None) -> Phrase:
        asked = Phrase.of(parts.without_moments(UP_OR_DOWN.sub(" ", plain_question(text))), more)
        return replace(asked, wanted=asked.wanted - TURNS - (RATE if self.kind is Kind.GROWTH else frozenset()))


@dataclass(frozen=True, slots=True)
class Finding:
    """The cells behind an answer. Each of `groups` is one figure of the answer.

    A group holds the cells of the operation in its order: the one looked up; the older and the newer; the part and the
    whole; all that are averaged or added. Of several groups the best comes first where the question asks which.
    plainly: whether all that is asked stands beside the cells.
    """

    kind: Kind
    groups: tuple[tuple[Cell, ...], ...]
    periods: tuple[tuple[Asked, ...], ...]
    plainly: bool = True


@dataclass(frozen=True)
class Resolver:
    """Asks one stored table."""

    table: AskedTable
    question: TableQuestion
    calendar: Calendar

    def find(self) -> Finding | None:
        ways = {
            Kind.LOOKUP: self._looked_up,
            Kind.CHANGE: self._turned,
            Kind.GROWTH: self._turned,
            Kind.AVERAGE: self._together,
            Kind.SUM: self._together,
            Kind.SHARE: self._shared,
            Kind.WHICH_ITEM: self._which,
        }
        return ways[self.question.kind]()

    @property
    def exact(self) -> Exact:
        return Exact(self.table)

    def timely(self, cell: Cell, when: Asked) -> bool:
        period = period_of(self.table, cell, self.calendar)
        return period is not None and when.fits(period, self.calendar) and not self._is_to_come(period)

    def _is_to_come(self, period: Period) -> bool:
        """Whether the figure is of what is due or expected in a later year, and the question is of no such thing."""
        own, year = self.calendar.fiscal_year, period.label_year
        later = bool(own and year and year > own) or is_schedule(self.table)
        return later and not asks_of_later(self.question.whole)

    def _along(self) -> list[Cell]:
        """The cell of each period, all of one line; none where one of them is missing or not clear."""
        phrase, found = self.question.phrase, []
        for when in self.question.periods:
            cell = self.exact.only(phrase, partial(self.timely, when=when))
            if cell is None:
                return []
            found.append(cell)
        lines = {label_words(bare(self.table.line_of(cell).label)) for cell in found}
        return found if len(lines) == 1 else []

    def _looked_up(self) -> Finding | None:
        found = self._along()
        groups = tuple((cell,) for cell in found)
        return self._finding(groups, tuple((when,) for when in self.question.periods)) if found else None

    def _turned(self) -> Finding | None:
        """None for lines that are called a change themselves: "Reduction in inventories" may be meant as it stands."""
        found = self._along()
        if any(TURNS & named(self.table.line_of(cell).label) for cell in found):
            return None
        return self._finding((tuple(found),), (self.question.periods,)) if len(found) == 2 else None

    def _together(self) -> Finding | None:
        found = self._along()
        return self._finding((tuple(found),), (self.question.periods,)) if len(found) > 1 else None

    def _shared(self) -> Finding | None:
        """A part over the whole of its column; several years are several figures."""
        two = parts.shared_parts(self.question.text)
        if two is None:
            return None
        whole = self.question.phrase_of(two[1])
        own = self.question.phrase_of(two[0])
        # "How much of net sales came from Europe" asks for the net sales of Europe, "SG&A as a part of sales" does not.
        of_whole = self.question.phrase_of(two[0], replace(whole, wanted=whole.wanted & named(two[1])))
        ways = (own, of_whole) if measures(own.wanted) else (of_whole,)
        return next((found for part in ways if (found := self._parts_of(whole, part))), None)

    def _parts_of(self, whole: Phrase, part: Phrase) -> Finding | None:
        groups = [self._share(part, whole, when) for when in self.question.periods]
        found = tuple(group for group in groups if group)
        periods = tuple((when, when) for when in self.question.periods)
        computed = self._finding(found, periods) if len(found) == len(groups) else None
        return computed or self._printed_share(part, whole)

    def _printed_share(self, part: Phrase, whole: Phrase) -> Finding | None:
        """Percentages of a table that is said to give parts of this whole: "Percentage of net sales by category"."""
        above = f"{self.table.caption} {' '.join(self.table.headers)}"
        if not (PARTS_OF.search(above) and whole.wanted <= named(above)):
            return None
        rate = replace(part, text=f"percentage of {part.text}")
        cells = [self.exact.only(rate, partial(self._rated, when=when)) for when in self.question.periods]
        groups = tuple((cell,) for cell in cells if cell)
        periods = tuple((when,) for when in self.question.periods)
        finding = self._finding(groups, periods) if len(groups) == len(cells) else None
        return replace(finding, kind=Kind.LOOKUP) if finding else None

    def _rated(self, cell: Cell, when: Asked) -> bool:
        return self.table.scale_of(cell) == "percent" and self.timely(cell, when)

    def _share(self, part: Phrase, whole: Phrase, when: Asked) -> tuple[Cell, Cell] | None:
        over = self.exact.only(part, lambda one: self.timely(one, when) and self.table.scale_of(one) != "percent")
        if over is None:
            return None
        under = [cell for cell in self.table.cells if cell != over and self._is_whole(cell, over, whole)]
        values = {cell.amount.value for cell in under}
        return (over, under[0]) if len(values) == 1 and abs(under[0].amount.value) >= abs(over.amount.value) else None

    def _is_whole(self, cell: Cell, over: Cell, whole: Phrase) -> bool:
        """The line of the same column that sums it up: named as asked, or called a total in the same part of it."""
        if cell.column != over.column or self.table.scale_of(cell) != self.table.scale_of(over):
            return False
        line, own = self.table.line_of(cell), self.table.line_of(over)
        label = label_words(bare(line.label))
        if label - KINDS - whole.said or not (line.above == own.above or line.above == own.above[: len(line.above)]):
            return False
        if not narrowed_by(whole) <= self.exact.beside(cell):  # the total is not that of "service revenue"
            return False
        return bool(label & whole.wanted) or bool(re.search(r"\btotal\b", line.label, re.IGNORECASE))

    def _which(self) -> Finding | None:
        found = best_items(self.table, self.question.text, self.question.phrase, self.question.periods, self.timely)
        finding = self._finding(found, tuple(self.question.periods for _ in found)) if found else None
        nearby = is_of(self.table, kind_asked(self.question.text), self.table.caption)
        return replace(finding, plainly=nearby) if finding else None

    def _finding(self, groups: tuple[tuple[Cell, ...], ...], periods: tuple[tuple[Asked, ...], ...]) -> Finding | None:
        cells = [cell for group in groups for cell in group]
        if not all(self._counted(cell) for cell in cells):
            return None
        wanted = self.question.phrase.wanted
        plainly = all(wanted <= self.exact.beside(cell) for cell in cells)
        return Finding(self.question.kind, groups, periods, plainly)

    def _counted(self, cell: Cell) -> bool:
        """Whether what the cell counts is said. An amount of money without a scale may be in millions all the same."""
        if cell.amount.nil:
            return False
        return self.table.counts_surely(cell) or per_unit(self.table, cell) or self._counts_singly(cell)

    def _counts_singly(self, cell: Cell) -> bool:
        """Whether it is told one by one how many there are of what is seldom told in thousands, and nothing else."""
        line = self.table.line_of(cell)
        said = f"{line.label} {line.section} {self.table.header_of(cell)} {self.table.caption}"
        plain = not any(one.amount.currency or one.amount.percent or one.amount.value % 1 for one in self.table.cells)
        scaled = parse_units(f"{self.table.units} {said}").declared
        return bool(HOW_MANY.search(self.question.whole) and SINGLE.search(said)) and plain and not scaled


def narrowed_by(whole: Phrase) -> frozenset[str]:
    """The words of a whole that no statement item accounts for: of "service revenue" the first."""
    text = whole.text
    for item in reversed(items_named(text)):
        text = f"{text[: item.start]} {text[item.end :]}"
    return asked_words(text) - KINDS - whole.loosely
