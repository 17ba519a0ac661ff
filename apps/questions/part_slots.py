"""Which parts are the whole query's, and which belong to one of its measures."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from apps.questions.binding import Slots
from apps.questions.chunks import Chunk
from apps.questions.drafts import SUBJECT
from apps.questions.expressions import (
    At,
    Call,
    CallFunction,
    Expression,
    Item,
    OverTime,
    OverTimeFunction,
    Row,
    Share,
    walk,
)
from apps.questions.slots import Dimension, Part

LEAST_OVER_TIME = 2  # periods of a sum over time


def with_parts(
    measures: tuple[Expression, ...], slots: Slots, mods: list[Chunk], *, together: bool = False
) -> tuple[tuple[Expression, ...], Part | None, list[Chunk]]:
    """Measures with the parts of their own, the query's part, and parts that one query cannot hold.

    Parts that stand beside each other are measured one by one; one may be within another ("the Rail segment in Asia");
    a part of which each member is asked stays the query's.
    """
    inside = told_apart(measures)
    chunks = [chunk for chunk in mods if chunk.kind == "part" and not chunk.value.each and chunk.value not in inside]
    if inside or not chunks:
        return measures, slots.each, chunks
    named = tuple(dict.fromkeys(chunk.value for chunk in chunks))
    beside = all(chunk.lead in ("and", "or", "&", "vs", "versus", "", "between") for chunk in chunks[1:])
    beside = beside and not (len(named) > 1 and chunks[0].lead == SUBJECT)  # "Rail: hauling revenue"
    beside = beside and not _crossed(chunks)
    lost = [] if beside else chunks[2:]
    named = named if beside else (_within(chunks[0].value, chunks[1].value),)
    if len(named) == 1 and not slots.each:
        shares = tuple(_share_of_part(measure, named[0]) for measure in measures)
        if shares == measures:
            return measures, named[0], lost
        told = zip(measures, shares, strict=True)
        return tuple(At(one, part=named[0]) if one == share else share for one, share in told), None, lost
    once = len(slots.periods.listed) < LEAST_OVER_TIME and not slots.periods.whole
    several = once and len(named) > 1
    sums = [_summed(measure, named, together=together) if several else None for measure in measures]
    every: list[Expression] = []
    for measure, summed in zip(measures, sums, strict=True):
        every += [summed] if summed else [_at(measure, one) for one in named]
    return tuple(every), slots.each, lost


def _crossed(chunks: Sequence[Chunk]) -> bool:
    """Whether a thing and a region are named with no word that sets them side by side: "Rail revenue Europe"."""
    regions = sum(chunk.value.dimension is Dimension.GEOGRAPHY for chunk in chunks)
    return len(chunks) == 2 and not chunks[1].lead and regions == 1


def _at(measure: Expression, part: Part) -> Expression:
    """A function over time is of the part: it is one figure, and not one for each period."""
    match measure:
        case OverTime(of=of) if not isinstance(of, Share):
            return replace(measure, of=At(of, part=part))
        case Call(function=CallFunction.ABSOLUTE, of=(OverTime() as moved,)):
            return replace(measure, of=(_at(moved, part),))
    return At(measure, part=part)


def _summed(measure: Expression, parts: Sequence[Part], *, together: bool) -> Expression | None:
    """What the parts come to together in the one period that is asked for; None where they are not added up."""
    over = isinstance(measure, OverTime) and measure.function is OverTimeFunction.SUM
    of = measure.of if isinstance(measure, OverTime) and over else measure
    adds = over or (together and isinstance(of, Item | Row))
    return Call(CallFunction.SUM, tuple(At(of, part=part) for part in parts)) if adds else None


def _within(part: Part, other: Part) -> Part:
    return part if part.member == other.member else replace(part, within=other.member)


def _share_of_part(measure: Expression, part: Part) -> Expression:
    """The share of a thing in itself is that of its part in the whole."""
    alike = isinstance(measure, Share) and measure.of == measure.whole
    return replace(measure, of=At(measure.of, part=part)) if alike and isinstance(measure, Share) else measure


def told_apart(measures: Sequence[Any]) -> frozenset[Part | None]:
    """Parts that stand at one operand, and so are not the query's."""
    nodes = [node for measure in measures for node in walk(measure) if isinstance(node, At)]
    return frozenset(node.part for node in nodes if node.part)
