"""The companies that a question names, found in the register of those whose documents the asker may see."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache

from apps.retrieval.vocabulary import words

LEGAL, GENERIC, FINANCE = words("legal"), words("generic"), words("finance")
WORD = re.compile(r"[^\W_](?:[^\W_]|[&.'’-](?=[^\W_]))*", re.UNICODE)
LONGEST = 7  # words of a name
LEAST_ALIKE, ALIKE = 5, 0.8  # letters of a name that may be misspelled, and how much of it must be right


@dataclass(frozen=True, slots=True)
class Filer:
    """A company of the register, as far as its name goes."""

    pk: int
    name: str
    aliases: tuple[str, ...] = ()
    ticker: str = ""


@dataclass(frozen=True, slots=True)
class Mention:
    """Words [start, end) of the question name these filers; more than one when two carry the same name."""

    start: int
    end: int
    filers: frozenset[int]


@dataclass(slots=True)
class Register:
    """Everything that may name a filer. whole: full names; part: their first words; short: initials and blends."""

    filers: dict[int, Filer]
    whole: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    part: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    short: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    tickers: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))

    @classmethod
    def of(cls, filers: Iterable[Filer]) -> "Register":
        register = cls({filer.pk: filer for filer in filers})
        for filer in register.filers.values():
            for name in (filer.name, *filer.aliases):
                register._learn(filer.pk, name)
            if filer.ticker:
                register.tickers[filer.ticker.upper()].add(filer.pk)
        return register

    def _learn(self, pk: int, name: str) -> None:
        words = name_words(name)
        if not words:
            return
        self.whole["".join(words)].add(pk)
        for length in range(1, len(words)):
            if length > 1 or words[0] not in GENERIC:
                self.part["".join(words[:length])].add(pk)
        for short in _shortenings([word for word in words if word != "and"]):
            self.short[short].add(pk)

    def spelled_like(self, name: str) -> list[str]:
        """Filers whose name, or its first word, `name` misspells: "Did you mean ...?"."""
        keys = {key: pks for known in (self.part, self.whole) for key, pks in known.items() if len(key) >= LEAST_ALIKE}
        close = get_close_matches("".join(name_words(name)), keys, n=2, cutoff=ALIKE)
        return list(dict.fromkeys(self.filers[pk].name for key in close for pk in sorted(keys[key])))

    def mentions(self, question: str) -> tuple[Mention, ...]:
        """The longest names first, none overlapping, in the order of the question."""
        parts = [match[0] for match in WORD.finditer(question)]
        capitals = any(word[0].isupper() for word in parts[1:])
        taken: set[int] = set()
        found = []
        for length in range(min(LONGEST, len(parts)), 0, -1):
            for start in range(len(parts) - length + 1):
                span = range(start, start + length)
                if taken.isdisjoint(span) and (pks := self._named(parts[start : start + length], capitals)):
                    taken.update(span)
                    found.append(Mention(start, start + length, frozenset(pks)))
        return tuple(sorted(found, key=lambda mention: mention.start))

    def _named(self, words: Sequence[str], capitals: bool) -> set[int]:
        """The filers that exactly these words name. A name of ordinary letters must be written as a name, if any is."""
        if capitals and not (words[0][0].isupper() or words[0][0].isdigit()):
            return set()
        bare = [plain(word) for word in words]
        key = "".join(bare)
        if pks := self.whole.get(key):
            return pks
        if (pks := self.part.get(key)) and len(pks) == 1 and (capitals or len(key) > 4):
            return pks
        return self._abbreviated(words[0]) if len(words) == 1 else set()

    def _abbreviated(self, word: str) -> set[int]:
        stem = re.sub(r"['’]s$", "", word)
        if stem.upper() in FINANCE:
            return set()
        if len(stem) > 1 and stem.isupper() and (pks := self.tickers.get(stem)):
            return pks
        pks = (
            self.short.get(stem.lower().replace("&", ""))
            if stem[0].isupper() and (stem.isupper() or len(stem) > 3)
            else None
        )
        return pks if pks and len(pks) == 1 else set()


@cache
def plain(word: str) -> str:
    """A word as names are compared: no case, accents, punctuation or possessive; "&" is "and"."""
    word = re.sub(r"['’]s$", "", word)
    ascii_only = unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]", "", ascii_only.replace("&", "and"))


def name_words(name: str) -> list[str]:
    """The words of a filer's name without its legal form: "The Example Mills Company, Inc." is example, mills."""
    words = [bare for word in re.split(r"[\s,/()]+", name.replace(" & ", " and ")) if (bare := plain(word))]
    kept = [word for word in words if word not in LEGAL]
    while kept and kept[-1] == "and":  # "Example & Co."
        kept.pop()
    return kept or words


def _shortenings(words: list[str]) -> set[str]:
    """Initials ("gsm" for "Green Star Mills") and blends of the first two words ("exmi" for "Example Mills")."""
    initials = "".join(word[0] for word in words)
    shorts = {initials} if len(initials) > 2 or (len(initials) == 2 and len(words) == 2) else set()
    if len(words) > 1:
        shorts |= {words[0][:i] + words[1][:j] for i in range(2, 5) for j in range(2, 5) if i + j <= 7}
    return shorts
