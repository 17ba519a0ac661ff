"""Other sensible readings of a question, each with its reason, behind the most literal one."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from apps.questions.assemble import Assembled
from apps.questions.chunks import MEASURES, Chunk
from apps.questions.drafts import Draft
from apps.questions.expressions import Expression, Item, OverTime, OverTimeFunction, Ratio, Row
from apps.questions.lexicon import lexicon
from apps.questions.query import Alternative, Intent, Query
from apps.questions.ratios import margin_of_profit
from apps.questions.sentence import label
from apps.questions.slots import Dimension

MOST = 3


def others(query: Query, draft: Draft, made: Assembled) -> tuple[Alternative, ...]:
    """At most three, none like the query itself."""
    found = (
        alternative
        for source in (_other_items, _own_line, _other_change)
        for alternative in source(query, draft, made)
        if alternative.query != query
    )
    return tuple(islice(found, MOST))


def _other_items(query: Query, draft: Draft, made: Assembled) -> Iterator[Alternative]:
    """Names that analysts use for more than one figure: "margin", "earnings", "debt"."""
    for chunk in draft.chunks:
        for name in _names(chunk):
            text = draft.text[draft.words[chunk.start].start : draft.words[chunk.end - 1].end]
            other = leaf_named(name)
            yield Alternative(_with(query, chunk.value, other), f'"{text}" may also mean {label(other)}')


def beside_its_profit(query: Query, draft: Draft) -> Query:
    """ "EBITDA and margin": a name of several meanings is the margin of the one profit that is asked for beside it."""
    for chunk in draft.chunks:
        beside = {margin_of_profit(measure) for measure in query.measures if measure != chunk.value} - {None}
        if isinstance(chunk.value, Ratio) and _names(chunk) and len(beside) == 1:
            query = _with(query, chunk.value, Ratio(str(beside.pop())))
    return query


def _names(chunk: Chunk) -> tuple[str, ...]:
    if chunk.kind != "measure" or not chunk.entries or chunk.entry.kind not in MEASURES:
        return ()
    return tuple(chunk.entry.what.get("others", {}).get(chunk.key, ()))


def leaf_named(name: str) -> Expression:
    """An item, or else a ratio, of this key."""
    return Item(name) if any((entry.kind, entry.name) == ("item", name) for entry in lexicon().entries) else Ratio(name)


def _with(query: Query, old: Expression, new: Expression) -> Query:
    """The query with one measure in the place of another, wherever it stands."""
    return query.mapped(lambda node: new if node == old else node)


def _own_line(query: Query, draft: Draft, made: Assembled) -> Iterator[Alternative]:
    """ "Subscription revenue" may be a line of the statement, not a part of revenue that a note tells."""
    part, measures = query.part, query.measures
    if part is None or part.dimension is not Dimension.ANY or part.member is None or len(measures) != 1:
        return
    chunk = next((chunk for chunk in draft.chunks if chunk.kind == "measure" and chunk.value == measures[0]), None)
    if chunk and isinstance(measures[0], Item | Ratio):
        name = draft.text[draft.words[chunk.start].start : draft.words[chunk.end - 1].end]
        row = Row(f"{part.member} {name}")
        yield Alternative(replace(query, measures=(row,), part=None), f'"{row.label}" may be a line of its own')


def _other_change(query: Query, draft: Draft, made: Assembled) -> Iterator[Alternative]:
    """ "How much did it change" may be meant in percent or as an amount."""
    moved = [one for one in query.measures if isinstance(one, OverTime) and one.function in OTHER]
    functions = {one.function for one in moved}
    if made.signals.first("move") is None or query.intent is not Intent.FIGURE or len(functions) != 1:
        return
    if not any(isinstance(one.of, Ratio) for one in moved):
        function = OTHER[functions.pop()]
        reason = "in percent" if function is OverTimeFunction.GROWTH else "as an amount"
        turned: dict[Expression, Expression] = {one: replace(one, function=function) for one in moved}
        measures = tuple(turned.get(one, one) for one in query.measures)
        yield Alternative(replace(query, measures=measures), f"the change may be meant {reason}")


OTHER = {OverTimeFunction.CHANGE: OverTimeFunction.GROWTH, OverTimeFunction.GROWTH: OverTimeFunction.CHANGE}
