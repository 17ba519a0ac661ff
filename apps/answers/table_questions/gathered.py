"""Averages and sums over moments, over items, or as the table states them itself (H4)."""

import re
from collections.abc import Sequence
from decimal import Decimal

from apps.answers.table_questions import parts
from apps.answers.table_questions.asked import Asked, Kind
from apps.answers.table_questions.changes import YEAR_AVERAGE
from apps.answers.table_questions.matching import Choice
from apps.answers.table_questions.moments import Moment
from apps.answers.table_questions.operands import Operands, Worked, when
from apps.answers.table_questions.phrases import AVERAGE

ALL = re.compile(r"\b(?:all|across|each|every|whole|entire|both|years|quarters|periods)\b", re.IGNORECASE)
FEWEST_PARTS = 3  # of a year; two dates of one year may be its begin and end
STATED = 0.85  # above it, a line is the very sum that is asked for


class Gathered(Operands):
    """Several cells as one figure."""

    def work(self, asked: Asked, named: list[Moment]) -> Worked | None:
        if (match := YEAR_AVERAGE.search(asked.text)) and len(named) == 1:
            year = int(match[1])
            return self._total(
                asked, self.along(parts.topic(asked.text), [Moment(year), Moment(year - 1)]), "year's average"
            )
        if len(named) < 2 and (listed := self.items(asked, named)):
            return self._total(asked, listed, "items")
        if len(named) >= 2:
            return self._total(asked, self._over(asked, named), "moments")
        if len(named) == 1 and (parts_of := self._within(asked, named[0])):
            return self._total(asked, parts_of, "parts of the year")
        if named or (asked.kind is Kind.SUM and not ALL.search(asked.text)):
            return self._single(asked, named)
        return self._total(asked, self.along(parts.topic(asked.text), self.all_moments()), "all moments")

    def _over(self, asked: Asked, named: list[Moment]) -> list[Choice]:
        first, last = min(named, key=when), max(named, key=when)
        between = [
            one
            for one in self.all_moments()
            if first.year and last.year and one.year and first.year <= one.year <= last.year
        ]
        whole = asked.whole and not first.quarter and len(between) > len(named)
        return self.along(parts.topic(asked.text), between if whole else named)

    def _within(self, asked: Asked, year: Moment) -> list[Choice]:
        """The quarters or months of the year asked for, where a line has several and none of the whole year."""
        of_year = [one for one in self.all_moments() if one.year == year.year]
        fine = [one for one in of_year if one.quarter or one.month]
        if year.quarter or year.month or len(fine) < FEWEST_PARTS or len(fine) < len(of_year):
            return []
        return self.along(parts.topic(asked.text), fine)

    def _single(self, asked: Asked, named: list[Moment]) -> Worked | None:
        """One moment, one line: the table states the sum itself."""
        choice = self.matcher.best(parts.topic(asked.text), named[0] if named else None)
        if choice is None or not choice.timely or choice.score < STATED:
            return None
        label = f"{self.table.line_of(choice.cell).label} {self.table.header_of(choice.cell)}"
        if asked.kind is Kind.AVERAGE and not AVERAGE.search(label):
            return None
        return Worked(choice.cell.amount.value, self.scale((choice,)), choice.cell.printed, (choice,), "stated")

    def _total(self, asked: Asked, chosen: Sequence[Choice], rule: str) -> Worked | None:
        distinct = list({(one.cell.row, one.cell.column): one for one in chosen}.values())
        if len(distinct) < 2:
            return None
        values = [one.cell.amount.value for one in distinct]
        told = " + ".join(map(str, values))
        value = sum(values, Decimal(0))
        if asked.kind is Kind.AVERAGE:
            value, told = value / len(values), f"({told}) / {len(values)}"
        return Worked(value, self.scale(distinct), told, tuple(distinct), rule)
