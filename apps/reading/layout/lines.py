"""Words to lines by their baselines, lines to segments by gaps, words to text."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import median

from apps.reading.layout.words import Word

BASELINE_TOLERANCE = 0.3  # of the font size
RAISED_SIZE = 0.85  # a word smaller than this against its line may be a raised or lowered mark
TOUCHING = 0.12  # of the font size: words closer than this are written together
SEGMENT_GAP = 1.0  # of the font size
PREFIXES = frozenset({"$", "€", "£", "¥", "(", "$(", "($", "US$", "C$", "€(", "£("})
SUFFIXES = frozenset({")", "%", ")%", "%)", "x"})
DIGIT = re.compile(r"\d")
RAISED_MARK = re.compile(r"^[(\[]?(?:\d{1,2}|[a-z])[)\]]?,?$|^[*†‡§]+$")
LONE_MARK = re.compile(r"^(?:[(\[]?[\d*†‡§#]{1,2}[)\]]?|[(\[][a-z]{1,2}[)\]])$")
NIL = re.compile(r"^[-–—]+$")


@dataclass(slots=True)
class Line:
    """Words on one baseline from left to right; raised and lowered marks belong to the line that they stand at."""

    words: list[Word]
    base: float = field(init=False)
    size: float = field(init=False)
    x0: float = field(init=False)
    x1: float = field(init=False)
    text: str = field(init=False)
    bold: bool = field(init=False)
    italic: bool = field(init=False)

    def __post_init__(self) -> None:
        least = RAISED_SIZE * max(word.size for word in self.words)
        tall = [word for word in self.words if word.size >= least]
        self.size = median(word.size for word in tall)
        self.base = median(word.base for word in tall)
        self.settle()

    def settle(self) -> None:
        """Take stock of the words after some were added."""
        self.words.sort(key=lambda word: word.x0)
        self.x0, self.x1 = self.words[0].x0, max(word.x1 for word in self.words)
        self.text = spell(self.words)
        self.bold, self.italic = _most(self.words, "bold"), _most(self.words, "italic")


def _most(words: list[Word], style: str) -> bool:
    """Whether nearly all letters are set in a style."""
    letters = sum(len(word.text) for word in words)
    return sum(len(word.text) for word in words if getattr(word, style)) > 0.8 * letters


def build_lines(words: Iterable[Word]) -> list[Line]:
    """Lines from top to bottom. A superscript never moves a line nor makes one of its own."""
    groups: list[list[Word]] = []
    for word in sorted(words, key=lambda item: (item.base, item.x0)):
        if groups and abs(word.base - groups[-1][-1].base) <= BASELINE_TOLERANCE * _smaller(word, groups[-1]):
            groups[-1].append(word)
        else:
            groups.append([word])
    return _absorb_marks([Line(group) for group in groups])


def _smaller(word: Word, group: list[Word]) -> float:
    """Tight against the first word of the group too, so that a slope of baselines cannot chain two lines."""
    if abs(word.base - group[0].base) > 2 * BASELINE_TOLERANCE * word.size:
        return 0.0
    return min(word.size, group[-1].size)


def _absorb_marks(lines: list[Line]) -> list[Line]:
    kept: list[Line] = []
    for at, line in enumerate(lines):
        home = next(
            (near for near in lines[max(0, at - 1) : at + 2] if near is not line and _stands_at(line, near)), None
        )
        if home is None:
            kept.append(line)
        else:
            home.words.extend(line.words)
            home.settle()
    return kept


def _stands_at(line: Line, home: Line) -> bool:
    """Whether all words of a small line touch larger words of `home`, within its height."""
    if abs(line.base - home.base) > 0.75 * home.size:
        return False
    if len(line.words) == 1 and LONE_MARK.match(line.words[0].text) and line.x1 <= home.x0 + 0.2 * home.size:
        return line.x1 > home.x0 - 4 * home.size
    if line.size > RAISED_SIZE * home.size:
        return False
    return all(any(_touches(word, other) for other in home.words) for word in line.words)


def _touches(word: Word, other: Word) -> bool:
    return -0.6 * other.size < word.x0 - other.x1 < 0.6 * other.size or abs(other.x0 - word.x1) < 0.4 * other.size


def gap(left: Word, right: Word) -> float:
    return right.x0 - left.x1


def folds(left: Word, right: Word) -> bool:
    """Whether a lone currency sign, parenthesis or percent sign belongs to the figure beside it."""
    if left.text in PREFIXES:
        return bool(DIGIT.search(right.text) or NIL.match(right.text) or right.text in PREFIXES)
    if right.text in SUFFIXES and gap(left, right) < 2.5 * left.size:
        return bool(DIGIT.search(left.text) or NIL.match(left.text) or left.text in SUFFIXES)
    return False


def segments(words: list[Word], wide: float = SEGMENT_GAP) -> list[list[Word]]:
    """Cut words of a line where the gap is wider than `wide` font sizes."""
    cut: list[list[Word]] = []
    for word in words:
        if cut and (gap(cut[-1][-1], word) <= wide * max(word.size, cut[-1][-1].size) or folds(cut[-1][-1], word)):
            cut[-1].append(word)
        else:
            cut.append([word])
    return cut


def spell(words: list[Word]) -> str:
    """Words as text: signs folded to their figure, marks apart from it, one space elsewhere."""
    pieces: list[str] = []
    for at, word in enumerate(words):
        if at and not _written_together(words[at - 1], word):
            pieces.append(" ")
        pieces.append(word.text)
    return "".join(pieces)


def _written_together(left: Word, right: Word) -> bool:
    if folds(left, right):
        return True
    if not right.glued or gap(left, right) > TOUCHING * max(left.size, right.size):
        return False
    raised = right.size < RAISED_SIZE * left.size or right.base < left.base - 0.15 * left.size
    return not (raised and RAISED_MARK.match(right.text) and DIGIT.search(left.text[-1:] + right.text[:2]))
