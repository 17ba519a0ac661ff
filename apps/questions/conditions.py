"""What a yes or no question claims, what a ranking ranks by, and what a why-question supposes."""

from collections.abc import Sequence
from typing import Any

from apps.questions.binding import Slots, settled_operands
from apps.questions.chunks import Chunk
from apps.questions.expressions import Expression, Number, OverTime, OverTimeFunction
from apps.questions.intents import Signals
from apps.questions.query import Against, Comparator, Comparison, Intent, Order, Quality, Query, TextKind

DIRECTIONS = {"up": Comparator.ABOVE, "down": Comparator.BELOW}
OPPOSITE = {Comparator.ABOVE: Comparator.BELOW, Comparator.BELOW: Comparator.ABOVE}


def condition_of(query: Query, signals: Signals, slots: Slots) -> Comparison | Quality | None:
    """Of a verdict what is asked, of a why-question what it supposes; others have none."""
    if query.intent is Intent.TEXT and query.text_kind is TextKind.WHY:
        return _moved(query, signals, premise=True)
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
    left = _measure(items[:place], slots) or _measure(items[place + 1 :], slots)
    comparator = Comparator(items[place].entry.what["value"])
    return Comparison(left, comparator, _right(items[place + 1 :], slots)) if left is not None else None


def _measure(items: Sequence[Any], slots: Slots) -> Expression | None:
    found = next((item[0] for item in items if isinstance(item, list)), None)
    return settled_operands(found, slots.own) if found is not None else None


def _right(items: Sequence[Any], slots: Slots) -> Expression | Against:
    for item in items:
        if isinstance(item, list):
            return settled_operands(item[0], slots.own)
        if item.kind == "against":
            return Against.PEERS
    return Against.PRIOR


def _moved(query: Query, signals: Signals, *, premise: bool = False) -> Comparison | None:
    chunk = next((chunk for chunk in signals.chunks if chunk.kind == "move" and chunk.name in DIRECTIONS), None)
    named = next((chunk for chunk in signals.chunks if chunk.kind in ("order",) and chunk.entry.what.get("comparative")), None)
    if not query.measures:
        return None
    left = query.measures[0]
    if isinstance(left, OverTime) and left.function in (OverTimeFunction.CHANGE, OverTimeFunction.GROWTH):
        left = left.of
    if chunk:
        return Comparison(left, DIRECTIONS[chunk.name], Against.PRIOR, premise)
    if named:
        descending = named.entry.what["descending"]
        return Comparison(left, Comparator.ABOVE if descending else Comparator.BELOW, Against.PRIOR, premise)
    return None


def _signed(query: Query, signals: Signals) -> Comparison | None:
    """"positive", "paid any dividends": against zero."""
    if not query.measures:
        return None
    chunk = signals.first("sign")
    comparator = Comparator(chunk.entry.what["value"]) if chunk else Comparator.ABOVE
    return Comparison(query.measures[0], comparator, Against.ZERO)


def order_of(query: Query, signals: Signals) -> Order | None:
    if query.intent is not Intent.RANKING or not query.measures:
        return None
    chunk = signals.first("order")
    if chunk is None:
        return None
    most = chunk.value if isinstance(chunk.value, int) else 1
    return Order(query.measures[0], bool(chunk.entry.what.get("descending", True)), most)


__all__ = ["Number", "condition_of", "order_of"]
