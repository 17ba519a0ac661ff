"""A text as words that can be compared with names: no case, accents, punctuation or possessive."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*['’]?|[&+]")
POSSESSIVE = re.compile(r"(?:['’]s?|(?<=[A-Z])['’]S)$")
APART = re.compile(r"[,;:?!()\[\]{}\"“”|/\n\r–—$€£#]|\s-|-\s")
AND = "&"


@dataclass(frozen=True, slots=True)
class Token:
    """A word at [start, end) of a text. key: its letters and digits, "&" for whatever is read as "and".

    apart: a mark stands between it and the word before, so that no name goes across. glued: no blank stands there.
    before: what stands between it and the word before.
    """

    text: str
    start: int
    end: int
    key: str
    possessive: bool
    apart: bool
    glued: bool
    before: str

    @property
    def capital(self) -> bool:
        return self.text[0].isupper()


def tokens(text: str) -> tuple[Token, ...]:
    """The words of `text`. A possessive belongs to its word, and not to the key."""
    found: list[Token] = []
    for match in WORD.finditer(text):
        bare = POSSESSIVE.sub("", match[0]) or match[0]
        between = text[found[-1].end if found else 0 : match.start()]
        apart = not found or bool(APART.search(between)) or _ends(found[-1], between)
        glued = not apart and not between.isspace()
        found.append(Token(bare, match.start(), match.end(), _key(bare), bare != match[0], apart, glued, between))
    return tuple(found)


def _key(word: str) -> str:
    return AND if word in {"&", "+", "n"} or word.lower() == "and" else letters(word) or word.lower()


def _ends(last: Token, between: str) -> bool:
    """Whether a full stop ends a sentence: behind "J." or "No." it does not."""
    return ". " in between and len(last.key) > 2


@lru_cache(maxsize=65536)
def letters(word: str) -> str:
    """A word's letters and digits, lower case and without accents; "&" stays what it is."""
    if word.isascii() and word.isalnum():
        return word.lower()
    plain = unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9&]", "", plain)


def joined(keys: Sequence[str]) -> str:
    """Keys as one: neither blanks nor hyphens nor "and" tell two names apart."""
    return "".join(key for key in keys if key != AND)
