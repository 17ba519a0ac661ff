"""The words of a question, cut once: everything behind this takes words, never characters."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

LONGEST_QUESTION = 4_000  # characters that are read; what follows is unread
ABBREVIATED = tomllib.loads((Path(__file__).parent / "lexicon/abbreviations.toml").read_text(encoding="utf-8"))
SHORT = "|".join((*ABBREVIATED, "incl", "excl", "vs", "avg"))
PIECE = re.compile(
    r"(?:[^\W\d_]\.){2,}"  # U.S.
    rf"|\b(?i:{SHORT})\.(?=\s+\S)"  # incl.: no sentence ends here
    r"|(?<!\w)[A-PR-Za-pr-z]-\d{1,3}[A-Z]?(?![\w-])"  # F-35, C-130J
    r"|\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"  # 1,234.5
    r"|['’]s\b|[^\W\d_]+"  # a possessive, a word
    r"|[^\s]"
)
NUMBER_WORDS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
QUOTES = {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-"}
POSSESSIVE = frozenset(("'s", "'"))


@dataclass(frozen=True, slots=True)
class Word:
    """A word, number or mark at characters [start, end). key: as words are compared. glued: no space before it."""

    text: str
    start: int
    end: int
    key: str
    glued: bool = False

    @property
    def is_number(self) -> bool:
        return self.text[-1].isdecimal() and not self.is_word

    @property
    def is_word(self) -> bool:
        return self.text[0].isalpha()

    @property
    def count(self) -> int | None:
        """A whole number, in digits or as a word up to twelve."""
        if self.text.isdecimal() and len(self.text) < 5:
            return int(self.text)
        return NUMBER_WORDS.index(self.key) if self.key in NUMBER_WORDS else None


def words_of(text: str) -> tuple[Word, ...]:
    """In order, without overlap; only spaces lie between."""
    found: list[Word] = []
    for match in PIECE.finditer(text, 0, LONGEST_QUESTION):
        glued = bool(found) and found[-1].end == match.start()
        found.append(Word(match[0], match.start(), match.end(), key_of(match[0]), glued))
    return tuple(found)


def key_of(word: str) -> str:
    """A word without case and plural, in full: "Sales", "sale" are one; so are "’s" and "'s", "qtr" and "quarter"."""
    key = "".join(QUOTES.get(letter, letter) for letter in word.lower())
    if len(key) > 2 and key.endswith("."):
        key = key.rstrip(".")
    if key in ABBREVIATED:
        return str(ABBREVIATED[key])
    if len(key) < 4 or key[-1] != "s" or key.endswith(("ss", "us", "is", "'s")):
        return key
    if key.endswith("ies") and len(key) > 4:
        return key[:-3] + "y"
    if key.endswith(("sses", "ches", "shes", "xes")):
        return key[:-2]
    return key[:-1]


def joined(words: tuple[Word, ...]) -> str:
    """The words as they were written, for a label or a name: one space where there was any."""
    return "".join((word.text if word.glued or not place else " " + word.text) for place, word in enumerate(words))
