"""Whether a figure stands in a source: exactly, at another scale, or rounded; nothing else counts (A8)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum

from apps.answers.check.measured import percent_of
from apps.answers.check.sources import Printed, Ready
from apps.answers.sources.tokens import Figure, Kind, Token, count_key, tokens

FURTHEST = Decimal("0.05")  # a rounded figure is at most this far from what it stands for
HEDGE = re.compile(r"\b(?:about|approximately|approx|around|roughly|nearly|almost|some|over|more than|circa)\b|~", re.I)
UNITS_TOLD = re.compile(r"\([^()\d]{0,40}?\b(?:thousand|million|billion|trillion)s\b", re.IGNORECASE)
UNITLESS = frozenset({"", "ratio", "days"})


class Match(StrEnum):
    EXACT = "exact"
    ROUNDED = "rounded"
    FUZZY = "fuzzy"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Hit:
    """Where a figure stands: the cell it is, or at which words of the source. opposite: there with the other sign."""

    match: Match
    ready: Ready
    cell: Printed | None = None
    at: Token | None = None
    opposite: bool = False


@dataclass(frozen=True, slots=True)
class Manner:
    """How a sentence says a figure. hedged: "about" stands before it; units: they are told apart, "(in millions)"."""

    hedged: bool = False
    units: bool = False


def manner(sentence: str, token: Token) -> Manner:
    before = sentence[max(0, token.start - 20) : token.start]
    return Manner(bool(HEDGE.search(before)), bool(UNITS_TOLD.search(sentence)))


def hits(said: Figure, sources: Iterable[Ready], how: Manner) -> list[Hit]:
    """Every place where `said` stands, exact ones first."""
    found = [hit for source in sources for hit in _in_source(said, source, how)]
    return sorted(found, key=lambda hit: (hit.match is not Match.EXACT, hit.opposite))


def _in_source(said: Figure, ready: Ready, how: Manner) -> Iterator[Hit]:
    for cell in ready.source.figures:
        if hit := _cell_hit(said, cell, ready, how):
            yield hit
    printed = {abs(cell.value) for cell in ready.source.figures}
    full = {abs(cell.full) for cell in ready.source.figures}
    for token in ready.numbers:
        seen = token.figure
        if seen is None or (abs(seen.value) in printed and seen.scale is None) or abs(seen.full) in full:
            continue  # the cell of that figure knows its unit
        seen = _in_percent(seen, token, ready) if said.percent and not seen.percent else seen
        if _same_kind(said, seen.percent, seen.currency) and (
            match := compare(said, seen.full, seen.unit, hedged=how.hedged)
        ):
            yield Hit(match, ready, at=token, opposite=_opposite(said, seen.value))


def _in_percent(seen: Figure, token: Token, ready: Ready) -> Figure:
    """A bare number of a row of text in the percent or basis points that its label names: "Rate change (bps) (40)"."""
    line = ready.text[ready.text.rfind("\n", 0, token.start) + 1 : token.start]
    label = line[: next((one.start for one in tokens(line) if one.figure), len(line))]
    share = None if seen.currency or seen.scale else percent_of(label)
    return seen if share is None else replace(seen, value=seen.value * share, percent=True)


def counted(said: Figure, sources: Iterable[Ready]) -> bool:
    """Whether a source says in words ("three segments") the bare number that a sentence says in digits."""
    bare = not (said.percent or said.currency or said.scale)
    key = (Kind.COUNT, count_key(said.value))
    return bare and any((token.kind, token.key) == key for ready in sources for token in ready.own)


def _cell_hit(said: Figure, cell: Printed, ready: Ready, how: Manner) -> Hit | None:
    percent = cell.unit == "%"
    currency = "" if percent or cell.unit in UNITLESS or cell.unit == "shares" else cell.unit.split(" ")[0]
    if not _same_kind(said, percent, currency) or (said.currency and cell.unit == "shares"):
        return None
    exponent = cell.value.as_tuple().exponent
    unit = cell.scale.scaleb(exponent if isinstance(exponent, int) else 0)
    match = compare(said, cell.full, unit, hedged=how.hedged)
    if match is None and _as_printed(said, cell, how):
        match = Match.EXACT
    return Hit(match, ready, cell, opposite=_opposite(said, cell.value)) if match else None


def _as_printed(said: Figure, cell: Printed, how: Manner) -> bool:
    """The digits of the cell. With a currency sign but no scale they are another figure, unless the units are told."""
    plain = said.scale is None and (not said.currency or how.units)
    as_headed = said.scale == cell.declared and not said.currency  # "5,767 thousand" under "in thousands"
    return (plain or as_headed) and abs(said.value) == abs(cell.value)


def _same_kind(said: Figure, percent: bool, currency: str) -> bool:
    return said.percent == percent and (not said.currency or not currency or said.currency == currency)


def _opposite(said: Figure, seen: Decimal) -> bool:
    return bool(said.value) and bool(seen) and (said.value < 0) != (seen < 0)


def compare(said: Figure, full: Decimal, unit: Decimal, *, hedged: bool = False) -> Match | None:
    """`said` against a figure of size `full` (at full scale) that is printed to the nearest `unit`; signs do not count.

    1,577 million is 1,577,000,000 exactly and $1.6 billion rounded. "About 1,600 million" may round at its zeros too.
    """
    wanted, seen = abs(said.full), abs(full)
    if wanted == seen:
        return Match.EXACT
    coarse = _last_place(said) if hedged else said.unit
    off = abs(wanted - seen)
    rounded = coarse > unit and off <= coarse / 2 and off <= FURTHEST * seen
    return Match.ROUNDED if rounded else None


def _last_place(said: Figure) -> Decimal:
    """What one in the last digit that is not a nought is worth."""
    exponent = said.value.normalize().as_tuple().exponent
    return (said.scale or Decimal(1)).scaleb(exponent if isinstance(exponent, int) else 0)
