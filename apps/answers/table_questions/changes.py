"""Changes and growth between moments, between items, and of averages (H4)."""

import re
from collections.abc import Sequence
from decimal import Decimal

from apps.answers.table_questions import parts
from apps.answers.table_questions.asked import Asked, Kind
from apps.answers.table_questions.matching import Choice
from apps.answers.table_questions.moments import RANGE, Moment
from apps.answers.table_questions.operands import Operands, Worked, when
from apps.answers.table_questions.phrases import AVERAGE

HUNDRED = Decimal(100)
FELL = re.compile(r"\b(?:decreas|declin|fall|fell|drop)\w*\s+by\b", re.IGNORECASE)  # says which way by itself
YEAR_AVERAGE = re.compile(r"\b((?:19|20)\d\d)\s+averages?\b", re.IGNORECASE)


class Changes(Operands):
    """Newer less older, or that over the older."""

    def work(self, asked: Asked, named: list[Moment]) -> Worked | None:
        if AVERAGE.search(asked.text) and (averaged := self._change_of_averages(asked)):
            return averaged
        if len(named) < 2 and (two := self.pair(asked, named)):
            newer, older = two
            return self._turn(asked, newer, older, "pair")
        if len(named) >= 2:
            return self._between(asked, min(named, key=when), max(named, key=when), "moments")
        last = named[0] if named else self.latest()
        if last is None or (earlier := self.before(last)) is None:
            return None
        return self._between(asked, earlier, last, "moment before")

    def _between(self, asked: Asked, earlier: Moment, later: Moment, rule: str) -> Worked | None:
        text = parts.topic(asked.text)
        newer = self.matcher.best(text, later)
        older = self.matcher.best(text, earlier, newer.cell if newer else None)
        if newer is None or older is None or newer.cell == older.cell or not (newer.timely and older.timely):
            return None
        return self._turn(asked, newer, older, rule)

    def _turn(self, asked: Asked, newer: Choice, older: Choice, rule: str) -> Worked | None:
        new, old = newer.cell.amount.value, older.cell.amount.value
        if asked.kind is Kind.CHANGE:
            value = abs(new - old) if new < old and FELL.search(asked.text) else new - old
            return Worked(value, self.scale((newer, older)), f"{new} - {old}", (newer, older), rule)
        if not old:
            return None
        return Worked((new - old) / old * HUNDRED, "percent", f"({new} - {old}) / {old}", (newer, older), rule)

    def _change_of_averages(self, asked: Asked) -> Worked | None:
        """ "... between 2017-2018 and 2018-2019", or between two items of which an average is named each."""
        spans = [(int(match[1]), int(match[2])) for match in RANGE.finditer(asked.text)]
        text = parts.topic(AVERAGE.sub(" ", asked.text))
        if len(spans) == 2:
            both = [self._mean([Moment(first), Moment(last)], text) for first, last in sorted(spans, reverse=True)]
            return self._turned(asked, both)
        years = [int(match[1]) for match in YEAR_AVERAGE.finditer(asked.text)]
        if len(years) != 2 or (two := parts.pair(asked.text)) is None:
            return self._pair_of_averages(asked)
        topics = [parts.topic(AVERAGE.sub(" ", part)) for part in two]
        topics = [part or topics[-1 - place] for place, part in enumerate(topics)]
        both = [self._mean([Moment(year - 1), Moment(year)], part) for year, part in zip(years, topics, strict=True)]
        return self._turned(asked, both)

    def _pair_of_averages(self, asked: Asked) -> Worked | None:
        two = parts.pair(parts.guarded(asked.text, self.labels()))
        if two is None or len(AVERAGE.findall(asked.text)) < 2:
            return None
        named = parts.moments_asked(asked.named) or self.all_moments()
        return self._turned(asked, [self._mean(named, parts.topic(AVERAGE.sub(" ", part))) for part in two])

    def _mean(self, over: Sequence[Moment], text: str) -> tuple[Decimal, tuple[Choice, ...]] | None:
        chosen = self.along(text, over)
        if len(chosen) < 2:
            return None
        return sum((one.cell.amount.value for one in chosen), Decimal(0)) / len(chosen), tuple(chosen)

    def _turned(self, asked: Asked, both: Sequence[tuple[Decimal, tuple[Choice, ...]] | None]) -> Worked | None:
        newer, older = both
        if newer is None or older is None or newer[1] == older[1] or not older[0]:
            return None
        value = newer[0] - older[0]
        chosen, told = (*newer[1], *older[1]), f"{newer[0]} - {older[0]}"
        if asked.kind is Kind.CHANGE:
            return Worked(value, self.scale(chosen), told, chosen, "averages")
        return Worked(value / older[0] * HUNDRED, "percent", f"({told}) / {older[0]}", chosen, "averages")
