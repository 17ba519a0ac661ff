"""What the operations stand on: the cells of lines and items that a question names, at the moments that it names."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from apps.answers.table_questions import parts
from apps.answers.table_questions.asked import Asked
from apps.answers.table_questions.matching import Choice, Matcher, words_of
from apps.answers.table_questions.moments import Moment, mentions
from apps.answers.table_questions.table import AskedTable, Cell, bare

SLACK = 0.2  # by how much a cell of the same row or column may fit worse than the best of all
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
class Operands:
    """Finds cells; every method gives None or nothing where the table does not state what is needed."""

    table: AskedTable
    matcher: Matcher

    def segment(self, text: str, default: Moment | None, beside: Cell | None = None) -> Choice | None:
        words = parts.topic(text)
        if beside is None:
            return self.matcher.best(words, own_moment(text) or default)
        choice = self.matcher.best(words, own_moment(text) or default)
        column = [cell for cell in self.table.cells if cell.column == beside.column and cell.row != beside.row]
        row = [cell for cell in self.table.cells if cell.row == beside.row and cell.column != beside.column]
        same = self.best_of(words, [*column, *row])
        if same is None or choice is None or same.score < choice.score - SLACK:
            return choice
        return same if own_moment(text) is None or same.cell == choice.cell else choice

    def best_of(self, text: str, cells: Sequence[Cell]) -> Choice | None:
        words, phrase = words_of(text), f" {text.lower()} "
        scored = [Choice(cell, self.matcher.score(cell, words, phrase)) for cell in cells]
        return max(scored, key=lambda one: one.score, default=None)

    def along(self, text: str, over: Sequence[Moment]) -> list[Choice]:
        """The cells of one line at several moments."""
        chosen: list[Choice] = []
        for moment in over:
            choice = self.matcher.best(text, moment, chosen[0].cell if chosen else None)
            if choice is None or not choice.timely:
                return []
            chosen.append(choice)
        return chosen

    def items(self, asked: Asked, named: list[Moment]) -> list[Choice]:
        """Several items at one moment: "A, B and C in 2019"; each must mean a cell of its own."""
        text = parts.guarded(asked.text, self.labels())
        listed = parts.items(parts.without_moments(text))
        moment = named[0] if named else None
        return self.distinct([self.matcher.best(parts.topic(item), moment) for item in listed])

    def pair(self, asked: Asked, named: list[Moment]) -> tuple[Choice, Choice] | None:
        two = parts.pair(parts.guarded(asked.text, self.labels()))
        moment = named[0] if named else None
        if two is None:
            return None
        second = self.segment(two[1], moment)
        first = self.segment(two[0], moment, second.cell if second and own_moment(two[1]) is None else None)
        chosen = self.distinct([first, second])
        return (chosen[0], chosen[1]) if len(chosen) == 2 else None

    @staticmethod
    def distinct(chosen: Sequence[Choice | None]) -> list[Choice]:
        good = [one for one in chosen if one and one.timely and one.score >= WEAK]
        places = {(one.cell.row, one.cell.column) for one in good}
        return good if len(good) == len(chosen) == len(places) > 1 else []

    def labels(self) -> list[str]:
        return [bare(line.label) for line in self.table.lines] + list(self.table.headers)

    def all_moments(self) -> list[Moment]:
        found = (self.table.moment_of(cell) for cell in self.table.cells)
        return sorted({one for one in found if one and one.year}, key=when)

    def latest(self) -> Moment | None:
        return max(self.all_moments(), key=when, default=None)

    def before(self, moment: Moment) -> Moment | None:
        same = [one for one in self.all_moments() if (one.quarter, one.month) == (moment.quarter, moment.month)]
        pool = same or self.all_moments()
        return max((one for one in pool if when(one)[0] < when(moment)[0]), key=when, default=None)

    def scale(self, chosen: Sequence[Choice]) -> str:
        return self.table.scale_of(chosen[0].cell)


def own_moment(text: str) -> Moment | None:
    named = parts.moments_asked(mentions(text))
    return named[0] if named else None


def when(moment: Moment) -> tuple[int, int, int]:
    return moment.when
