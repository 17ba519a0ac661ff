"""What to look for in the place of a name that no printed line bears."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum

from apps.answers.compute.links import Wanting
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.rereading import OPEN, in_one
from apps.questions.expressions import (
    At,
    Binary,
    Call,
    CallFunction,
    Expression,
    Item,
    OverTime,
    Ratio,
    Row,
    Share,
    Stated,
    exchanged,
    walk,
)
from apps.questions.labels import called, stems
from apps.questions.query import About, Intent, Query, Role, TextKind, Token

NAMING = frozenset({Role.MEASURE, Role.PART, Role.TOPIC, Role.UNREAD})
WORKING = frozenset({Role.OPERATOR, Role.COMPARATOR})
WORKED = (OverTime, Binary, Share, Call)


class How(IntEnum):
    """What the name is made of."""

    LEAF = 0  # the one that the query gives to a leaf
    WORDS = 1  # all words that name something, in the place of the only leaf
    ALONE = 2  # the same, of a query without a measure
    SEVERAL = 3  # the same, where one name was read as several measures
    WIDENED = 4  # a leaf of several, with the words beside it that nobody read


@dataclass(frozen=True, slots=True)
class Sought:
    """query: with the leaf `wanting` in it."""

    query: Query
    wanting: Wanting
    how: How


def sought(query: Query, outcome: Outcome) -> Sought | None:
    """None where no figure of a line is asked for: a yes or no, an order, a reason, an estimate, all but a part."""
    if outcome.found or not _asks_of_lines(query):
        return None
    if query.unread:
        return _of_all_words(query) or _widened(query)
    return Sought(query, outcome.wanting[0], How.LEAF) if outcome.wanting else _of_all_words(query)


def _asks_of_lines(query: Query) -> bool:
    if query.condition or query.order or query.estimate or query.text_kind not in (None, TextKind.WHAT):
        return False
    if any(part.each or part.left_out or part.within for part in query.parts):
        return False
    nodes = [node for one in query.measures for node in walk(one)]
    if any(isinstance(node, At) and node.filer for node in nodes):
        return False
    return query.intent in (Intent.FIGURE, Intent.LIST) and all(one.role is not Role.ORDER for one in query.tokens)


def placed(query: Query, leaf: Wanting, label: str) -> tuple[Query, Wanting] | None:
    """The query with a line as it is printed for the leaf: by its own name it is told, and by no part of another.

    None where the leaf does not stand in its measures by itself, but in a ratio, or with the query's part over others.
    """
    row = Row(label)
    if leaf.part is None:
        measures = tuple(_exchanged(one, leaf.item, row) for one in query.measures)
        return (replace(query, measures=measures), Wanting(row)) if measures != query.measures else None
    if leaf.part == query.part:
        alone = len(list(_leaves(query))) == 1 and not any(map(_is_defined, query.measures))
        measures = tuple(_exchanged(one, leaf.item, row) for one in query.measures)
        changed = alone and measures != query.measures
        return (replace(query, measures=measures, part=None), Wanting(row)) if changed else None
    measures = tuple(_of_its_part(one, leaf, row) for one in query.measures)
    return (replace(query, measures=measures), Wanting(row)) if measures != query.measures else None


def _of_all_words(query: Query) -> Sought | None:
    """All that names something as one name, of a query that has no measure, one leaf, or several that nothing joins."""
    phrase = " ".join(token.text for token in query.tokens if token.role in NAMING)
    row, leaves = Row(phrase), list(_leaves(query))
    nodes = [node for one in query.measures for node in walk(one)]
    if not phrase or any(map(_is_defined, query.measures)):
        return None
    measure: Expression
    if not query.measures:
        measure, how = row, How.ALONE
    elif len(query.measures) > 1:
        if not (in_one(query) or query.unread) or not _are_one(nodes):
            return None
        over = next((node for node in nodes if isinstance(node, OverTime)), None)
        measure, how = replace(over, of=row) if over else row, How.SEVERAL
    elif len(leaves) == 1:
        measure, how = _exchanged(_without_parts(query.measures[0]), leaves[0], row), How.WORDS
    else:
        return None
    if any(one.role in WORKING for one in query.tokens) and not any(isinstance(one, WORKED) for one in walk(measure)):
        return None  # what is to be done with it is lost
    tokens = _all_read(query)
    told = replace(query, intent=Intent.FIGURE, text_kind=None, about=About(), tokens=tokens, part=None)
    return Sought(replace(told, measures=(measure,)), Wanting(row), how)


def _are_one(nodes: list[Expression]) -> bool:
    """Whether measures may be words of one name: nothing is done with them but one thing over time, at one time."""
    over = {(node.function, node.years) for node in nodes if isinstance(node, OverTime)}
    worked = any(isinstance(node, Share | Binary) or (isinstance(node, Call) and not _is_size(node)) for node in nodes)
    moved = any((isinstance(node, At) and node.period) or (isinstance(node, Item | Row) and node.lag) for node in nodes)
    return len(over) <= 1 and not worked and not moved


def _is_size(call: Call) -> bool:
    return call.function is CallFunction.ABSOLUTE


def _all_read(query: Query) -> tuple[Token, ...]:
    return tuple(replace(one, role=Role.MEASURE) if one.role in OPEN else one for one in query.tokens)


def _widened(query: Query) -> Sought | None:
    """Words that nobody read as part of the name beside them ("gross software"); of the first such leaf."""
    leaves = list(dict.fromkeys(_leaves(query)))
    named = [place for place, one in enumerate(query.tokens) if one.role in (Role.MEASURE, Role.PART)]
    if len(query.measures) != 1 or len(leaves) < 2 or not named:
        return None
    wider: dict[Item | Row, list[int]] = {}
    for place, token in enumerate(query.tokens):
        if token.role in OPEN:
            nearest = min(named, key=lambda one: abs(one - place))
            leaf = next((one for one in leaves if stems(query.tokens[nearest].text) & _names(one)), None)
            if leaf is None:
                return None
            wider.setdefault(leaf, []).append(place)
    measure, first = query.measures[0], None
    for leaf, places in wider.items():
        own = [at for at in named if stems(query.tokens[at].text) & _names(leaf)]
        row = Row(" ".join(query.tokens[at].text for at in sorted({*places, *own})))
        measure, first = _exchanged(measure, leaf, row), first or row
    if first is None:
        return None
    over = (node.part for node in walk(measure) if isinstance(node, At) and first in walk(node))
    part = next(over, None) or query.part
    return Sought(replace(query, measures=(measure,), tokens=_all_read(query)), Wanting(first, part), How.WIDENED)


def _names(leaf: Item | Row) -> frozenset[str]:
    """Stems of what it is called."""
    ways = (stems(leaf.label),) if isinstance(leaf, Row) else called(leaf.concept)
    return frozenset[str]().union(*ways)


def _leaves(query: Query) -> Iterator[Item | Row]:
    for measure in query.measures:
        yield from (node for node in walk(measure) if isinstance(node, Item | Row))


def _is_defined(measure: Expression) -> bool:
    """Whether a formula of its own stands in it, whose lines are not the question's."""
    return any(isinstance(node, Ratio | Stated) for node in walk(measure))


def _exchanged(measure: Expression, leaf: Item | Row, row: Row) -> Expression:
    """Wherever the leaf stands, of the years before as well."""
    for node in list(walk(measure)):
        if isinstance(node, Item | Row) and replace(node, lag=0) == replace(leaf, lag=0):
            measure = exchanged(measure, node, replace(row, lag=node.lag))
    return measure


def _of_its_part(measure: Expression, leaf: Wanting, row: Row) -> Expression:
    """Where the leaf stands under its own part, and nowhere else."""
    for node in list(walk(measure)):
        if isinstance(node, At) and node.part == leaf.part:
            inner = _exchanged(node.of, leaf.item, row)
            if inner != node.of:
                measure = exchanged(measure, node, replace(node, of=inner, part=None))
    return measure


def _without_parts(measure: Expression) -> Expression:
    """The words that name a part are among those of the line."""
    for node in list(walk(measure)):
        if isinstance(node, At):
            measure = exchanged(measure, node, replace(node, part=None))
    return measure
