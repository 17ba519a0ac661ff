"""Numbers that state no amount: they are part of a name ("Proposal 2"), or count what their own sentence lists (A8)."""

import re
from collections.abc import Iterable

from apps.answers.check.sources import Ready
from apps.answers.check.tokens import Token, plain_text

NAME = re.compile(r"\b[A-Z][A-Za-z-]{1,29}\s$")  # what stands right before a number that belongs to it
BEFORE = 32  # characters
LONGEST = 4  # digits of such a number
FEWEST, MOST = 2, 12  # things that are counted by reading


def names(token: Token, text: str, sources: Iterable[Ready]) -> bool:
    """Whether a number is part of a name that stands, number and all, in a source or around it."""
    before = NAME.search(text[max(0, token.start - BEFORE) : token.start])
    if before is None or not token.text.isdecimal() or len(token.text) > LONGEST:
        return False
    name = f"{before[0].strip()} {token.text}".casefold()
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
