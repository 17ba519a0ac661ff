"""Which short lines are headings, and how high they rank in this document."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from apps.reading.layout.lines import Line

PART = re.compile(r"^part\s+(?:[ivx]+|\d+)\b[.:]?(?:\s|$)", re.IGNORECASE)
ITEM = re.compile(r"^item\s+\d{1,2}[a-c]?\s*[.:—–-]?(?:\s|$)", re.IGNORECASE)
NOTE = re.compile(r"^(?:note\s+\d{1,2}\b|\d{1,2}\.\s+[A-Z])", re.IGNORECASE)
CAPTION = re.compile(r"^\(.*\)$")
SENTENCE_END = re.compile(r"[.;,]$")
MAX_WORDS, MAX_SENTENCE, MAX_LINES = 18, 45, 4
LARGER, MUCH_LARGER = 1.12, 1.5  # times the size of running text
LOWEST = 6
COMMON = 3  # lines of a style before it counts as one of the document's own

Style = tuple[float, bool, bool, bool]  # size, capitals, bold, italic


@dataclass(slots=True)
class Styles:
    """The size of running text and the ranks of heading styles in one document."""

    body: float
    tiers: list[int] = field(default_factory=list)  # those that the document uses, highest first
    has_items: bool = False


def style_of(line: Line) -> Style:
    return (round(line.size * 2) / 2, is_capitals(line.text), line.bold, line.italic)


def is_capitals(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    return len(letters) >= 4 and sum(char.isupper() for char in letters) > 0.9 * len(letters)


def learn(pages: Iterable[list[Line]]) -> Styles:
    """Body size by letters, and heading styles from large to small, capitals and bold first."""
    letters: Counter[float] = Counter()
    shapes: Counter[Style] = Counter()
    items = 0
    for lines in pages:
        for line in lines:
            letters[round(line.size, 1)] += sum(len(word.text) for word in line.words)
            if len(line.words) <= MAX_WORDS and (line.bold or is_capitals(line.text)):
                shapes[style_of(line)] += 1
                items += bool(ITEM.match(line.text))
    body = letters.most_common(1)[0][0] if letters else 10.0
    used: Counter[int] = Counter()
    for style, count in shapes.items():
        used[tier(style, body)] += count
    return Styles(body, sorted(own for own, count in used.items() if count >= COMMON), items >= 3)


def tier(style: Style, body: float) -> int:
    """0 for the largest headings; among those of body size capitals in bold come first and italics last."""
    size, capitals, bold, italic = style
    if size >= LARGER * body:
        return 0 if size >= MUCH_LARGER * body else 1
    if bold:
        return 2 if capitals else 5 if italic else 3
    return 4 if capitals else 6


def heading_level(lines: list[Line], styles: Styles) -> int:
    """1 for the highest; 0 when the lines are no heading."""
    text = " ".join(line.text for line in lines)
    words = sum(len(line.words) for line in lines)
    if (
        len(lines) > MAX_LINES
        or words > MAX_SENTENCE
        or not any(char.isalpha() for char in text)
        or CAPTION.match(text)
    ):
        return 0
    named = _named_level(text, words)
    if not named and not _looks(lines, text, words, styles.body):
        return 0
    return named if named and styles.has_items else _ranked(lines[0], styles)


def _named_level(text: str, words: int) -> int:
    if words > MAX_WORDS or (words > 8 and SENTENCE_END.search(text) and not ITEM.match(text)):
        return 0
    if PART.match(text) and words <= 12:
        return 1
    return 2 if ITEM.match(text) else 0


def _looks(lines: list[Line], text: str, words: int, body: float) -> bool:
    if text[0].islower() or text[-1] in ",;" or text.startswith(("$", "/s/")):
        return False
    if all(line.bold for line in lines):
        return words <= MAX_WORDS or text.endswith((".", "?"))
    if words > MAX_WORDS or SENTENCE_END.search(text):
        return False
    if min(line.size for line in lines) >= LARGER * body or is_capitals(text):
        return True
    return len(lines) == 1 and words <= 15 and lines[0].italic and not text.endswith(":")


def _ranked(line: Line, styles: Styles) -> int:
    base = 3 if styles.has_items else 1
    own = tier(style_of(line), styles.body)
    return min(LOWEST, base + sum(1 for used in styles.tiers if used < own))
