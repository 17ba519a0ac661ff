"""A question that leans on the one before it: what it does not say itself is carried over, and told."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from apps.questions.expressions import At, Expression, Item, OverTime, OverTimeFunction, Ratio, Row, Share, walk
from apps.questions.periods import quarter_back, year_back
from apps.questions.query import About, Comparison, Intent, Query, Role, Shown, TextKind
from apps.questions.ratios import margin_of_profit
from apps.questions.slots import Dimension, Part, PeriodKind, Periods
from apps.questions.tokens import Word

OPENING = frozenset(("and", "what about", "how about", "same", "or", "but", "also", "then", "so", "ok", "again"))
POINTING = frozenset(
    ("it", "its", "they", "their", "them", "that", "this", "these", "those", "he", "she", "same", "there")
)
BEFORE = ("before", "prior", "previous", "preceding", "earlier")  # than what was asked about
FEW = 9  # words: a longer question stands by itself unless it points back
NO_MEASURE = "Which figure?"
NO_QUARTER = "Which quarter?"
NO_PART = "The share of which part?"


class Shared(Enum):
    """What a share is asked of: the total of what was told; a whole that is named; or of what was told, a part."""

    NONE = 0
    TOTAL = 1
    WHOLE = 2
    PART = 3


@dataclass(frozen=True, slots=True)
class Carried:
    """A query completed from the one before. what: the slots that were taken; unclear: what is still missing."""

    query: Query
    what: tuple[str, ...] = ()
    unclear: str = ""


def leans(query: Query, words: Sequence[Word]) -> bool:
    """Whether a question needs the one before: it opens with "and", points back, or names no measure or filer."""
    keys = [word.key for word in words]
    if not keys:
        return False
    points = bool(POINTING & set(keys[:FEW]))
    ranks = bool(query.periods) and any(token.role is Role.ORDER for token in query.tokens)  # "grew fastest in 2022"
    whole = bool(query.filers) and (bool(query.measures) or bool(query.about.terms) or ranks)
    return opens(words) or points or (len(words) <= FEW and not whole)


def opens(words: Sequence[Word]) -> bool:
    """Whether a question begins as a continuation does."""
    keys = [word.key for word in words[:2]]
    return bool(keys) and (keys[0] in OPENING or " ".join(keys) in OPENING)


def completed(
    query: Query,
    words: Sequence[Word],
    earlier: Query | None,
    function: OverTimeFunction | None = None,
    *,
    share: Shared = Shared.NONE,
) -> Carried:
    """The question with what it leaves out, from the one before.

    function: what is asked of the earlier measure. share: of what a share is asked.
    """
    if not leans(query, words):
        return _of_the_company(query, earlier)
    if earlier is None:
        return Carried(query, unclear=NO_PART) if share is not Shared.NONE and query.measures else _alone(query, words)
    if not _says_anything(query, words) and function is None:
        return Carried(query)
    if _quarter_of_a_year(query.periods, earlier.periods):
        return Carried(query, unclear=NO_QUARTER)
    what: list[str] = []
    if query.measures:
        query = _as_share(query, earlier, share, what)
    query = _named_part(query, earlier) if opens(words) else query
    query = _asked(query, earlier, what)
    if function and "measure" in what and query.text_kind is not TextKind.WHY:
        query = replace(
            query,
            intent=Intent.FIGURE,
            measures=tuple(OverTime(function, measure) for measure in _without_change(query.measures)),
            text_kind=None,
        )
    query = _of_whom(query, earlier, what)
    query = _of_when(query, earlier, what)
    if share is Shared.TOTAL and "measure" in what:
        shares = _shares(earlier)
        if not shares:
            return Carried(query, unclear=NO_PART)
        query = replace(query, measures=shares)
    query = _of_what_part(query, earlier, what, points=bool(POINTING & {word.key for word in words}))
    return _with_others(Carried(query, tuple(what)), earlier)


def _with_others(carried: Carried, earlier: Query) -> Carried:
    """Where several things were asked, all of one time, all of them are asked again of another; else it is not clear
    which is meant."""
    query = carried.query
    if not earlier.also or "measure" not in carried.what:
        return carried
    same = (query.intent, query.measures, query.order, query.condition, query.part) == (
        earlier.intent, earlier.measures, earlier.order, earlier.condition, earlier.part,
    )  # fmt: skip
    if not same or len({one.periods for one in earlier.asks}) > 1:
        return replace(carried, unclear=NO_MEASURE)
    also = (replace(one, filers=query.filers, periods=query.periods, form=query.form) for one in earlier.asks[1:])
    return replace(carried, query=replace(query, also=tuple(also)))


def _of_the_company(query: Query, earlier: Query | None) -> Carried:
    """A figure that is whole but for whose it is: of the company that was spoken of."""
    if earlier is None or query.filers or not query.measures:
        return Carried(query)
    what: list[str] = []
    return Carried(_of_whom(query, earlier, what), tuple(what))


def _as_share(query: Query, earlier: Query, share: Shared, what: list[str]) -> Query:
    """What was told before as a share of the measure that is named now, or the other way around."""
    if share not in (Shared.WHOLE, Shared.PART) or len(earlier.measures) != 1 or len(query.measures) != 1:
        return query
    what.append("measure")
    told, named = earlier.measures[0], query.measures[0]
    if share is Shared.WHOLE and query.part is not None and not query.part.each:
        named = At(named, part=query.part)
    made = Share(told, named) if share is Shared.WHOLE else Share(named, told)
    return replace(query, intent=Intent.FIGURE, measures=(made,), text_kind=None)


def _shares(earlier: Query) -> tuple[Expression, ...]:
    """What the part that was asked about has of the whole; of a ranking, beside what it is by."""
    if earlier.part is None or len(earlier.measures) != 1 or not isinstance(earlier.measures[0], Item | Row):
        return ()
    share = Share(earlier.measures[0], earlier.measures[0])
    return (*earlier.measures, share) if earlier.part.each else (share,)


def _says_anything(query: Query, words: Sequence[Word]) -> bool:
    """Not where every word is one of courtesy: "Thanks!"."""
    points = opens(words) or bool(POINTING & {word.key for word in words})
    plain = query.intent is Intent.TEXT and query.text_kind in (None, TextKind.WHAT)
    slots = query.filers or query.periods or query.part or query.measures or query.about.terms
    told = any(token.role not in (Role.FRAME, Role.FUNCTION) for token in query.tokens)
    return bool(points or slots or told or not plain)


def _quarter_of_a_year(asked: Periods, earlier: Periods) -> bool:
    """ "The quarter before" a whole year."""
    one = asked.listed[0] if len(asked.listed) == 1 else None
    before = one is not None and one.kind is PeriodKind.QUARTER and one.back == 1
    return before and any(period.kind is PeriodKind.YEAR for period in earlier.listed)


def _alone(query: Query, words: Sequence[Word]) -> Carried:
    """The first question of a conversation that still points back."""
    slots_only = not query.measures and not query.about.terms and query.intent is Intent.TEXT
    if slots_only and (query.periods or query.part or query.filers):
        return Carried(query, unclear=NO_MEASURE)
    return Carried(query)


def _asked(query: Query, earlier: Query, what: list[str]) -> Query:
    """The measure and what is asked of it: "and the year before?" asks the same, "why did it change?" why."""
    if query.measures or query.about.terms or query.intent is Intent.BRIEF or query.condition:
        return _margin_of(query, earlier, what)
    if not earlier.measures and not earlier.about.terms and earlier.intent is not Intent.BRIEF:
        return query
    what.append("measure")
    if query.text_kind is TextKind.WHY:
        moved = _without_change(earlier.measures)
        condition = query.condition or _premise(earlier)
        return replace(query, measures=moved, about=earlier.about, condition=condition)
    if query.intent is Intent.TEXT and query.text_kind is not TextKind.WHAT:
        return replace(query, about=earlier.about)
    if query.intent is Intent.VERDICT:
        return replace(query, measures=_without_change(earlier.measures))
    kept = {
        "intent": earlier.intent,
        "measures": tuple(_told_as(measure, query.form.shown) for measure in earlier.measures),
        "order": earlier.order,
        "condition": earlier.condition,
    }
    return replace(query, **kept, text_kind=earlier.text_kind, about=earlier.about, form=_form(query, earlier))  # type: ignore[arg-type]


def _form(query: Query, earlier: Query) -> object:
    return earlier.form if query.form == type(query.form)() else query.form


def _told_as(measure: Expression, shown: Shown) -> Expression:
    """ "in percent?" after a change of an amount asks for the growth."""
    if not (isinstance(measure, OverTime) and measure.function is OverTimeFunction.CHANGE):
        return measure
    points = any(isinstance(node, Ratio) for node in walk(measure))
    return replace(measure, function=OverTimeFunction.GROWTH) if shown is Shown.PERCENT and not points else measure


def _without_change(measures: tuple[Expression, ...]) -> tuple[Expression, ...]:
    return tuple(measure.of if isinstance(measure, OverTime) else measure for measure in measures)


def _premise(earlier: Query) -> Comparison | None:
    return replace(earlier.condition, premise=True) if isinstance(earlier.condition, Comparison) else None


def _margin_of(query: Query, earlier: Query, what: list[str]) -> Query:
    """ "What about its margin?" after EBITDA asks for the EBITDA margin."""
    bare = len(query.measures) == 1 and _is_bare_margin(query)
    named = next(
        (margin for measure in earlier.measures for node in walk(measure) if (margin := margin_of_profit(node))), None
    )
    if not bare or named is None:
        return query
    what.append("measure")
    return replace(query, measures=(Ratio(named),))


def _is_bare_margin(query: Query) -> bool:
    told = [token.text.lower() for token in query.tokens if token.role == "measure"]
    return told in (["margin"], ["margins"])


def _of_whom(query: Query, earlier: Query, what: list[str]) -> Query:
    if (
        query.filers
        or not earlier.filers
        or any(isinstance(node, At) and node.filer for m in query.measures for node in walk(m))
    ):
        return query
    what.append("company")
    return replace(query, filers=earlier.filers)


def _of_when(query: Query, earlier: Query, what: list[str]) -> Query:
    if not query.periods:
        if not earlier.periods:
            return query
        what.append("period")
        return replace(query, periods=earlier.periods)
    shifted = _shifted(query.periods, earlier.periods)
    if shifted == query.periods:
        return query
    what.append("period")
    return replace(query, periods=shifted)


def _shifted(asked: Periods, earlier: Periods) -> Periods:
    """ "the year before" is one before those that were asked about; "and Q2?" is of their year."""
    last = earlier.listed[-1] if earlier else None
    if last and last.year and asked.whole and asked.listed[-1].back == 1:  # "the two years before"
        return Periods(
            tuple(replace(last, year=last.year - (one.back or 0), end=None, text="") for one in asked.listed), True
        )
    if last is None or len(asked.listed) != 1:
        return asked
    one = asked.listed[0]
    if one.back == 1 and one.kind is PeriodKind.QUARTER:
        return Periods(tuple(quarter_back(period) for period in earlier.listed), earlier.whole)
    if one.back == 1 and any(word in one.text for word in BEFORE):
        return Periods(tuple(year_back(period) for period in earlier.listed), earlier.whole)
    if one.kind in (PeriodKind.QUARTER, PeriodKind.HALF) and one.number and one.year is None and last.year:
        return Periods((replace(one, year=last.year, back=None),))
    if one.kind is PeriodKind.YEAR and one.year and last.kind in (PeriodKind.QUARTER, PeriodKind.HALF) and last.number:
        return Periods((replace(last, year=one.year, end=None),))
    return asked


def _of_what_part(query: Query, earlier: Query, what: list[str], *, points: bool) -> Query:
    """A part is carried with the measure, or where "its" points to it: "and for Europe?" replaces it."""
    part: Part | None = earlier.part
    named = "company" not in what and bool(query.filers)
    if query.part is not None or part is None or not ("measure" in what or (points and not named)):
        return query
    what.append("part")
    return replace(query, part=part)


def _named_part(query: Query, earlier: Query) -> Query:
    """ "and for Lumen Tools?": words that nothing knows, after a figure, name a part of the filer."""
    told = query.about.terms
    bare = query.intent is Intent.TEXT and query.text_kind is TextKind.WHAT and not query.measures
    if not (bare and len(told) == 1 and earlier.measures and earlier.intent is not Intent.TEXT):
        return query
    roles = tuple(replace(token, role=Role.PART) if token.role is Role.TOPIC else token for token in query.tokens)
    return replace(query, part=Part(Dimension.ANY, told[0].text, told[0].text), about=About(), tokens=roles)
