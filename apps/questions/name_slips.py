"""Names that are one letter off: one letter too many, too few or wrong, or two neighbours that changed places."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

SHORTEST = 5  # letters of a name that may be misspelled; of so short a one only doubled and exchanged letters are found
FREE = 6  # letters from which any one letter may be wrong


@dataclass(slots=True)
class Spellings:
    """Names by their first and by their last letters: one slip leaves one of both as it is."""

    heads: dict[tuple[int, str], list[str]] = field(default_factory=lambda: defaultdict(list))
    tails: dict[tuple[int, str], list[str]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(cls, names: Iterable[str]) -> "Spellings":
        spellings = cls()
        for name in names:
            if len(name) >= SHORTEST:
                head, tail = _ends(len(name))
                spellings.heads[len(name), name[:head]].append(name)
                spellings.tails[len(name), name[-tail:]].append(name)
        return spellings

    def near(self, word: str) -> list[str]:
        """The names of which `word` is one slip away; the name itself is none of them."""
        likely: dict[str, None] = {}
        for length in range(max(SHORTEST, len(word) - 1), len(word) + 2):
            head, tail = _ends(length)
            likely |= dict.fromkeys(self.heads.get((length, word[:head]), ()))
            likely |= dict.fromkeys(self.tails.get((length, word[-tail:]), ()))
        return [name for name in likely if one_slip(word, name)]


def _ends(length: int) -> tuple[int, int]:
    """How many letters at the beginning and at the end: two in the middle are in neither, so no slip is in both."""
    return length // 2 - 1, length - length // 2 - 1


def one_slip(word: str, name: str) -> bool:
    """Whether `word` is `name` with one slip behind its first letter. Digits are never slips."""
    if word == name or abs(len(word) - len(name)) > 1 or min(len(word), len(name)) < SHORTEST - 1:
        return False
    start = _same(word, name)
    end = min(_same(word[::-1], name[::-1]), min(len(word), len(name)) - start)
    here, there = word[start : len(word) - end], name[start : len(name) - end]
    if any(map(str.isdigit, here + there)):
        return False
    if len(here) == len(there) == 2:
        return here == there[::-1]
    if max(len(here), len(there)) > 1 or start == 0:
        return False
    doubled = (here or there) == name[start - 1] and len(here) != len(there)
    return len(name) >= FREE or doubled


def _same(one: str, other: str) -> int:
    """How many letters at the beginning are the same."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
