"""Which names, periods and parts are the whole query's, and which belong to one operand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from apps.questions.chunks import Chunk
from apps.questions.expressions import (
    At,
    Binary,
    Bound,
    Call,
    CallFunction,
    Expression,
    Item,
    Operator,
    OverTime,
    OverTimeFunction,
    Ratio,
    Row,
    Share,
    mapped,
    walk,
)
from apps.questions.names import Mention
from apps.questions.periods import earlier, in_time
from apps.questions.phrases import SAME
from apps.questions.slots import Filer, Part, Period, PeriodKind, Periods, UnresolvedFiler
from apps.questions.stream import MODS


@dataclass(slots=True)
class Slots:
    """Of the whole query. own: kinds of slot that are told by each operand."""

    filers: tuple[Filer | UnresolvedFiler, ...] = ()
    periods: Periods = field(default_factory=Periods)
    each: Part | None = None
    own: frozenset[str] = frozenset()


def periods_of(chunks: Sequence[Chunk]) -> Periods:
    found = [period for chunk in chunks if chunk.kind == "period" for period in chunk.value.periods]
    whole = any(chunk.value.whole for chunk in chunks if chunk.kind == "period")
    return Periods(tuple(sorted(dict.fromkeys(_from_the_named(_counted_back(found))), key=in_time)), whole)


def _from_the_named(found: Sequence[Period]) -> Sequence[Period]:
    """ "Q2 2023, and a year ago": counted from the one period that the question names, not from the latest held."""
    named = [place for place, one in enumerate(found) if not one.relative]
    if not named or len({found[place] for place in named}) > 1:
        return found
    first = named[0]
    return [*found[:first], *(earlier(found[first], one) for one in found[first:])]


def _counted_back(found: Sequence[Period]) -> Sequence[Period]:
    """ "The last three years, as of fiscal 2022": counted from the year as of which is asked."""
    as_of = [one for one in found if one.kind is PeriodKind.INSTANT and one.year and not one.end and not one.number]
    counted = [one for one in found if one.kind is PeriodKind.YEAR and one.relative]
    if len(as_of) != 1 or len(counted) < 2 or len(found) > len(counted) + 1:
        return found
    (last,) = as_of
    return [replace(one, year=(last.year or 0) - (one.back or 0), back=None) for one in counted]


def filers_of(chunks: Sequence[Chunk]) -> tuple[Filer | UnresolvedFiler, ...]:
    mentions: list[Mention] = [mention for chunk in chunks if chunk.kind == "filer" for mention in chunk.value]
    return tuple(dict.fromkeys(as_filer(mention) for mention in mentions))


def as_filer(mention: Mention) -> Filer | UnresolvedFiler:
    return mention.filers[0] if len(mention.filers) == 1 else UnresolvedFiler(mention.text, mention.filers)


def part_of(chunks: Sequence[Chunk]) -> Part | None:
    parts = [chunk.value for chunk in chunks if chunk.kind == "part"]
    return next((part for part in parts if not part.each), parts[0] if parts else None)


def bounds(expression: Any) -> Iterator[Bound]:
    every: Iterator[Any] = walk(expression)
    return (node for node in every if isinstance(node, Bound))


def slots_of(measures: Sequence[Any], mods: Sequence[Chunk], ellipses: Sequence[Chunk] = ()) -> Slots:
    """What all operands share, or only one of them has, holds for the query."""
    operands = [bound.mods for measure in measures for bound in bounds(measure)] + [chunk.mods for chunk in ellipses]
    own = frozenset(kind for kind in MODS if len({_value(kind, bound) for bound in operands} - {None}) > 1)
    ways = (_of_a_part, _within_a_part, _of_the_rest)
    apart = any(way(measure) for measure in measures for way in ways) or _of_what_has_a_share(measures)
    own |= {"part"} if apart else set()
    each = next((chunk.value for chunk in mods if chunk.kind == "part" and chunk.value.each), None)
    return Slots(filers_of(mods), periods_of(mods), each, own)


def _of_a_part(measure: Any) -> bool:
    """ "Rewards as % of card revenue": a line as a share of what a part has, the line itself being of no part."""
    if not isinstance(measure, Share) or not isinstance(measure.whole, Bound):
        return False
    beside = _parts(measure.whole)
    leaves = [one for one in walk(unbound(measure.of)) if isinstance(one, Item | Row | Ratio)]
    free = not any(chunk.kind == "part" for bound in bounds(measure.of) for chunk in bound.mods)
    leads = len(beside) == 1 and beside[0].start < measure.whole.start
    return leads and free and all(isinstance(one, Row) for one in leaves)


def _within_a_part(measure: Any) -> bool:
    """ "Lantern gross profit as % of lantern revenue": the whole is the part's, not the company's."""
    if not isinstance(measure, Share) or not isinstance(measure.whole, Bound):
        return False
    beside = [chunk.value for chunk in _parts(measure.whole) if chunk.start < measure.whole.start]
    return any(chunk.value in beside for bound in bounds(measure.of) for chunk in _parts(bound))


def _of_what_has_a_share(measures: Sequence[Any]) -> bool:
    """ "Europe's share of sales and its growth": the growth is Europe's, too."""
    shared = [node.part for measure in measures for node in walk(measure) if isinstance(node, At)]
    return any(chunk.value in shared for measure in measures for bound in bounds(measure) for chunk in _parts(bound))


def _parts(bound: Bound) -> list[Chunk]:
    return [chunk for chunk in bound.mods if chunk.kind == "part" and not chunk.value.each]


def _of_the_rest(measure: Any) -> bool:
    """ "Revenue less revenue in Europe": the part is of the one side alone, or nothing would be left."""
    nodes = [node for node in walk(measure) if isinstance(node, Binary)]
    return any(unbound(node.left) == unbound(node.right) for node in nodes)


def _value(kind: str, mods: Sequence[Chunk]) -> object:
    of_kind = [chunk for chunk in mods if chunk.kind == kind and not _held_against(chunk)]
    if not of_kind:
        return None
    if kind == "filer":
        return filers_of(of_kind)
    return periods_of(of_kind).listed or None if kind == "period" else part_of(of_kind)


def _held_against(chunk: Chunk) -> bool:
    """ "How does that compare with 2021", "and a year before?", "and the same for 2020": of the whole question."""
    if chunk.kind != "period":
        return False
    counted = bool(chunk.value.periods) and all(one.relative for one in chunk.value.periods)
    return counted or chunk.lead in ("with", "against", SAME)


def settled_operands(expression: Any, own: frozenset[str]) -> Expression:
    """Operands with slots of their own become `At`; the others lose what the query says once for all."""
    made: Expression = mapped(expression, lambda node: _at(node, own) if isinstance(node, Bound) else node)
    return made


def at(of: Expression, mods: Sequence[Chunk], own: frozenset[str]) -> Expression:
    """`of` with those of the slots that each operand tells for itself."""
    made: Expression = _at(Bound(of, tuple(mods)), own)
    return made


def _at(node: Bound, own: frozenset[str]) -> Any:
    filers = [filer for filer in filers_of(node.mods) if isinstance(filer, Filer)] if "filer" in own else []
    told = [chunk for chunk in node.mods if not _held_against(chunk)]
    periods = periods_of(told).listed if "period" in own else ()
    part = part_of(node.mods) if "part" in own else None
    filer, period = filers[0] if len(filers) == 1 else None, periods[0] if len(periods) == 1 else None
    return At(node.of, filer, period, part) if filer or period or part else node.of


def within_a_formula(expression: Expression) -> Expression:
    """Inside arithmetic an average or a change is over this period and the one before it."""

    def change(node: Any) -> Any:
        if isinstance(node, OverTime) and any(isinstance(inner, Ratio) for inner in walk(node)):
            return node
        if isinstance(node, OverTime) and node.function is OverTimeFunction.AVERAGE:
            return Call(CallFunction.AVERAGE, (node.of, before(node.of)))
        if isinstance(node, OverTime) and node.function is OverTimeFunction.CHANGE:
            return Binary(Operator.SUBTRACT, node.of, before(node.of))
        return node

    made: Expression = mapped(expression, change)
    return made


def before(expression: Expression) -> Expression:
    """The same, one period earlier."""
    made: Expression = mapped(
        expression, lambda node: replace(node, lag=node.lag + 1) if isinstance(node, Item | Row) else node
    )
    return made


def unbound(expression: Any) -> Expression:
    made: Expression = mapped(expression, lambda node: node.of if isinstance(node, Bound) else node)
    return made
