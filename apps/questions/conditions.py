"""What a yes or no question claims, what a ranking ranks by, and what a why-question supposes."""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from typing import Any

from apps.questions.binding import Slots, at, settled_operands, unbound
from apps.questions.chunks import Chunk
from apps.questions.expressions import (
    At,
    Binary,
    Expression,
    Number,
    Operator,
    OverTime,
    OverTimeFunction,
    Ratio,
    walk,
)
from apps.questions.intents import Signals
from apps.questions.query import Against, Comparator, Comparison, Intent, Order, Quality, Query, TextKind
from apps.questions.slots import Filer

DIRECTIONS = {"up": Comparator.ABOVE, "down": Comparator.BELOW, "either": Comparator.EITHER}
MOVES = frozenset((OverTimeFunction.CHANGE, OverTimeFunction.GROWTH))
STRETCHES = frozenset((OverTimeFunction.SUM, OverTimeFunction.AVERAGE))


def condition_of(query: Query, signals: Signals, slots: Slots) -> Comparison | Quality | None:
    """Of a verdict what is asked, of a why-question what it supposes; others have none."""
    if query.intent is Intent.TEXT and query.text_kind is TextKind.WHY:
        return _moved(query, signals, premise=True)
    if query.intent is Intent.LIST and signals.which_period:
        return _compared(query, signals, slots) or _at_a_loss(query, signals)
    if query.intent is not Intent.VERDICT:
        return None
    return _compared(query, signals, slots) or _judged(signals) or _moved(query, signals) or _signed(query, signals)


def _judged(signals: Signals) -> Quality | None:
    chunk = signals.first("quality")
    return Quality(chunk.name) if chunk else None


def _compared(query: Query, signals: Signals, slots: Slots) -> Comparison | None:
    """Left and right of a comparator, as the grammar's items stand around it."""
    items = signals.built.items
    place = next((at for at, item in enumerate(items) if isinstance(item, Chunk) and item.kind == "comparator"), None)
    if place is None:
        return None
    left = _measure(items[:place], slots) or _measure(items[place + 1 :], slots) or next(iter(query.measures), None)
    if left is None:
        return None
    if signals.has("move"):
        left = moved(left)
    comparator = Comparator(items[place].entry.what["value"])
    right = _right(items[place + 1 :], slots, _first_measure(items[:place]) or left, left)
    if isinstance(left, OverTime) and left.function in STRETCHES and not isinstance(right, Against | Number | OverTime):
        right = replace(left, of=right)  # "in total": both sides
    if isinstance(left, OverTime) and left.function in MOVES and not isinstance(right, Against | Number | OverTime):
        left, right = moved(left.of), moved(right)
    return Comparison(_of_the_other(left, right, query.filers), comparator, right)


def _first_measure(items: Sequence[Any]) -> Any:
    return next((item[0] for item in items if isinstance(item, list)), None)


def _measure(items: Sequence[Any], slots: Slots) -> Expression | None:
    found = _first_measure(items)
    return settled_operands(found, slots.own) if found is not None else None


def _right(items: Sequence[Any], slots: Slots, raw: Any, left: Expression) -> Expression | Against:
    """A measure, a number, the same measure of another filer or period, or the period before."""
    for item in items:
        if isinstance(item, list):
            sides = [settled_operands(one, slots.own) for one in item]
            return reduce(lambda one, other: Binary(Operator.ADD, one, other), sides)  # "cover A and B": both together
        if item.kind == "against":
            return Against.PEERS
        if item.kind == "ellipsis" and raw is not None:
            bare = unbound(raw)
            within = bare.of if isinstance(bare, OverTime) else bare
            same = at(within.of if isinstance(within, At) else within, item.mods, slots.own)
            if isinstance(same, At):
                return replace(left, of=same) if isinstance(left, OverTime) else same
    return Against.PRIOR


def _of_the_other(left: Expression, right: Expression | Against, filers: Sequence[Any]) -> Expression:
    """Held against one of two filers, the left side is the other's."""
    named = (
        [node.filer for node in walk(right) if isinstance(node, At) and node.filer]
        if not isinstance(right, Against)
        else []
    )
    own = any(isinstance(node, At) for node in walk(left))
    rest = [filer for filer in filers if isinstance(filer, Filer) and filer not in named]
    if own or len(named) != 1 or len(rest) != 1:
        return left
    return replace(left, of=At(left.of, rest[0])) if isinstance(left, OverTime) else At(left, rest[0])


def moved(measure: Expression) -> Expression:
    """Its change over the periods: of a ratio in points, of anything else in percent."""
    if isinstance(measure, OverTime):
        return measure
    within = measure.of if isinstance(measure, At) else measure
    return OverTime(OverTimeFunction.CHANGE if isinstance(within, Ratio) else OverTimeFunction.GROWTH, measure)


def _moved(query: Query, signals: Signals, *, premise: bool = False) -> Comparison | None:
    """ "did it fall", "why did it fall", "why was it lower"."""
    if not query.measures:
        return None
    left = query.measures[0]
    if isinstance(left, OverTime) and left.function in MOVES:
        left = left.of
    direction = None if premise and _narrowed(signals) else _direction(signals, premise=premise)
    return Comparison(left, direction, Against.PRIOR, premise) if direction else None


def _narrowed(signals: Signals) -> bool:
    """ "Why did revenue per paying member fall": words between a measure and its move, of which nothing is known, make
    it another one than is supposed here; "why was profit up when sales dropped": it is another one that moved."""
    kinds = [chunk.kind for chunk in signals.chunks]
    if not {"measure", "move"} <= set(kinds):
        return False
    measure, move = kinds.index("measure"), kinds.index("move")
    between = signals.chunks[measure:move]
    another = any(after.kind == "measure" and not _joins(one) for one, after in pairwise(between))
    return another or "words" in kinds[measure:move]


def _joins(chunk: Chunk) -> bool:
    return chunk.kind == "mark" or chunk.name == "words"


def _direction(signals: Signals, *, premise: bool) -> Comparator | None:
    """What is supposed of a measure stands nearest to it: "volume was up but costs fell - why?"."""
    for chunk in _nearest_first(signals.chunks) if premise else signals.chunks:
        if chunk.kind == "move":
            return DIRECTIONS.get(chunk.name, Comparator.ABOVE if not premise else None)
        if chunk.kind == "order" and chunk.entry.what.get("comparative"):
            return Comparator.ABOVE if chunk.entry.what["descending"] else Comparator.BELOW
        if chunk.kind == "function" and chunk.name == "change" and (direction := _way(chunk)):
            return DIRECTIONS[direction]
    return None


def _nearest_first(chunks: Sequence[Chunk]) -> Sequence[Chunk]:
    """By how many words they are away from the first measure."""
    of = next((one for one in chunks if one.kind == "measure"), None)
    return sorted(chunks, key=lambda one: max(one.start - of.end, of.start - one.end)) if of else chunks


def _way(chunk: Chunk) -> str:
    """ "up" or "down" of a noun that says so: "the drop", "the % decrease"."""
    return str(chunk.entry.what.get("direction", {}).get(chunk.key.rsplit(" ")[-1], ""))


def _signed(query: Query, signals: Signals) -> Comparison | None:
    """ "positive", "paid any dividends": against zero."""
    if not query.measures:
        return None
    chunk = signals.first("sign")
    comparator = Comparator(chunk.entry.what["value"]) if chunk else Comparator.ABOVE
    return Comparison(query.measures[0], comparator, Against.ZERO)


def _at_a_loss(query: Query, signals: Signals) -> Comparison | None:
    asked = signals.when_at_a_loss and query.measures
    return Comparison(query.measures[0], Comparator.BELOW, Against.ZERO) if asked else None


def order_of(query: Query, signals: Signals) -> Order | None:
    if query.intent is not Intent.RANKING or not query.measures:
        return None
    chunk = signals.first("order")
    if chunk is None:
        move = signals.first("move")
        return Order(query.measures[0], move.name != "down") if move else None
    most = chunk.value if isinstance(chunk.value, int) else 1
    descending = bool(chunk.entry.what.get("descending", True))
    falls = any(
        chunk.name == "down" if chunk.kind == "move" else _way(chunk) == "down"
        for chunk in signals.chunks
        if chunk.kind in ("move", "function")
    )
    return Order(query.measures[0], descending is not (falls is not _of_losses(signals)), most)


def _of_losses(signals: Signals) -> bool:
    """ "The largest operating loss" is the lowest operating income."""
    measures = [one for one in signals.chunks if one.kind == "measure" and one.entries]
    return any("loss" in one.key.split() and one.name.rpartition("_")[2] in ("income", "profit") for one in measures)
