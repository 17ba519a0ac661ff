"""Segments of a line and what they are: figures, years, nil dashes, or text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise

from apps.reading.layout.lines import RAISED_SIZE, SEGMENT_GAP, Line, folds, gap, spell
from apps.reading.layout.words import Word

SIGN_GAP = 0.15  # of the font size: so little parts a figure from the currency sign of the next
FIGURE_GAP = 0.45  # of the font size: two whole figures this far apart stand in two columns
HEADER_GAP, NARROW_HEADER_GAP = 0.75, 0.5  # of the font size, between headers of neighbouring columns
MARK_REACH = 2.5  # of the font size, between a figure and its raised mark
_CURRENCY = r"(?:US|C|A|CA|HK|NZ|S|R)?[$€£¥]|EUR|USD|GBP|CHF"
_BODY = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+"
NUMBER = re.compile(
    rf"^[+\-–—~<>≈]?\(?(?:{_CURRENCY})?\(?[+\-–—]?(?:{_BODY})(?:bps?|pts?|pp|[xXMBK])?\)?%?\)?(?:/\d+)?(?:pts?|bps|points?|pp|x)?$"
)
_BOUND = rf"(?:{_CURRENCY})?(?:{_BODY})%?(?:million|billion)?"
RANGE = re.compile(rf"^(?=.*[.%$,])(?!.*\d{{4}}){_BOUND}(?:[-–—]|to|and){_BOUND}$")
TERM = re.compile(r"^\d{1,2}\.\d{1,2}(?:years?|months?)$", re.IGNORECASE)
YEAR = re.compile(r"^(?:19|20)\d\d[*E]?$")
NIL = re.compile(rf"^(?:{_CURRENCY})?\(?[-–—]+\)?%?$")
SOFT = re.compile(r"^(?:n/?[am]|n\.[am]\.?|nil|none|\*+|nmf?|n/c)%?$", re.IGNORECASE)
MARK = re.compile(r"^(?:(?:\((?:\d{1,2}|[a-z]{1,2})\)|\[\d{1,2}\]|[\da-z*†‡§#®™]),?){1,4}$")
GLUED_MARK = re.compile(r"^(?P<figure>.*\d[)%]*)(?P<mark>(?:\((?:\d{1,2}|[a-z])\)|[*†‡§]){1,4})$")
GLUED_SIGN = re.compile(r"^(?P<figure>.*[\d)%\-–—])[$€£¥]$")
CLOSING = re.compile(r"[)%*]+$")


class Kind(Enum):
    """What a segment is. SOFT stands where a figure could ("N/M"); YEAR may be a figure, a label or a header."""

    TEXT = "text"
    NUMBER = "number"
    YEAR = "year"
    NIL = "nil"
    SOFT = "soft"


@dataclass(slots=True)
class Segment:
    """Neighbouring words of one line. `marks` are footnote marks after a figure, apart from its words."""

    words: list[Word]
    marks: list[Word] = field(default_factory=list)
    text: str = field(init=False)
    kind: Kind = field(init=False)
    x0: float = field(init=False)
    x1: float = field(init=False)

    def __post_init__(self) -> None:
        self.x0, self.x1 = self.words[0].x0, self.words[-1].x1
        self.text = spell(self.words)
        self.kind = classify(self.text)
        if self.kind is Kind.TEXT:
            self._set_marks_apart()

    @property
    def is_value(self) -> bool:
        return self.kind is not Kind.TEXT

    @property
    def center(self) -> float:
        return (self.x0 + self.x1) / 2

    @property
    def size(self) -> float:
        return max(word.size for word in self.words)

    @property
    def edge(self) -> float:
        """Where the digits end: figures align there, and closing parentheses and percent signs hang beyond it."""
        last = self.words[-1]
        closing = CLOSING.search(last.text)
        if not closing:
            return last.x1
        if closing.start() == 0:
            return self.words[-2].x1 if len(self.words) > 1 else last.x1
        hanging = sum(0.33 if sign == ")" else 0.8 for sign in closing[0]) * last.size
        return max(last.x0, last.x1 - hanging)

    def _set_marks_apart(self) -> None:
        """Take footnote marks off a figure: words after it, or characters glued to it."""
        words = list(self.words)
        marks: list[Word] = []
        while len(words) > 1 and MARK.match(words[-1].text) and _is_mark(words[-2], words[-1]):
            marks.insert(0, words.pop())
        if (glued := GLUED_MARK.match(words[-1].text)) and classify(glued["figure"]) is not Kind.TEXT:
            figure, mark = cut_word(words[-1], len(glued["figure"]))
            words[-1:] = [figure]
            marks.insert(0, mark)
        kind = classify(spell(words))
        if marks and kind is not Kind.TEXT:
            self.words, self.marks, self.kind = words, marks, kind
            self.text, self.x1 = spell(words), words[-1].x1


def classify(text: str) -> Kind:
    """The kind of a segment's text."""
    squeezed = text.replace(" ", "")
    if not squeezed[:1] or (squeezed[0].isalpha() and not squeezed[-1:].isdigit() and len(squeezed) > 5):
        return Kind.TEXT
    if YEAR.match(squeezed):
        return Kind.YEAR
    if NUMBER.match(squeezed) or RANGE.match(squeezed) or TERM.match(squeezed):
        return Kind.NUMBER
    if NIL.match(squeezed):
        return Kind.NIL
    return Kind.SOFT if SOFT.match(squeezed) else Kind.TEXT


def _is_mark(before: Word, mark: Word) -> bool:
    """A bare digit or letter is a mark only if it is raised or small; one in parentheses or a star also beside it."""
    raised = mark.size < RAISED_SIZE * before.size or mark.base < before.base - 0.15 * before.size
    return raised or (not mark.text[0].isalnum() and gap(before, mark) < FIGURE_GAP * before.size)


def cut_word(word: Word, at: int) -> tuple[Word, Word]:
    """A word in two, the place of the cut estimated from the number of characters."""
    x = word.x0 + (word.x1 - word.x0) * at / len(word.text)
    left = Word(word.text[:at], word.x0, x, word.base, word.size, word.bold, word.italic, word.glued)
    return left, Word(word.text[at:], x, word.x1, word.base, word.size, word.bold, word.italic)


def split(line: Line, wide: float = SEGMENT_GAP) -> list[Segment]:
    """The segments of a line; whole figures side by side are cut at smaller gaps than words."""
    groups: list[list[Word]] = []
    for word in _signs_apart(line.words):
        if groups and not _cuts(groups[-1], word, wide):
            groups[-1].append(word)
        else:
            groups.append([word])
    return [Segment(group) for group in groups]


def _signs_apart(words: list[Word]) -> Iterator[Word]:
    """The words, the currency sign of the next column cut off a figure that it touches."""
    for word in words:
        glued = GLUED_SIGN.match(word.text) if word.text[-1] in "$€£¥" else None
        if glued and classify(glued["figure"]) is not Kind.TEXT:
            yield from cut_word(word, len(glued["figure"]))
        else:
            yield word


def split_header(line: Line) -> list[Segment]:
    """The segments of a line of headers: narrow columns leave little more than a space between their headers."""
    spaces = [gap(left, right) / line.size for left, right in pairwise(line.words) if gap(left, right) > 0]
    return split(line, min(HEADER_GAP, max(NARROW_HEADER_GAP, 1.6 * min(spaces, default=0.0))))


def _cuts(group: list[Word], word: Word, wide: float) -> bool:
    last = group[-1]
    if folds(last, word):
        return False
    space = gap(last, word)
    size = max(word.size, last.size)
    if word.size < RAISED_SIZE * last.size and MARK.match(word.text) and space < MARK_REACH * size:
        return False
    if space > wide * size:
        return True
    if word.text[0] in "$€£¥":
        return (space > SIGN_GAP * size or not word.glued) and _is_figure(spell(group))
    return space > FIGURE_GAP * size and _is_figure(spell(group)) and _is_figure(word.text)


def _is_figure(text: str) -> bool:
    return classify(text) in (Kind.NUMBER, Kind.NIL, Kind.YEAR)
