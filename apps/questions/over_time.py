"""What a figure is over the periods: a change, a growth, a sum; and over how long."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from apps.questions.chunks import Chunk
from apps.questions.conditions import moved
from apps.questions.expressions import (
    At,
    Binary,
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
    walk,
)
from apps.questions.forms import form_of
from apps.questions.intents import Signals
from apps.questions.query import Intent, Query, Shown
from apps.questions.ratios import ratios
from apps.questions.slots import Periods
from apps.statements.ontology import Statement, Unit, concepts
from apps.statements.spent import SPENT

APART = frozenset(("above", "below"))  # comparators by which one figure is more than another
MOVES = frozenset((OverTimeFunction.CHANGE, OverTimeFunction.GROWTH, OverTimeFunction.CAGR))
TOLD_OVER_TIME = frozenset((Intent.FIGURE, Intent.VERDICT, Intent.RANKING))


def over_time(measure: Expression, intent: Intent, signals: Signals, periods: Periods) -> Expression:
    """ "how much did it grow": the growth, where the verb and no noun says so."""
    move = signals.first("move")
    compound = any(chunk.name == "cagr" for chunk in signals.built.signals("function"))
    if compound and move and intent is Intent.FIGURE and isinstance(measure, Item | Row):
        return OverTime(OverTimeFunction.CAGR, measure)
    if isinstance(measure, At) and measure.period:  # "DPO in 2023, and how did its margin change from 2022 to 2023?"
        return measure
    ranked = intent is Intent.RANKING and move is not None  # "which segment grew fastest"
    match measure:
        case Share(of=of, whole=OverTime(function=function) as whole) if move and function in MOVES and _plain(of):
            return replace(measure, of=replace(whole, of=of))  # "change in A as % of the change in B"
    if not (ranked or intent is Intent.FIGURE) or not _plain(measure):
        return measure
    points = form_of(signals.chunks).shown is Shown.BASIS_POINTS and len(periods.listed) == 2
    if move is None and (points or held_apart(signals, periods)):
        return OverTime(OverTimeFunction.CHANGE, measure)
    if move is None and _is_money(measure) and len(periods.listed) == 2 and _in_percent(signals):
        return OverTime(OverTimeFunction.GROWTH, measure)
    if move is None and (order := signals.first("order")) and periods.whole:
        highest = order.entry.what["descending"]
        return OverTime(OverTimeFunction.MAXIMUM if highest else OverTimeFunction.MINIMUM, measure)
    several = len(periods.listed) > 1 and _flow(measure) and in_total(signals.chunks)
    if move is None and (several or (periods.whole and _totals(measure, signals))):
        return OverTime(OverTimeFunction.SUM, measure)
    if move is None:
        return moved(measure) if signals.has("prior") else measure
    grows = move.key.startswith(("grow", "grew")) or form_of(signals.chunks).shown is Shown.PERCENT
    growth = grows and not isinstance(measure, Ratio)
    length = next((chunk.value.years for chunk in _lengths(signals)), None)
    change = OverTime(OverTimeFunction.GROWTH if growth else OverTimeFunction.CHANGE, measure, length)
    if ranked or move.name != "down":
        return change
    return Call(CallFunction.ABSOLUTE, (change,))  # "by how much did it fall"


def _plain(measure: Expression) -> bool:
    return not any(isinstance(node, OverTime) for node in walk(measure))


def _in_percent(signals: Signals) -> bool:
    """ "Capex 2022 vs 2021, percent": money is told in percent only as how much it moved."""
    form = form_of(signals.chunks)
    return form.shown is Shown.PERCENT and not any(one.name == "dollars" for one in signals.chunks)


def _is_money(measure: Expression) -> bool:
    if isinstance(measure, Ratio):
        return ratios()[measure.key].shown is Shown.MONEY
    kind = concepts().get(measure.concept) if isinstance(measure, Item) else None
    return kind is not None and kind.unit is Unit.MONEY


def _lengths(signals: Signals) -> list[Chunk]:
    """ "Three-year", which says over how long and not from when."""
    return [one for one in signals.chunks if one.kind == "period" and one.value.years and not one.value.periods]


def held_apart(signals: Signals, periods: Periods) -> bool:
    """ "How many more people at the end of 2022 than at the end of 2019": by how much two periods differ."""
    return exceeds(signals.chunks) and (len(periods.listed) == 2 or signals.has("prior"))


def exceeds(chunks: Sequence[Chunk]) -> bool:
    held = any(chunk.kind == "comparator" and chunk.name in APART for chunk in chunks)
    return held and any(chunk.kind == "much" for chunk in chunks)


def _flow(measure: Expression) -> bool:
    """Whether it is of a period, and may be added up over several: an item, or what is left of one."""
    if isinstance(measure, Binary) and measure.operator in (Operator.ADD, Operator.SUBTRACT):
        return _flow(measure.left) and _flow(measure.right)
    return isinstance(measure, Item) and concepts()[measure.concept].statement is not Statement.BALANCE


def in_total(chunks: Sequence[Chunk]) -> bool:
    """ "How much did it spend in total over 2020 and 2021"; not "growth in total debt"."""
    places = [at for at, one in enumerate(chunks) if at and one.key == "total"]
    last = len(chunks) - 1
    within = (at for at in places if chunks[at - 1].key == "in")
    return last in places or any(at == last or chunks[at + 1].kind != "measure" for at in within)


def _totals(measure: Expression, signals: Signals) -> bool:
    """ "Total dividends paid from 2021 to 2023": no cash flow statement prints a total of what one year spent.

    So of what is added to it, or left of it.
    """
    first = measure
    while isinstance(first, Binary):
        first = first.left
    if not isinstance(first, Item) or not _flow(measure) or (first is measure and first.concept not in SPENT):
        return False
    chunks = [None, *(one for one in signals.chunks if one.kind != "filer")]
    named = any(
        one is not None
        and one.value == first
        and (one.key.startswith("total ") or (before is not None and before.key == "total"))
        for before, one in pairwise(chunks)
    )
    return named and concepts()[first.concept].statement is Statement.CASH_FLOW


def lost_lengths(query: Query, signals: Signals) -> list[Chunk]:
    """A length of time that nothing is measured over is not silently left out, where no other stretch is named."""
    named = len(query.periods.listed) > 1 or query.periods.whole or query.intent not in TOLD_OVER_TIME
    over = any(isinstance(node, OverTime) and node.years for one in query.measures for node in walk(one))
    return [] if named or over else _lengths(signals)
