"""What a question for words asks for: its kind, and the terms that an answer should speak of (R2)."""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from apps.answers.intent import Intent
from apps.answers.wording import stems, topic
from apps.retrieval.subjects import titles_for

SOURCE = Path(__file__).parent / "vocabulary.toml"
WEAK_WEIGHT, KINDRED_SHARE, ABOVE_SHARE = 0.25, 0.85, 0.5


class Kind(StrEnum):
    """What an answer has to say."""

    WHY = "why"
    IDENTITY = "identity"
    MOST = "most"
    WHEN = "when"
    WHO = "who"
    COUNT = "count"
    YES_NO = "yes-no"
    LIST = "list"
    WHAT = "what"


@dataclass(frozen=True, slots=True)
class Term:
    """A word asked for, by its stem. kindred: stems of words that mean the same in filings."""

    stem: str
    kindred: frozenset[str]
    weight: float


@dataclass(frozen=True, slots=True)
class Asked:
    """titles: stems of the titles of sections that treat the subject."""

    kind: Kind
    terms: tuple[Term, ...]
    titles: frozenset[str] = frozenset()

    def coverage(self, text: str, above: str = "") -> tuple[float, frozenset[str]]:
        """The part of the terms' weight that `text` speaks of, from 0 to 1, and the stems of those terms.

        A word of the same meaning counts a little less, and one that only stands in the headings above counts half.
        """
        words, headings = frozenset(stems(text)), frozenset(stems(above))
        shares = {term: _share(term, words) or ABOVE_SHARE * _share(term, headings) for term in self.terms}
        total = sum(term.weight for term in self.terms)
        met = sum(term.weight * share for term, share in shares.items())
        return (met / total if total else 0.0), frozenset(term.stem for term, share in shares.items() if share)

    def part(self, met: frozenset[str]) -> float:
        """The part of the terms' weight that the terms `met` have."""
        total = sum(term.weight for term in self.terms)
        return sum(term.weight for term in self.terms if term.stem in met) / total if total else 0.0

    def signs(self, text: str) -> bool:
        """Whether `text` reads like an answer to a question of this kind."""
        pattern = _signs()[self.kind]
        return bool(pattern and pattern.search(text))


def _share(term: Term, words: frozenset[str]) -> float:
    if term.stem in words:
        return 1.0
    return KINDRED_SHARE if term.kindred & words else 0.0


def read_asked(intent: Intent, names: Iterable[str] = ()) -> Asked:
    """names: of the filer; they say which filing is asked, not what for."""
    filer = {stem for name in names for stem in stems(name)}
    asked = [stem for stem in topic(intent.core) if stem not in filer]
    terms = tuple(Term(stem, _kindred().get(stem, frozenset()), _weight(stem)) for stem in asked)
    return Asked(kind_of(intent.core), terms, frozenset(stems(" ".join(titles_for(intent.core)))))


def kind_of(core: str) -> Kind:
    """The first kind that fits; `WHAT` when none does."""
    return next((kind for kind, pattern in _kinds() if pattern.search(core)), Kind.WHAT)


def _weight(stem: str) -> float:
    return WEAK_WEIGHT if stem in _weak() else 1.0


@cache
def _vocabulary() -> dict[str, Any]:
    return tomllib.loads(SOURCE.read_text(encoding="utf-8"))


@cache
def _kinds() -> tuple[tuple[Kind, re.Pattern[str]], ...]:
    return tuple((Kind(one["kind"]), re.compile(one["asked"], re.IGNORECASE)) for one in _vocabulary()["kinds"])


@cache
def _signs() -> dict[Kind, re.Pattern[str] | None]:
    told = {Kind(one["kind"]): one["signs"] for one in _vocabulary()["kinds"]}
    flags = {Kind.WHO: re.NOFLAG, Kind.WHEN: re.NOFLAG}
    return {kind: re.compile(told[kind], flags.get(kind, re.IGNORECASE)) if told.get(kind) else None for kind in Kind}


@cache
def _kindred() -> dict[str, frozenset[str]]:
    """For each stem those of the other words of its groups."""
    groups = [frozenset(stems(group)) for group in _vocabulary()["words"]["same"]]
    every = frozenset[str]().union(*groups)
    return {stem: frozenset[str]().union(*(group for group in groups if stem in group)) - {stem} for stem in every}


@cache
def _weak() -> frozenset[str]:
    return frozenset(stems(_vocabulary()["words"]["weak"]))
