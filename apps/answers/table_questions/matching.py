"""Which cell the words of a question mean: words weighed by how few of the table's lines have them."""

import math
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from apps.answers.table_questions.moments import MONTH, Moment, mentions
from apps.answers.table_questions.table import AskedTable, Cell, bare
from apps.answers.wording import stems, topic

MONTHS_AND_SPANS = re.compile(
    rf"\b(?:{MONTH}|years?|months?|quarters?|ended|ending|fiscal|fy|as of|at)\b", re.IGNORECASE
)
NUMBER_WORDS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "ten": "10"}
BOUNDS = frozenset({"more", "over", "under", "after", "before", "within"})
IN_LABEL, IN_HEADER, ABOVE = 1.0, 0.8, 0.6  # how much a word counts by where it stands
COVER, LABEL, HEADER, VERBATIM = 0.5, 0.35, 0.15, 0.25
SAME_ROW, SAME_COLUMN, SAME_LABEL = 0.5, 0.3, 0.2


@dataclass(frozen=True, slots=True)
class Choice:
    """A cell and how well it fits.

    timely: it is of the moment asked for; margin: to the best other cell of its row or column.
    """

    cell: Cell
    score: float
    timely: bool = True
    margin: float = 1.0


@lru_cache(maxsize=20_000)
def words_of(text: str) -> frozenset[str]:
    """Stems, small numbers as digits, and the words that tell "more than 5 years" from "less than 5 years"."""
    lowered = text.lower()
    digits = {digit for word, digit in NUMBER_WORDS.items() if word in re.findall(r"[a-z]+", lowered)}
    return frozenset(stems(text)) | digits | (BOUNDS & set(re.findall(r"[a-z]+", lowered)))


@lru_cache(maxsize=20_000)
def _header_words(text: str) -> frozenset[str]:
    if not mentions(text):
        return words_of(text)
    return frozenset(word for word in words_of(MONTHS_AND_SPANS.sub(" ", text)) if not word[0].isdigit())


@dataclass(frozen=True)
class Matcher:
    """Scores every data cell of a table against words."""

    table: AskedTable

    @cached_property
    def weights(self) -> dict[str, float]:
        lines = [words_of(f"{line.label} {line.section}") for line in self.table.lines]
        lines += [_header_words(header) for header in self.table.headers]
        counted = Counter(word for words in lines for word in words)
        return {word: math.log(1 + len(lines) / count) for word, count in counted.items()}

    def weight(self, words: Iterable[str]) -> float:
        return sum(self.weights.get(word, 0.0) for word in words)

    def score(self, cell: Cell, words: frozenset[str], phrase: str) -> float:
        """From 0 to about 1.25: how much of the question the cell's labels cover, and how much of them it names."""
        line = self.table.line_of(cell)
        label, above = words_of(bare(line.label)), words_of(line.section)
        header = _header_words(self.table.header_of(cell))
        asked = self.weight(words)
        covered = sum(
            self.weights[word] * (IN_LABEL if word in label else IN_HEADER if word in header else ABOVE)
            for word in words & (label | header | above)
            if word in self.weights
        )
        cover = covered / asked if asked else 0.0
        verbatim = VERBATIM * _stands_in(bare(line.label), phrase) if line.label else 0.0
        return COVER * cover + LABEL * self._named(label, words) + HEADER * self._named(header, words) + verbatim

    def _named(self, label: frozenset[str], words: frozenset[str]) -> float:
        whole = self.weight(label)
        return self.weight(label & words) / whole if whole else 1.0

    def best(self, text: str, moment: Moment | None, beside: Cell | None = None) -> Choice | None:
        """The best cell for the words of `text` at `moment`; beside: the cell of the same line at another moment."""
        words, phrase = words_of(text), _plain(text)
        cells, timely = self.timely(moment)
        scored = [(self.score(cell, words, phrase) + self._near(cell, beside), cell) for cell in cells]
        if not scored:
            return None
        score, cell = max(scored, key=lambda one: (round(one[0], 6), -one[1].row, -one[1].column))
        others = [other for other, one in scored if (one.row == cell.row) != (one.column == cell.column)]
        return Choice(cell, score, timely, score - max(others, default=0.0))

    def strays(self, cell: Cell, text: str) -> frozenset[str]:
        """The words of `text` that say something and stand nowhere at the cell's row or column."""
        line = self.table.line_of(cell)
        beside = words_of(f"{line.label} {line.section}") | words_of(self.table.header_of(cell))
        return frozenset(topic(text)) - beside

    def timely(self, moment: Moment | None) -> tuple[list[Cell], bool]:
        """The cells of a moment; all of them, and False, when the table names it nowhere."""
        if moment is None:
            return list(self.table.cells), True
        fitting = [cell for cell in self.table.cells if (own := self.table.moment_of(cell)) and moment.fits(own)]
        exact = [cell for cell in fitting if self.table.moment_of(cell) == moment]
        return (exact or fitting, True) if fitting else (list(self.table.cells), False)

    def _near(self, cell: Cell, beside: Cell | None) -> float:
        if beside is None:
            return 0.0
        ours, theirs = self.table.line_of(cell), self.table.line_of(beside)
        heads = _header_words(self.table.header_of(cell)) == _header_words(self.table.header_of(beside))
        return (
            SAME_ROW * (cell.row == beside.row)
            + SAME_COLUMN * (cell.column == beside.column or heads)
            + SAME_LABEL * (ours.label == theirs.label)
        )


@lru_cache(maxsize=20_000)
def _plain(text: str) -> str:
    return f" {re.sub(r'[^a-z0-9]+', ' ', text.lower()).strip()} "


def _stands_in(label: str, phrase: str) -> float:
    """Whether the label stands in the question word for word; longer ones count for more."""
    plain = _plain(label)
    return min(1.0, 0.4 + 0.15 * len(plain.split())) if plain.strip() and plain in phrase else 0.0
