"""Sentences that give the reason of a change: known by what they claim, and by the figures of that change.

What a sentence says before "due to" is read by the reader of questions, as if it were asked why. Where it claims what
the question supposes and states a figure of that change, as it is calculated or as the question tells it, no
other change can be meant. A sentence without any figure must claim the very same, of nothing narrower.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import takewhile

from apps.answers.check.figures import compare
from apps.answers.compute.figures import Figure
from apps.answers.compute.outcome import Outcome
from apps.answers.judge.judge import RULES, Judged
from apps.answers.judge.rules import of_the_period, refusal
from apps.answers.sources.passages import Told, overlap
from apps.answers.sources.tokens import Figure as Said
from apps.answers.sources.tokens import tokens
from apps.documents.models import Page
from apps.questions.expressions import At, Expression, Item, Number, OverTime, Row
from apps.questions.names import Register
from apps.questions.query import Against, Comparator, Comparison, Query, Role, TextKind
from apps.questions.reader import read
from apps.questions.second_asks import asks_besides
from apps.retrieval.stems import stems

CAUSE = re.compile(
    r"\b(?:due(?: \w+){0,2} to|because|(?:driven|led|caused|impacted)(?: \w+)? by|owing to|attributed(?: \w+)? to"
    r"|(?:was|were|is|are|\w+ly) attributable(?: \w+)? to|result(?:ed|s|ing)?(?: \w+)? (?:of|from)"
    r"|reflect(?:s|ed|ing)|stem(?:s|med) from|primarily from|on account of|thanks to)\b",
    re.IGNORECASE,
)
BACK = re.compile(
    r"(?:the|this|these|such)\s+(?:\w+\s+){0,3}?"
    r"(?:increase|decrease|decline|reduction|improvement|growth|change|drop|rise)s?\b",
    re.IGNORECASE,
)
CONTRASTS = frozenset(("yet", "but", "while", "whereas", "despite", "although", "though"))
EXACT = Decimal("0.0001")  # what one in the last place of a calculated figure is worth
LEAST = 10  # a smaller number is told of too many things
DIGITS = 3  # with fewer, two amounts are told together by chance
FIGURES = "figures"  # the name of the judge that proves by them
CLAIMED = 0.8  # the probability given to a sentence that claims the same and states no figure
PROVED = 1.0


@dataclass(frozen=True, slots=True)
class Known:
    """An amount that a change is told by: of either end, or of what lies between them, in percent or not."""

    value: Decimal
    percent: bool
    end: bool = False

    def stated(self, said: Iterable[Said]) -> bool:
        return any(self.is_said(one) for one in said)

    def is_said(self, one: Said) -> bool:
        """Percentages as they are rounded, ends of rounded figures by one in the last place; amounts as anywhere."""
        if one.percent is not self.percent:
            return False
        if not self.percent:
            return compare(one, self.value, EXACT) is not None
        return abs(abs(one.value) - abs(self.value)) <= (one.unit if self.end else one.unit / 2)

    def printed(self, said: Iterable[Said]) -> bool:
        """In a table, whose units stand elsewhere."""
        return any(one.percent is self.percent and digits_of(one.value) == digits_of(self.value) for one in said)


def explained(
    question: str, query: Query, outcome: Outcome | None, told: Iterable[Told], register: Register
) -> tuple[list[Told], list[Judged]]:
    """Those that give the reason asked for, each with the sentence it points back to and those that go on with it.

    Nothing where no reason is asked for. register: by which names are read.
    """
    if query.text_kind is not TextKind.WHY or _tells_otherwise(question, outcome) or _wonders(query):
        return [], []
    asked = _Asked(query, tuple(_known(question, outcome)), _called(query, outcome), register, asks_besides(question))
    found = [
        (one, way, sure)
        for one in told
        if CAUSE.search(one.candidate.text) and not refusal(query, one.candidate)
        for way, most in _ways(one)
        if (sure := asked.answered_by(way, most))
    ]
    best = max((sure for _, _, sure in found), default=Surety())
    kept = {one.candidate: way for one, way, sure in reversed(found) if sure == best}
    whole = list[Told]()
    for one in (replace(_going_on(one, query), run=None) for one in reversed(kept.values())):
        whole += [] if any(overlap(one, other) for other in whole) else [one]
    by = FIGURES if best.probability == PROVED else RULES
    return whole, [Judged(one.candidate, best.probability, by=by) for one in whole]


def _wonders(query: Query) -> bool:
    """ "Sales rose, yet profit fell": what explains one of two moves does not explain that they went apart."""
    return len(query.measures) > 1 and any(token.text.lower() in CONTRASTS for token in query.tokens)


def _tells_otherwise(question: str, outcome: Outcome | None) -> bool:
    """Whether a question tells two amounts, one of which is none of the change: it asks of something else."""
    told = [token.figure for token in tokens(question) if token.figure and token.figure.scale]
    own = list(_of_the_change(outcome)) if outcome else []
    return len(told) > 1 and bool(own) and not all(any(one.is_said(said) for one in own) for said in told)


def of_its_change(query: Query) -> Query | None:
    """The query of how much that changed of which a reason is asked for, where it does not say so itself."""
    asks = query.text_kind is TextKind.WHY and query.condition is None and len(query.measures) == 1
    if not asks or isinstance(query.measures[0], OverTime):
        return None
    change = Comparison(query.measures[0], Comparator.EITHER, Against.PRIOR, premise=True)
    return replace(query, condition=change)


@dataclass(frozen=True, slots=True, order=True)
class Surety:
    """How surely a sentence gives the reason; none where it does not. amounts: of the change, that it states."""

    probability: float = 0.0
    amounts: int = 0

    def __bool__(self) -> bool:
        return bool(self.probability)


@dataclass(frozen=True, slots=True)
class _Asked:
    """called: the stems of each way to name what changed, as it is asked and as it is printed.

    besides: whether more is asked than the reason.
    """

    query: Query
    known: tuple[Known, ...]
    called: frozenset[frozenset[str]]
    register: Register
    besides: bool = False

    def answered_by(self, told: Told, most: float) -> Surety:
        """most: the probability beyond which none is given."""
        text = told.candidate.text
        cause = CAUSE.search(text)
        if cause is None:
            return Surety()
        before = text[: cause.start()]
        said = [token.figure for token in tokens(before) if token.figure]
        met = [one for one in self.known if one.stated(said)]
        if said and not met:
            return Surety()
        claim = read(f"Why {before.strip()}?", self.register).query
        if met and self._proves(said, claim, before):
            return Surety(min(most, self._at_best(told)), sum(1 if one.end else 2 for one in met))
        return (
            Surety(CLAIMED)
            if most == PROVED and not said and self._claims_the_same(claim) and self._beside(told)
            else Surety()
        )

    def _at_best(self, told: Told) -> float:
        """The reason of one change says little of what is asked of two, or besides, or of what it does not name."""
        topics = stems(" ".join(token.text for token in self.query.tokens if token.role is Role.TOPIC))
        named = topics <= stems(" ".join((*told.candidate.above, told.candidate.text)))
        return PROVED if len(_every(self.query)) == 1 and not self.besides and named else CLAIMED

    def _proves(self, said: Sequence[Said], claim: Query, before: str) -> bool:
        """Both ends to three digits can be of nothing else; otherwise the sentence must name what changed.

        One end of two is told of other periods and in other matters, too.
        """
        ends = [one for one in self.known if one.end]
        met = {one.value for one in said if any(end.is_said(one) for end in ends)}
        between = any(one.stated(said) for one in self.known if not one.end)
        if len(met) > 1 and all(len(one.as_tuple().digits) >= DIGITS for one in met):
            return True
        if not between and len(met) < min(2, len(ends)):
            return False
        asked = _measured(self.query)
        whole = claim.part is None or self.query.part is not None  # "discount revenue" is not the revenue
        called = any(len(one) > 1 and one <= stems(before) for one in self.called)
        named = called or (bool(asked) and whole and _measured(claim) >= asked)
        return named and not self._opposed(claim)

    def _opposed(self, claim: Query) -> bool:
        ways = {one.comparator for one in (claim.condition, self.query.condition) if isinstance(one, Comparison)}
        return len(ways & {Comparator.ABOVE, Comparator.BELOW}) > 1

    def _claims_the_same(self, claim: Query) -> bool:
        """Word for word nothing more than the question supposes."""
        more = any(token.role in {Role.TOPIC, Role.UNREAD} and stems(token.text) for token in claim.tokens)
        supposed = isinstance(self.query.condition, Comparison) and claim.condition == self.query.condition
        return supposed and not more and _members(claim) == _members(self.query)

    def _beside(self, told: Told) -> bool:
        """Whether its page prints both ends of the change: its table is of the same filer, period and part."""
        ends = [one for one in self.known if one.end]
        place = told.candidate.place
        page = Page.objects.filter(version=place.version, number=place.page).first() if place and ends else None
        if page is None:
            return False
        said = [token.figure for token in tokens(page.text) if token.figure]
        return all(one.printed(said) or one.stated(said) for one in ends)


def _members(query: Query) -> frozenset[str]:
    """ "The Valves segment" and "Valves" are one part."""
    return stems(query.part.member or "") if query.part else frozenset()


def _called(query: Query, outcome: Outcome | None) -> frozenset[frozenset[str]]:
    asked = stems(" ".join(token.text for token in query.tokens if token.role is Role.MEASURE and token.text.isalpha()))
    leaves_ = [one.operands for one in _ends(outcome)] if outcome else []
    return frozenset((asked, *(stems(one[0].candidate.label) for one in leaves_ if len(one) == 1)))


def _measured(query: Query) -> frozenset[Expression]:
    """What it speaks of, a line that is printed under a name of its own as the item that it is."""
    left = (query.condition.left,) if isinstance(query.condition, Comparison) else query.measures
    return frozenset(map(_item, left))


def _every(query: Query) -> frozenset[Expression]:
    numbers = (one for one in query.measures if not isinstance(one, Number))
    return _measured(query) | frozenset(map(_item, numbers))


def _item(measure: Expression) -> Expression:
    match measure:
        case OverTime(of=of) | At(of=of):
            return _item(of)
        case Row(like=like) if like:
            return Item(like)
    return measure


def digits_of(value: Decimal) -> tuple[int, ...]:
    return abs(value).normalize().as_tuple().digits


def _ways(told: Told) -> Iterator[tuple[Told, float]]:
    """By itself; "The increase was due to ..." with the sentence before it, which says what increased.

    Any other with the one before it, too: that may tell the change, and then it is likely to give the reason.
    """
    yield told, PROVED
    if at := _place(told):
        yield _stretched(told, at - 1, at), PROVED if BACK.match(told.candidate.text.lstrip()) else CLAIMED


def _going_on(told: Told, query: Query) -> Told:
    """With those that go on with the same change; else with the one behind it, if that states nothing of its own."""
    at = _place(told)
    if told.run is None or at is None:
        return told
    last = _last(told)
    behind = told.run.sentences[last + 1 :]
    near = [one for one in behind[:1] if not _states(one.text, query, told)]
    on = list(takewhile(lambda one: BACK.match(one.text.lstrip()), behind))
    return _stretched(told, at, last + max(len(near), len(on)))


def _states(text: str, query: Query, told: Told) -> bool:
    """A figure or another period: it tells of something else then."""
    return any(token.figure for token in tokens(text)) or bool(of_the_period(query, replace(told.candidate, text=text)))


def _place(told: Told) -> int | None:
    """Of its first sentence in its run."""
    if told.run is None or told.candidate.place is None:
        return None
    start = told.candidate.place.spans[0][0]
    return next(place for place, one in enumerate(told.run.sentences) if one.start == start)


def _last(told: Told) -> int:
    if told.run is None or told.candidate.place is None:
        raise ValueError("a sentence of a run has a place")
    end = told.candidate.place.spans[-1][1]
    return next(place for place, one in enumerate(told.run.sentences) if one.end == end)


def _stretched(told: Told, first: int, last: int) -> Told:
    if told.run is None or told.candidate.place is None:
        raise ValueError("a sentence of a run has a place")
    begin, start, end = (told.run.sentences[at] for at in (0, first, last))
    text = told.run.text[start.start - begin.start : end.end - begin.start]
    place = replace(told.candidate.place, spans=((start.start, end.end),))
    return replace(told, candidate=replace(told.candidate, text=text, place=place))


def _known(question: str, outcome: Outcome | None) -> Iterator[Known]:
    yield from _of_the_change(outcome) if outcome else ()
    for token in tokens(question):
        if token.figure and (token.figure.percent or abs(token.figure.full) >= LEAST):
            yield Known(abs(token.figure.full), token.figure.percent)


def _of_the_change(outcome: Outcome) -> Iterator[Known]:
    ends = [_amount(one) for one in _ends(outcome)]
    yield from ends
    if len(ends) == 2 and ends[0].percent is ends[1].percent:
        first, last = ends[0].value, ends[1].value
        yield Known(abs(last - first), ends[0].percent)
        if first and not ends[0].percent:
            yield Known(abs((last - first) / first) * 100, percent=True)


def _ends(outcome: Outcome) -> tuple[Figure, ...]:
    single = tuple(one for one in outcome.figures if not one.over)
    return single or next((one.ends for one in outcome.figures), ())


def _amount(figure: Figure) -> Known:
    percent = figure.shown.unit == "%"
    return Known(figure.amount.value * (100 if percent else 1), percent, end=True)
