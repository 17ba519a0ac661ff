"""Which way a sentence says that figures went, and whether that is what its sources and its own figures say (A8)."""

import re
from collections.abc import Sequence
from enum import StrEnum
from itertools import pairwise

from apps.answers.sources.tokens import Kind, Token

CLAUSE = re.compile(r"[;:]|(?<=[.!?])\s")
BEFORE, BEHIND = 80, 14  # characters around a figure within which a word says which way it went
FROM, TO = re.compile(r"\bfrom\s*$", re.IGNORECASE), re.compile(r"\bto\s*$", re.IGNORECASE)
PARTED = re.compile(r"[,;]\s(?!\d)|\band\b", re.IGNORECASE)
MINUS = re.compile(r"\b(?:loss(?:es)?|deficits?|negative|outflows?)\b", re.IGNORECASE)


class Way(StrEnum):
    """What a word says of a figure, in pairs of opposites."""

    UP = "up"
    DOWN = "down"
    LOSS = "a loss"
    GAIN = "a gain"
    MOST = "the most"
    LEAST = "the least"
    YES = "yes"
    NO = "no"


OPPOSITES = {
    one: other
    for pair in ((Way.UP, Way.DOWN), (Way.LOSS, Way.GAIN), (Way.MOST, Way.LEAST), (Way.YES, Way.NO))
    for one, other in (pair, pair[::-1])
}
WORDS = {
    Way.UP: r"increas(?:e[sd]?|ing)|rose|ris(?:e|es|en|ing)|gr(?:ew|ow|ows|own|owth|owing)|higher|up|climbed|improved",
    Way.DOWN: r"decreas(?:e[sd]?|ing)|fell|fall(?:s|en|ing)?|declin(?:e[sd]?|ing)|lower|down|dropped|shrank|worsened",
    Way.LOSS: r"loss(?:es)?|deficits?",
    Way.GAIN: r"gains?|profits?",
    Way.MOST: r"highest|largest|most|biggest|greatest",
    Way.LEAST: r"lowest|smallest|least",
    Way.YES: r"(?-i:Yes)",
    Way.NO: r"(?-i:No)(?=[.,])",
}
WORD = re.compile("|".join(rf"\b(?P<w{at}>(?:{words}))\b" for at, words in enumerate(WORDS.values())), re.IGNORECASE)
OF_GROUP = {f"w{at}": way for at, way in enumerate(WORDS)}


def ways(text: str) -> list[Way]:
    """Every word that says a way, in order."""
    return [OF_GROUP[found.lastgroup or ""] for found in WORD.finditer(text)]


def way_of(text: str, token: Token, wanted: frozenset[Way] = frozenset({Way.UP, Way.DOWN})) -> Way | None:
    """The way that is said of the figure `token`: by the last word before it in its clause, else right behind it."""
    before = CLAUSE.split(text[max(0, token.start - BEFORE) : token.start])[-1]
    said = [way for way in ways(before) if way in wanted]
    if said:
        return said[-1]
    behind = [way for way in ways(CLAUSE.split(text[token.end : token.end + BEHIND])[0]) if way in wanted]
    return behind[0] if behind else None


def contradicts_itself(text: str, said: Sequence[Token]) -> Token | None:
    """The second figure of "rose from 5 to 3"; None where the figures went the way that is said, or none is said."""
    figures = [token for token in said if token.kind is Kind.NUMBER and token.figure]
    for first, last in pairwise(figures):
        if not (FROM.search(text[: first.start]) and TO.search(text[: last.start]) and first.figure and last.figure):
            continue
        if PARTED.search(text[first.end : last.start]):  # "to 5 from 6, and sales to 7": two changes, and no pair
            continue
        way, grew = way_of(text, first), last.figure.full - first.figure.full
        unlike = first.figure.percent != last.figure.percent or first.figure.value < 0 or last.figure.value < 0
        if way and grew and not unlike and not MINUS.search(text) and (grew > 0) != (way is Way.UP):
            return last
    return None


def verdict_of(text: str) -> Way | None:
    """The yes or the no with which a sentence begins."""
    said = ways(text[:4])
    return said[0] if said and said[0] in {Way.YES, Way.NO} else None


def denied(verdict: Way, source: str) -> bool:
    """Whether what was computed begins with the other verdict, and does not say this one besides."""
    return verdict_of(source) is OPPOSITES[verdict] and verdict not in ways(source)
