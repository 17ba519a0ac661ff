"""A question that asks twice: "..., and by how much had it grown?" leans on what it asked first, as a follow-up does.

Where both halves are understood to the last word they are one query. Where only the first is, that is the query, and
the answer says that the other half is left open; else the question stays as it was read.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from apps.questions.expressions import At, Binary, Expression, Number, Operator, OverTime, OverTimeFunction, Share
from apps.questions.intents import AUXILIARIES
from apps.questions.periods import in_time
from apps.questions.query import Against, Alternative, Comparison, Intent, Query, Reading, Role, TextKind, Token
from apps.questions.slots import Filer, Period, PeriodKind, Periods
from apps.questions.tokens import Word, words_of

JOINING = frozenset(("and", "&"))
PARTING = frozenset((",", "?", ";", ":", "-", "."))
POINTING = frozenset(("it", "that", "this", "they", "any", "either", "both", "each"))
ENDING = frozenset(("?", "."))
ASKING = frozenset(("why", "what", "how"))
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
    ("as", "%"),
    ("as", "percent"),
    ("as", "share"),
    ("in", "%"),
)
CALCULATED = frozenset((Intent.FIGURE, Intent.VERDICT, Intent.RANKING))
TAKING_AWAY = frozenset(
    ("exclude", "excluding", "without", "except", "only", "just", "not", "no", "ignore", "ignoring", "omit", "leave")
)
LEAST = 3  # words of a first ask
MOST_PLACES = 4  # where a second one may begin
Read = Callable[[str, Reading | None], Reading]


def asked_twice(whole: Reading, read: Read) -> Reading:
    """The reading of both asks together, or of the first alone, where the question as a whole is not understood."""
    if not _may_hold_two(whole.query):
        return whole
    alone: Query | None = None
    for place in islice(_places(words_of(whole.question)), MOST_PLACES):
        if _only_says_more(whole, place):
            continue
        first = read(whole.question[:place].rstrip(" ,;:-"), None)
        if first.unclear or first.query.unread or first.query.intent not in CALCULATED or not first.query.measures:
            continue
        second = read(whole.question[place:], first)
        both = _together(first.query, second, place) or _held_against(first.query, second, place)
        if both is not None:
            return replace(whole, alternatives=(Alternative(_with_marks(both, whole)),))
        heads = whole.question[:place].rstrip().endswith(":")  # "Debt at the end of 2022: what part is due?"
        alone = alone or (None if heads else _alone(first.query, whole, place))
    vague = whole.query.intent is Intent.TEXT and whole.query.text_kind is TextKind.WHAT and not whole.query.measures
    other = alone and alone.order and whole.query.order != alone.order  # "rank them, and say how each moved"
    left_open = alone and (whole.query.unread or vague or other)
    return replace(whole, alternatives=(Alternative(_with_marks(alone, whole)),)) if alone and left_open else whole


def _with_marks(query: Query, whole: Reading) -> Query:
    """With what parts the two asks and belongs to neither: "capex - as a ratio of revenue"."""
    held = {token.start for token in query.tokens}
    marks = (word for word in words_of(whole.question) if word.start not in held)
    told = (*query.tokens, *(Token(mark.text, mark.start, mark.end, Role.FUNCTION) for mark in marks))
    return replace(query, tokens=tuple(sorted(told, key=lambda token: token.start)))


def asks_besides(question: str) -> bool:
    """Whether more is asked behind a first question: "why did sales fall, and what is done about it?"."""
    words = words_of(question)
    return any(not ASKING.isdisjoint(word.key for word in words if word.start < place) for place in _places(words))


def _alone(first: Query, whole: Reading, place: int) -> Query:
    """The first ask, with every word of the second left open."""
    words = (word for word in words_of(whole.question) if word.start >= place)
    rest = (Token(word.text, word.start, word.end, Role.OPEN) for word in words)
    return replace(first, tokens=(*first.tokens, *rest))


def _may_hold_two(query: Query) -> bool:
    return bool(query.unread) or query.intent in (Intent.VERDICT, Intent.RANKING, Intent.TEXT)


def _places(words: Sequence[Word]) -> Iterator[int]:
    """Where a second ask may begin: at "and how much", ", by what percentage", a sentence; the last place first."""
    asked = bool(words) and words[-1].key == "?"
    for at in range(len(words) - 1, LEAST, -1):
        joins = words[at].key in JOINING
        if joins or (words[at].key not in PARTING and words[at - 1].key in PARTING):
            keys = [word.key for word in words[at + joins : at + joins + 4]]
            keys = keys[1:] if keys[:1] in (["by"], ["with"], ["at"]) else keys
            if _asks_on(keys) or words[at - 1].key == "?" or (asked and words[at - 1].key in ENDING):
                yield words[at].start


def _only_says_more(whole: Reading, place: int) -> bool:
    """Whether a sentence behind a question asks for nothing: "Exclude one-off items." is no "Give it as a share."."""
    says = whole.question[:place].rstrip().endswith("?") and not whole.question.rstrip().endswith("?")
    told = [token for token in whole.query.tokens if token.start >= place]
    asks = bool(told) and (told[0].role is Role.FRAME or told[0].text == "I")  # "Give ...", "I want ..."
    return says and (not asks or not TAKING_AWAY.isdisjoint(token.text.lower() for token in told))


def _asks_on(keys: Sequence[str]) -> bool:
    """ "How much ...", "as a percentage", "was that a larger share?"."""
    points = set(keys[:1]) <= AUXILIARIES and set(keys[1:2]) & POINTING
    amounts = (tuple(keys[skip : skip + len(amount)]) == amount for amount in AMOUNTS for skip in (0, 1))
    return bool(points) or any(amounts)


def _together(first: Query, second: Reading, place: int) -> Query | None:
    """None where the second ask is not understood, or is of another company, part or time."""
    asked = second.query
    alike = asked.filers == first.filers and asked.part == first.part and asked.periods == first.periods
    if second.unclear or asked.unread or not asked.measures or not alike or asked.intent not in CALCULATED:
        return None
    tokens = (*first.tokens, *(_moved(token, place) for token in asked.tokens))
    if first.order is not None and asked.order == first.order and len(asked.measures) > len(first.measures):
        return replace(first, measures=asked.measures, tokens=tokens)  # "and what share of the total is that?"
    if first.order is not None and all(isinstance(one, Share) for one in asked.measures):
        return replace(first, measures=(*first.measures, *asked.measures), tokens=tokens) if first.part else None
    measures = _measures(first, asked, own="measure" not in second.carried)
    if measures is None:
        return None
    if not measures:
        return replace(first, tokens=tokens)
    merged = replace(first, intent=Intent.FIGURE, measures=measures, condition=None, order=None, text_kind=None)
    return replace(merged, tokens=tokens, form=asked.form if asked.form != type(asked.form)() else first.form)


def _held_against(first: Query, second: Reading, place: int) -> Query | None:
    """ "..., and was it better than in 2016?": the figure of both periods."""
    asked, told = second.query, second.query.condition
    prior = isinstance(told, Comparison) and told.right is Against.PRIOR and (told.left,) == first.measures
    alike = asked.filers == first.filers and asked.part == first.part and first.intent is Intent.FIGURE
    if second.unclear or asked.unread or not prior or not alike or len(first.periods.listed) != 1:
        return None
    (own,) = first.periods.listed
    before = asked.periods.listed if asked.periods != first.periods else _year_before(own)
    periods = Periods(tuple(sorted({own, *before}, key=in_time)))
    tokens = (*first.tokens, *(_moved(token, place) for token in asked.tokens))
    return replace(first, periods=periods, tokens=tokens) if len(periods.listed) > 1 else None


def _year_before(period: Period) -> tuple[Period, ...]:
    of_a_year = period.kind is PeriodKind.YEAR and period.year is not None
    return (replace(period, year=(period.year or 0) - 1),) if of_a_year else ()


def _measures(first: Query, asked: Query, *, own: bool) -> tuple[Expression, ...] | None:
    """What is asked in both; empty: the ranking tells it anyhow."""
    if first.intent is Intent.RANKING:
        alike = set(asked.measures) <= set(first.measures)
        return None if own or asked.condition or not alike else () if first.part else _apart(first)
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
    if not isinstance(first.condition.right, Against | Number):  # "did it cover capex, and by how much"
        return (_left_over(measure, first.condition.right),)
    compared = any(token.role is Role.COMPARATOR for token in first.tokens)
    if first.condition.right is Against.ZERO:
        return None if compared else (measure,)
    within = measure.of if isinstance(measure, OverTime) else measure
    return (OverTime(OverTimeFunction.CHANGE, within),) if first.condition.right is Against.PRIOR else None


def _left_over(left: Expression, right: Expression) -> Expression:
    """What the one is more than the other; of two sums over time, their difference over the same time."""
    if isinstance(left, OverTime) and isinstance(right, OverTime) and left.function is right.function:
        return replace(left, of=Binary(Operator.SUBTRACT, left.of, right.of))
    return Binary(Operator.SUBTRACT, left, right)


def _apart(first: Query) -> tuple[Expression, ...] | None:
    """ "Which had more revenue, A or B, and by how much": how much more the first of the two has."""
    named = [filer for filer in first.filers if isinstance(filer, Filer)]
    if len(named) != 2 or len(first.filers) != 2 or len(first.measures) != 1:
        return None
    left, right = (At(first.measures[0], filer=filer) for filer in named)
    return (Binary(Operator.SUBTRACT, left, right),)


def _moved(token: Token, place: int) -> Token:
    return replace(token, start=token.start + place, end=token.end + place)
