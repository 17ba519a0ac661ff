"""Answers that are lists of the table's own words or figures: years, items, counts, figures of several moments."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import takewhile

from apps.answers.table_questions import parts
from apps.answers.table_questions.asked import Asked, Direction
from apps.answers.table_questions.matching import Choice, Matcher, words_of
from apps.answers.table_questions.moments import Moment, mentions
from apps.answers.table_questions.table import AskedTable, Cell, bare

PARTS = re.compile(
    r"\b(?:what|which|are|were|the|all|components?|types?|items|categories|segments|regions|countries"
    r"|elements|kinds|sources|of|in|under"
    r"|making|up|recorded|listed|shown|main|different)\b",
    re.IGNORECASE,
)
SIZE = {"thousand": Decimal(10) ** 3, "million": Decimal(10) ** 6, "billion": Decimal(10) ** 9}
HEADER_NOISE = re.compile(
    r"^(?:(?:for the )?(?:fiscal )?years? end(?:ed|ing)|as (?:of|at)|fiscal|at)\s+", re.IGNORECASE
)
TOTAL = re.compile(r"\b(?:sub)?totals?\b|^$", re.IGNORECASE)
COMPARES = re.compile(
    r"\b(?:highest|larger|largest|higher|greatest|greater|more|most|maximum|biggest|bigger|above|over"
    r"|exceed\w*|lowest|lower|smaller"
    r"|smallest|least|less|minimum|below|under|than)\b.*$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Listing:
    """Each method gives the cells that answer; what is said of them is the caller's."""

    table: AskedTable
    matcher: Matcher

    def along(self, asked: Asked) -> list[Choice]:
        """The cells of the line that the question names at all the moments of the table, those named if any are."""
        text = COMPARES.sub("", parts.topic(_without_question(asked.text))) or parts.topic(asked.text)
        best = self.matcher.best(_without_question(text), None)
        if best is None:
            return []
        line = self.table.line_of(best.cell)
        row = [cell for cell in line.cells.values() if self.table.moment_of(cell)]
        same = [cell for cell in self.table.cells if cell.column == best.cell.column and self.table.moment_of(cell)]
        chosen = row if _distinct_moments(self.table, row) else same
        return [Choice(cell, best.score, True, best.margin) for cell in chosen]

    def exceeding(self, asked: Asked, choices: Iterable[Choice]) -> list[Choice]:
        """Those of `choices` beyond the threshold of the question, in its direction."""
        limit = asked.threshold or Decimal(0)
        size = asked.threshold_size
        high = asked.direction is not Direction.LOW
        return [one for one in choices if self._beyond(one.cell, limit, size, high=high)]

    def _beyond(self, cell: Cell, limit: Decimal, size: Decimal | None, *, high: bool) -> bool:
        scale = SIZE.get(self.table.scale_of(cell), Decimal(1))
        value = abs(cell.amount.value) * scale
        whole = limit * (size or (scale if limit * 1000 > abs(cell.amount.value) or scale == 1 else Decimal(1)))
        return value > whole if high else value < whole

    def extreme(self, asked: Asked, choices: Iterable[Choice]) -> Choice | None:
        pool = list(choices)
        pick: Callable[..., Choice] = min if asked.direction is Direction.LOW else max
        return pick(pool, key=lambda one: one.cell.amount.value) if len(pool) > 1 else None

    def items_at(self, asked: Asked) -> list[Choice]:
        """A cell of each line at the moment asked for, totals left out."""
        named = parts.moments_asked(asked.named)
        best = self.matcher.best(parts.topic(asked.text), named[0] if named else None)
        if best is None:
            return []
        line = self.table.line_of(best.cell)
        column = [cell for cell in self.table.cells if cell.column == best.cell.column]
        section = [cell for cell in column if self.table.line_of(cell).section == line.section]
        kept = [cell for cell in section if not TOTAL.search(bare(self.table.line_of(cell).label))]
        return [Choice(cell, best.score, best.timely) for cell in kept]

    def items_of(self, asked: Asked) -> list[str]:
        """The labels of the lines that a section has, or that stand above a total; of the whole table otherwise."""
        words = words_of(PARTS.sub(" ", asked.text)) - words_of("table include included")
        sections = dict.fromkeys(line.section for line in self.table.lines if line.section)
        named = max(sections, key=lambda one: len(words & words_of(one)) / len(words_of(one) or "1"), default="")
        inside = [line.label for line in self.table.lines if line.section == named] if words & words_of(named) else []
        chosen = _until_total(inside) or self._above_total(words) or [line.label for line in self.table.lines]
        return [bare(label) for label in chosen if not TOTAL.search(bare(label))]

    def _above_total(self, words: frozenset[str]) -> list[str]:
        above: list[str] = []
        for line in self.table.lines:
            if TOTAL.search(line.label) and words and words <= words_of(line.label) | words_of("total"):
                return above
            above = [] if TOTAL.search(line.label) else [*above, line.label]
        return []

    def respective(self, asked: Asked) -> list[Choice]:
        """The figures of one line at each moment named, or of several items at one."""
        named = parts.moments_asked(asked.named)
        text = re.sub(r"\brespective(?:ly)?\b", " ", asked.text)
        if len(named) > 1:
            return self._at_each(parts.topic(text), named)
        guarded = parts.guarded(text, [bare(line.label) for line in self.table.lines] + list(self.table.headers))
        moment = named[0] if named else None
        chosen = [self.matcher.best(parts.topic(item), moment) for item in parts.items(parts.without_moments(guarded))]
        found = [one for one in chosen if one and one.timely]
        places = {(one.cell.row, one.cell.column) for one in found}
        return found if len(places) == len(chosen) > 1 else []

    def _at_each(self, text: str, named: list[Moment]) -> list[Choice]:
        found: list[Choice] = []
        for moment in named:
            choice = self.matcher.best(text, moment, found[0].cell if found else None)
            if choice and choice.timely:
                found.append(choice)
        return found

    def name_of(self, cell: Cell) -> str:
        """How the table names the moment of a cell: the year when its header is of a year, else the header's words."""
        moment = self.table.moment_of(cell)
        header = self.table.header_of(cell)
        words = header if mentions(header) else self.table.line_of(cell).label
        if moment and moment.quarter is None and moment.year:
            return str(moment.year)
        return HEADER_NOISE.sub("", words)

    def moments_listed(self) -> list[str]:
        named = (self.name_of(cell) for cell in self.table.cells if self.table.moment_of(cell))
        return list(dict.fromkeys(named))


def _until_total(labels: Sequence[str]) -> list[str]:
    """A section ends where it is summed up, whatever stands below."""
    return list(takewhile(lambda label: not TOTAL.search(bare(label)), labels))


def _without_question(text: str) -> str:
    return re.sub(
        r"^(?:(?:in|for|during|of)\s+)?(?:which|what|how many)\s+(?:of the )?(?:fiscal "
        r"|financial )?(?:years?(?:\(s\))?|periods?|quarters?|months?)\b"
        r"\s*(?:did|does|do|was|were|is|are|had|has|have)?\s*(?:the\s+)?(?:amounts? (?:of|for)\s+)?",
        "",
        text,
        flags=re.IGNORECASE,
    )


def _distinct_moments(table: AskedTable, cells: list[Cell]) -> bool:
    return len({table.moment_of(cell) for cell in cells}) > 1
