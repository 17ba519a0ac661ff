"""A sentence that is a source's own but for a changed year, day, count or direction: that is what is wrong (A8)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from apps.answers.check.figures import compare
from apps.answers.check.ways import OPPOSITES, ways
from apps.answers.sources.tokens import Kind, Token, plain_text, tokens
from apps.retrieval.sentences import whole_sentences

CLAUSE = re.compile(r"(?<=;)\s+(?=[A-Z“\"(•])")
PERIODS = frozenset({Kind.YEAR, Kind.DATE, Kind.QUARTER})
COUNTS, FIGURES = frozenset({Kind.COUNT}), frozenset({Kind.NUMBER})
LEAST_WORDS, ALIKE = 5, 0.8  # words of a sentence that can be told to be a copy, and how alike the two are
FEWEST_WORDS, SAME = 3, 0.95  # the same of shorter ones


@dataclass(frozen=True, slots=True)
class Changed:
    """What stands in the sentence at the place of what the source says."""

    kind: Kind
    said: str
    stands: str


def changed(text: str, said: Sequence[Token], sources: Iterable[str]) -> Changed | None:
    """The first thing that differs from the sentence of the sources that is most like `text`; None without a copy."""
    words = _words(said)
    if len(words) < FEWEST_WORDS:
        return None
    copies = [copy for source in sources for copy in _copies(words, source)]
    most = max((alike for alike, _ in copies), default=0.0)
    found = [_difference(text, said, copy) for alike, copy in copies if alike == most]
    return found[0] if found and all(found) else None


def _words(said: Iterable[Token]) -> list[str]:
    return [token.key for token in said if token.kind is Kind.WORD]


def _copies(words: list[str], source: str) -> Iterator[tuple[float, str]]:
    """The sentences of a source that have nearly the same words in nearly the same order, with how nearly."""
    least, matcher = ALIKE if len(words) >= LEAST_WORDS else SAME, SequenceMatcher(b=words, autojunk=False)
    for sentence in (clause for one in whole_sentences(plain_text(source)) for clause in CLAUSE.split(one)):
        matcher.set_seq1(_words(tokens(sentence)))
        if matcher.real_quick_ratio() >= least and matcher.quick_ratio() >= least and matcher.ratio() >= least:
            yield matcher.ratio(), sentence


def _difference(text: str, said: Sequence[Token], copy: str) -> Changed | None:
    """Periods, counts, figures and directions are compared one by one where there are as many of them on both sides."""
    theirs = tokens(copy)
    for kinds in (PERIODS, COUNTS, FIGURES):
        mine = [token for token in said if token.kind in kinds]
        stands = [token for token in theirs if token.kind in kinds]
        if len(mine) == len(stands):
            for one, other in zip(*_moved(said, mine, theirs, stands), strict=True):
                if not _same(one, other):
                    return Changed(one.kind, one.text, other.text)
    ours, others = ways(text), ways(copy)
    if len(ours) == len(others):
        for way, there in zip(ours, others, strict=True):
            if OPPOSITES[way] is there:
                return Changed(Kind.WORD, way, there)
    return None


def _moved(
    said: Sequence[Token], mine: Sequence[Token], theirs: Sequence[Token], stands: Sequence[Token]
) -> tuple[list[Token], list[Token]]:
    """Those of both sides that are not the same behind the same word: a clause that was moved took its own along."""
    left, others = list[Token](), list(stands)
    for one in mine:
        same = next((other for other in others if _same(one, other) and _led(one, said) == _led(other, theirs)), None)
        others.remove(same) if same else left.append(one)
    return left, others


def _led(token: Token, around: Sequence[Token]) -> str:
    """The word before it."""
    words = [one.key for one in around if one.kind is Kind.WORD and one.end <= token.start]
    return words[-1] if words else ""


def _same(one: Token, other: Token) -> bool:
    """Signs do not count: "negative impacts of $5" are "impacts of -$5". A year is that of any day of it."""
    if {one.kind, other.kind} == {Kind.YEAR, Kind.DATE}:
        return one.key[:4] == other.key[:4]
    if one.figure is None or other.figure is None:
        return one.key == other.key
    like = one.figure.percent == other.figure.percent
    return like and compare(one.figure, other.figure.full, other.figure.unit, hedged=True) is not None
