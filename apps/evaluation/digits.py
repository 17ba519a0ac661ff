"""Figures by their digits alone: what two texts that state a number at different scales have in common."""

import re
from decimal import Decimal

from apps.statements.values.amounts import parse_amount

FIGURE = re.compile(r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|(?<![\w.])\.\d+")
INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
Digits = frozenset[Decimal]


def digits(figure: str) -> Decimal:
    """The digits of a printed figure as a number from 1 to 10 (0 for nought): the same at every scale."""
    value = Decimal(figure.replace(",", "")).normalize()
    return abs(value.scaleb(-value.adjusted())) if value else Decimal(0)


def digits_in(text: str) -> Digits:
    """Of every figure in `text`; what cannot be seen does not part a figure. A nil dash is nought."""
    bare = visible(text)
    amount = parse_amount(bare)
    nil = {Decimal(0)} if amount and amount.nil else set()
    return frozenset({digits(figure) for figure in FIGURE.findall(bare)} | nil)


def visible(text: str) -> str:
    return INVISIBLE.sub("", text)
