"""A question that asks twice: "..., and by how much had it grown?" leans on what it asked first, as a follow-up does.

Where both halves are understood to the last word they are one query. Where only the first is, that is the query, and
the answer says that the other half is left open; else the question stays as it was read.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from apps.questions.expressions import At, Binary, Expression, Operator, OverTime, OverTimeFunction
from apps.questions.query import Against, Alternative, Comparison, Intent, Query, Reading, Role, Token
from apps.questions.slots import Filer
from apps.questions.tokens import Word, words_of

JOINING = frozenset(("and", "&"))
PARTING = frozenset((",", "?", ";", ":", "-", "."))
AMOUNTS = (
    ("how", "much"),
    ("how", "many"),
    ("how", "large"),
    ("how", "big"),
    ("how",),
    ("what",),
    ("which",),
    ("who",),
    ("as", "a"),
    ("in", "%"),
)
CALCULATED = frozenset((Intent.FIGURE, Intent.VERDICT, Intent.RANKING))
LEAST = 3  # words of a first ask
Read = Callable[[str, Reading | None], Reading]


def asked_twice(whole: Reading, read: Read) -> Reading:
    """The reading of both asks together, or of the first alone, where the question as a whole is not understood."""
    if not _may_hold_two(whole.query):
        return whole
    alone: Query | None = None
    for place in _places(words_of(whole.question)):
        first = read(whole.question[:place].rstrip(" ,;:-"), None)
        if first.unclear or first.query.unread or first.query.intent not in CALCULATED or not first.query.measures:
            continue
        second = read(whole.question[place:], first)
        both = _together(first.query, second, place)
        if both is not None:
            return replace(whole, alternatives=(Alternative(both),))
        alone = alone or _alone(first.query, whole, place)
    return replace(whole, alternatives=(Alternative(alone),)) if alone and whole.query.unread else whole


def _alone(first: Query, whole: Reading, place: int) -> Query:
    """The first ask, with every word of the second left open."""
    rest = (
        _moved(Token(word.text, word.start, word.end, Role.OPEN), place) for word in words_of(whole.question[place:])
    )
    return replace(first, tokens=(*first.tokens, *rest))


def _may_hold_two(query: Query) -> bool:
    return bool(query.unread) or query.intent in (Intent.VERDICT, Intent.RANKING, Intent.TEXT)


def _places(words: Sequence[Word]) -> Iterator[int]:
    """Where a second ask may begin: at "and how much", ", by what percentage", the last such place first."""
    for at in range(len(words) - 1, LEAST, -1):
        joins = words[at].key in JOINING
        if joins or (words[at].key not in PARTING and words[at - 1].key in PARTING):
            keys = [word.key for word in words[at + joins : at + joins + 4]]
            keys = keys[1:] if keys[:1] in (["by"], ["with"], ["at"]) else keys
            if any(tuple(keys[skip : skip + len(amount)]) == amount for amount in AMOUNTS for skip in (0, 1)):
                yield words[at].start


def _together(first: Query, second: Reading, place: int) -> Query | None:
    """None where the second ask is not understood, or is of another company, part or time."""
    asked = second.query
    alike = asked.filers == first.filers and asked.part == first.part and asked.periods == first.periods
    if second.unclear or asked.unread or not asked.measures or not alike or asked.intent not in CALCULATED:
        return None
    tokens = (*first.tokens, *(_moved(token, place) for token in asked.tokens))
    if first.order is not None and asked.order == first.order and len(asked.measures) > len(first.measures):
        return replace(first, measures=asked.measures, tokens=tokens)  # "and what share of the total is that?"
    measures = _measures(first, asked, own="measure" not in second.carried)
    if measures is None:
        return None
    if not measures:
        return replace(first, tokens=tokens)
    merged = replace(first, intent=Intent.FIGURE, measures=measures, condition=None, order=None, text_kind=None)
    return replace(merged, tokens=tokens, form=asked.form if asked.form != type(asked.form)() else first.form)


def _measures(first: Query, asked: Query, *, own: bool) -> tuple[Expression, ...] | None:
    """What is asked in both; empty: the ranking tells it anyhow."""
    if first.intent is Intent.RANKING:
        return None if own else () if first.part else _apart(first)
    if first.intent is Intent.VERDICT and not own and asked.intent is Intent.VERDICT:
        return _of_verdict(first)
    if asked.intent is not Intent.FIGURE:
        return None
    told = () if first.intent is Intent.VERDICT else first.measures
    if set(asked.measures) <= set(told):  # what it asks beyond the first is not understood
        return None
    return tuple(dict.fromkeys((*told, *asked.measures)))


def _of_verdict(first: Query) -> tuple[Expression, ...] | None:
    """ "Did it improve, and by how much": the change; "was it a cost, and how big": the amount."""
    if not isinstance(first.condition, Comparison):
        return None
    measure = first.condition.left
    compared = any(token.role is Role.COMPARATOR for token in first.tokens)
    if first.condition.right is Against.ZERO:
        return None if compared else (measure,)
    within = measure.of if isinstance(measure, OverTime) else measure
    return (OverTime(OverTimeFunction.CHANGE, within),) if first.condition.right is Against.PRIOR else None


def _apart(first: Query) -> tuple[Expression, ...] | None:
    """ "Which had more revenue, A or B, and by how much": how much more the first of the two has."""
    named = [filer for filer in first.filers if isinstance(filer, Filer)]
    if len(named) != 2 or len(first.filers) != 2 or len(first.measures) != 1:
        return None
    left, right = (At(first.measures[0], filer=filer) for filer in named)
    return (Binary(Operator.SUBTRACT, left, right),)


def _moved(token: Token, place: int) -> Token:
    return replace(token, start=token.start + place, end=token.end + place)
