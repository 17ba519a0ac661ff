"""One figure over another: shares, percentages of a whole, ratios (H4)."""

import re
from decimal import Decimal

from apps.answers.table_questions import parts
from apps.answers.table_questions.asked import Asked, Kind
from apps.answers.table_questions.changes import HUNDRED
from apps.answers.table_questions.matching import Choice
from apps.answers.table_questions.moments import Moment
from apps.answers.table_questions.operands import Operands, Worked, own_moment

PLAIN = 0.8  # of items that a question enumerates


class Shares(Operands):
    """In per cent, or plain where a ratio is asked for."""

    def work(self, asked: Asked, named: list[Moment]) -> Worked | None:
        two = parts.shared_parts(parts.guarded(asked.text, self.labels()))
        if two is None and len(named) == 2:
            return self._over_time(asked, named)
        part, whole = two if two else (asked.text, "total")
        default = named[0] if len(named) == 1 else None
        over = self.segment(part, default)
        under = self.segment(whole, own_moment(part) or default, over.cell if over else None)
        if over is None or under is None or over.cell == under.cell or not under.cell.amount.value:
            return None
        listed = self._listed_in(part, under)
        first = sum((one.cell.amount.value for one in listed), Decimal(0)) if listed else over.cell.amount.value
        return self._divided(asked, first, under, tuple(listed) or (over,), "parts" if two else "of total")

    def _listed_in(self, part: str, under: Choice) -> list[Choice]:
        """Several items over one: each in the column of what they are parts of."""
        listed = parts.items(parts.without_moments(parts.guarded(part, self.labels())))
        column = [cell for cell in self.table.cells if cell.column == under.cell.column and cell != under.cell]
        chosen = self.distinct([self.best_of(parts.topic(item), column) for item in listed])
        return chosen if all(one.score >= PLAIN for one in chosen) else []

    def _over_time(self, asked: Asked, named: list[Moment]) -> Worked | None:
        chosen = self.along(parts.topic(asked.text), named)
        if len(chosen) != len(named) or chosen[0].cell == chosen[1].cell or not chosen[1].cell.amount.value:
            return None
        return self._divided(asked, chosen[0].cell.amount.value, chosen[1], (chosen[0],), "over time")

    def _divided(self, asked: Asked, first: Decimal, under: Choice, over: tuple[Choice, ...], rule: str) -> Worked:
        second = under.cell.amount.value
        told = f"{first} / {second}"
        ratio = asked.kind is Kind.RATIO and not re.search(r"percent", asked.text, re.IGNORECASE)
        value = first / second if ratio else first / second * HUNDRED
        return Worked(value, "" if ratio else "percent", told, (*over, under), rule)
