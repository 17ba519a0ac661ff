"""Programs over cells of one table (H4): changes, growth, shares, averages and sums, in `Decimal`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from apps.answers.table_questions import parts
from apps.answers.table_questions.asked import AVERAGE, Asked, Kind
from apps.answers.table_questions.matching import Choice, Matcher, words_of
from apps.answers.table_questions.moments import RANGE, Moment, mentions
from apps.answers.table_questions.table import AskedTable, Cell, bare

HUNDRED = Decimal(100)
YEAR_AVERAGE = re.compile(r"\b((?:19|20)\d\d)\s+averages?\b", re.IGNORECASE)
ALL = re.compile(r"\b(?:all|across|each|every|whole|entire|both|years|quarters|periods)\b", re.IGNORECASE)
SLACK = 0.2  # by how much a cell of the same row or column may fit worse than the best of all
FEWEST_PARTS = 3  # of a year; two dates of one year may be its begin and end
STATED = 0.85  # above it, a line is the very sum that is asked for
PLAIN = 0.8  # of items that a question enumerates
WEAK = 0.45  # below it, a cell is not what the words mean


@dataclass(frozen=True, slots=True)
class Worked:
    """A computed figure with the cells behind it; fit: the worst score among them; timely: all of the moments asked."""

    value: Decimal
    scale: str
    derivation: str
    choices: tuple[Choice, ...]
    rule: str

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(choice.cell for choice in self.choices)

    @property
    def fit(self) -> float:
        return min(choice.score for choice in self.choices)

    @property
    def margin(self) -> float:
        return min(choice.margin for choice in self.choices)

    @property
    def timely(self) -> bool:
        return all(choice.timely for choice in self.choices)


@dataclass(frozen=True)
class Arithmetic:
    """Works out a question over one table; every method gives None where the table does not state what is needed."""

    table: AskedTable
    matcher: Matcher

    def work(self, asked: Asked) -> Worked | None:
        named = parts.moments_asked(asked.named)
        if parts.is_over(asked.kind):
            return self._share(asked, named)
        if asked.kind is Kind.GROWTH or asked.kind is Kind.CHANGE:
            return self._change(asked, named)
        return self._gathered(asked, named)

    # changes

    def _change(self, asked: Asked, named: list[Moment]) -> Worked | None:
        if AVERAGE.search(asked.text) and (averaged := self._change_of_averages(asked)):
            return averaged
        if len(named) < 2 and (two := self._pair(asked, named)):
            newer, older = two
            return self._turn(asked, newer, older, "pair")
        if len(named) >= 2:
            return self._between(asked, min(named, key=_when), max(named, key=_when), "moments")
        last = named[0] if named else self._latest()
        if last is None or (earlier := self._before(last)) is None:
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
            return Worked(new - old, self._scale((newer, older)), f"{new} - {old}", (newer, older), rule)
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
        two = parts.pair(parts.guarded(asked.text, self._labels()))
        if two is None or len(AVERAGE.findall(asked.text)) < 2:
            return None
        named = parts.moments_asked(asked.named) or self._all_moments()
        return self._turned(asked, [self._mean(named, parts.topic(AVERAGE.sub(" ", part))) for part in two])

    def _mean(self, over: Sequence[Moment], text: str) -> tuple[Decimal, tuple[Choice, ...]] | None:
        chosen = self._along(text, over)
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
            return Worked(value, self._scale(chosen), told, chosen, "averages")
        return Worked(value / older[0] * HUNDRED, "percent", f"({told}) / {older[0]}", chosen, "averages")

    # shares

    def _share(self, asked: Asked, named: list[Moment]) -> Worked | None:
        two = parts.shared_parts(parts.guarded(asked.text, self._labels()))
        if two is None and len(named) == 2:
            return self._over_time(asked, named)
        part, whole = two if two else (asked.text, "total")
        default = named[0] if len(named) == 1 else None
        over = self._segment(part, default)
        under = self._segment(whole, _own(part) or default, over.cell if over else None)
        if over is None or under is None or over.cell == under.cell or not under.cell.amount.value:
            return None
        listed = self._listed_in(part, under)
        first = sum((one.cell.amount.value for one in listed), Decimal(0)) if listed else over.cell.amount.value
        return self._divided(asked, first, under, tuple(listed) or (over,), "parts" if two else "of total")

    def _listed_in(self, part: str, under: Choice) -> list[Choice]:
        """Several items over one: each in the column of what they are parts of."""
        listed = parts.items(parts.without_moments(parts.guarded(part, self._labels())))
        column = [cell for cell in self.table.cells if cell.column == under.cell.column and cell != under.cell]
        chosen = self._distinct([self._best_of(parts.topic(item), column) for item in listed])
        return chosen if all(one.score >= PLAIN for one in chosen) else []

    def _over_time(self, asked: Asked, named: list[Moment]) -> Worked | None:
        chosen = self._along(parts.topic(asked.text), named)
        if len(chosen) != len(named) or chosen[0].cell == chosen[1].cell or not chosen[1].cell.amount.value:
            return None
        return self._divided(asked, chosen[0].cell.amount.value, chosen[1], (chosen[0],), "over time")

    def _divided(self, asked: Asked, first: Decimal, under: Choice, over: tuple[Choice, ...], rule: str) -> Worked:
        second = under.cell.amount.value
        told = f"{first} / {second}"
        ratio = asked.kind is Kind.RATIO and not re.search(r"percent", asked.text, re.IGNORECASE)
        value = first / second if ratio else first / second * HUNDRED
        return Worked(value, "" if ratio else "percent", told, (*over, under), rule)

    def _segment(self, text: str, default: Moment | None, beside: Cell | None = None) -> Choice | None:
        words = parts.topic(text)
        if beside is None:
            return self.matcher.best(words, _own(text) or default)
        choice = self.matcher.best(words, _own(text) or default)
        column = [cell for cell in self.table.cells if cell.column == beside.column and cell.row != beside.row]
        row = [cell for cell in self.table.cells if cell.row == beside.row and cell.column != beside.column]
        same = self._best_of(words, [*column, *row])
        if same is None or choice is None or same.score < choice.score - SLACK:
            return choice
        return same if _own(text) is None or same.cell == choice.cell else choice

    def _best_of(self, text: str, cells: Sequence[Cell]) -> Choice | None:
        words, phrase = words_of(text), f" {text.lower()} "
        scored = [Choice(cell, self.matcher.score(cell, words, phrase)) for cell in cells]
        return max(scored, key=lambda one: one.score, default=None)

    # averages and sums

    def _gathered(self, asked: Asked, named: list[Moment]) -> Worked | None:
        if (match := YEAR_AVERAGE.search(asked.text)) and len(named) == 1:
            year = int(match[1])
            return self._total(
                asked, self._along(parts.topic(asked.text), [Moment(year), Moment(year - 1)]), "year's average"
            )
        if len(named) < 2 and (listed := self._items(asked, named)):
            return self._total(asked, listed, "items")
        if len(named) >= 2:
            return self._total(asked, self._over(asked, named), "moments")
        if len(named) == 1 and (parts_of := self._within(asked, named[0])):
            return self._total(asked, parts_of, "parts of the year")
        if named or (asked.kind is Kind.SUM and not ALL.search(asked.text)):
            return self._single(asked, named)
        return self._total(asked, self._along(parts.topic(asked.text), self._all_moments()), "all moments")

    def _over(self, asked: Asked, named: list[Moment]) -> list[Choice]:
        first, last = min(named, key=_when), max(named, key=_when)
        between = [
            one
            for one in self._all_moments()
            if first.year and last.year and one.year and first.year <= one.year <= last.year
        ]
        whole = asked.whole and not first.quarter and len(between) > len(named)
        return self._along(parts.topic(asked.text), between if whole else named)

    def _within(self, asked: Asked, year: Moment) -> list[Choice]:
        """The quarters or months of the year asked for, where a line has several and none of the whole year."""
        of_year = [one for one in self._all_moments() if one.year == year.year]
        fine = [one for one in of_year if one.quarter or one.month]
        if year.quarter or year.month or len(fine) < FEWEST_PARTS or len(fine) < len(of_year):
            return []
        return self._along(parts.topic(asked.text), fine)

    def _single(self, asked: Asked, named: list[Moment]) -> Worked | None:
        """One moment, one line: the table states the sum itself."""
        choice = self.matcher.best(parts.topic(asked.text), named[0] if named else None)
        if choice is None or not choice.timely or choice.score < STATED:
            return None
        label = f"{self.table.line_of(choice.cell).label} {self.table.header_of(choice.cell)}"
        if asked.kind is Kind.AVERAGE and not AVERAGE.search(label):
            return None
        return Worked(choice.cell.amount.value, self._scale((choice,)), choice.cell.printed, (choice,), "stated")

    def _total(self, asked: Asked, chosen: Sequence[Choice], rule: str) -> Worked | None:
        distinct = list({(one.cell.row, one.cell.column): one for one in chosen}.values())
        if len(distinct) < 2:
            return None
        values = [one.cell.amount.value for one in distinct]
        told = " + ".join(map(str, values))
        value = sum(values, Decimal(0))
        if asked.kind is Kind.AVERAGE:
            value, told = value / len(values), f"({told}) / {len(values)}"
        return Worked(value, self._scale(distinct), told, tuple(distinct), rule)

    def _along(self, text: str, over: Sequence[Moment]) -> list[Choice]:
        """The cells of one line at several moments."""
        chosen: list[Choice] = []
        for moment in over:
            choice = self.matcher.best(text, moment, chosen[0].cell if chosen else None)
            if choice is None or not choice.timely:
                return []
            chosen.append(choice)
        return chosen

    def _items(self, asked: Asked, named: list[Moment]) -> list[Choice]:
        """Several items at one moment: "A, B and C in 2019"; each must mean a cell of its own."""
        text = parts.guarded(asked.text, self._labels())
        listed = parts.items(parts.without_moments(text))
        moment = named[0] if named else None
        return self._distinct([self.matcher.best(parts.topic(item), moment) for item in listed])

    def _pair(self, asked: Asked, named: list[Moment]) -> tuple[Choice, Choice] | None:
        two = parts.pair(parts.guarded(asked.text, self._labels()))
        moment = named[0] if named else None
        if two is None:
            return None
        second = self._segment(two[1], moment)
        first = self._segment(two[0], moment, second.cell if second and _own(two[1]) is None else None)
        chosen = self._distinct([first, second])
        return (chosen[0], chosen[1]) if len(chosen) == 2 else None

    @staticmethod
    def _distinct(chosen: Sequence[Choice | None]) -> list[Choice]:
        good = [one for one in chosen if one and one.timely and one.score >= WEAK]
        places = {(one.cell.row, one.cell.column) for one in good}
        return good if len(good) == len(chosen) == len(places) > 1 else []

    # what the table has

    def _labels(self) -> list[str]:
        return [bare(line.label) for line in self.table.lines] + list(self.table.headers)

    def _all_moments(self) -> list[Moment]:
        found = (self.table.moment_of(cell) for cell in self.table.cells)
        return sorted({one for one in found if one and one.year}, key=_when)

    def _latest(self) -> Moment | None:
        return max(self._all_moments(), key=_when, default=None)

    def _before(self, moment: Moment) -> Moment | None:
        same = [one for one in self._all_moments() if (one.quarter, one.month) == (moment.quarter, moment.month)]
        pool = same or self._all_moments()
        return max((one for one in pool if _when(one)[0] < _when(moment)[0]), key=_when, default=None)

    def _scale(self, chosen: Sequence[Choice]) -> str:
        return self.table.scale_of(chosen[0].cell)


def _own(text: str) -> Moment | None:
    named = parts.moments_asked(mentions(text))
    return named[0] if named else None


def _when(moment: Moment) -> tuple[int, int, int]:
    return moment.when
