"""A figure that a sentence names as a bound ("well below 1"): no source prints it, those beside it bear it out."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from enum import StrEnum

from apps.answers.check.figures import UNITLESS, Manner, hits
from apps.answers.check.sources import Ready
from apps.answers.sources.tokens import Figure, Token

BELOW = re.compile(r"\b(?:below|under|(?:less|lower|smaller|fewer) than)\s$", re.IGNORECASE)
ABOVE = re.compile(r"\b(?:above|over|exceed(?:s|ed|ing)?|(?:more|greater|higher) than)\s$", re.IGNORECASE)
MOST_DIGITS = 2  # of a bound: a figure with more is one that must stand somewhere
BEFORE = 20  # characters


class Counts(StrEnum):
    """What figures must have in common to be compared."""

    PERCENT = "percent"
    MONEY = "money"
    PLAIN = "plain"


def bounds(token: Token, text: str, said: Sequence[Token], sources: Sequence[Ready]) -> bool:
    """Whether `token` is a bound on whose right side every figure lies that it may be compared with: those of the
    sentence that stand in its sources, else all of the sources; of the same kind, at least one.
    """
    bound = token.figure
    before = text[max(0, token.start - BEFORE) : token.start]
    below, above = bool(BELOW.search(before)), bool(ABOVE.search(before))
    if bound is None or below == above or len(bound.value.normalize().as_tuple().digits) > MOST_DIGITS:
        return False
    beside = list(_stated(token, said, sources)) or list(_printed(_kind(bound), sources))
    return bool(beside) and all(value < bound.full if below else value > bound.full for value in beside)


def _stated(token: Token, said: Sequence[Token], sources: Sequence[Ready]) -> Iterator[Decimal]:
    for one in said:
        alike = one.figure and token.figure and one is not token and _kind(one.figure) is _kind(token.figure)
        if alike and one.figure and hits(one.figure, sources, Manner()):
            yield abs(one.figure.full)


def _printed(kind: Counts, sources: Sequence[Ready]) -> Iterator[Decimal]:
    for ready in sources:
        cells = ready.source.figures
        yield from (abs(one.full) for one in cells if _kind_of(one.unit) is kind)
        texts = (one.figure for one in ready.numbers if one.figure) if not cells else ()
        yield from (abs(one.full) for one in texts if _kind(one) is kind)


def _kind(figure: Figure) -> Counts:
    return Counts.PERCENT if figure.percent else Counts.MONEY if figure.currency or figure.scale else Counts.PLAIN


def _kind_of(unit: str) -> Counts:
    return Counts.PERCENT if unit == "%" else Counts.PLAIN if unit in UNITLESS or unit == "shares" else Counts.MONEY
