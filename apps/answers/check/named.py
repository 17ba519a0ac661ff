"""Numbers that state no amount: part of a name ("Proposal 2", "the 53rd week"), or a count of what is listed (A8)."""

import re
from collections.abc import Iterable

from apps.answers.check.sources import Ready
from apps.answers.sources.tokens import Token, plain_text

NAME = re.compile(r"\b[A-Z][A-Za-z-]{1,29}\s$")  # what stands right before a number that belongs to it
ORDINAL = re.compile(r"(?:st|nd|rd|th)\s[\w-]{1,29}")  # right behind a number: it says which, and not how much
BEFORE = 32  # characters
LONGEST = 4  # digits of such a number
FEWEST, MOST = 2, 12  # things that are counted by reading


def names(token: Token, text: str, sources: Iterable[Ready]) -> bool:
    """Whether a number is part of a name that stands, number and all, in a source or around it."""
    before, behind = NAME.search(text[max(0, token.start - BEFORE) : token.start]), ORDINAL.match(text, token.end)
    if not token.text.isdecimal() or len(token.text) > LONGEST or not (before or behind):
        return False
    name = f"{token.text}{behind[0]}" if behind else f"{before[0].strip()} {token.text}" if before else ""
    name = " ".join(name.split()).casefold()
    return any(_stands(name, f"{ready.source.text} {ready.source.context}") for ready in sources)


def _stands(name: str, around: str) -> bool:
    said = f" {' '.join(plain_text(around).split())} ".casefold()
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?![\w%]|[.,]\d)", said))


def lists(token: Token, text: str) -> bool:
    """Whether a small count is that of the things which its sentence lists behind a colon."""
    said = f"{token.figure.value:f}" if token.figure else token.key
    _, colon, listed = text[token.end :].partition(":")
    return bool(colon) and said.isdecimal() and FEWEST <= int(said) <= MOST and int(said) in _lengths(listed)


def _lengths(listed: str) -> set[int]:
    """How many things a list may be taken to hold: "a, b and c" are three."""
    *rest, last = listed.split("; " if ";" in listed else ", ")
    joined = " and " in f" {last.removeprefix('and ')}"
    return {len(rest) + 1, len(rest) + 2} if joined else {len(rest) + 1}
