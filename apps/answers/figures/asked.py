"""Which figures a question asks for: of what, how related, of which periods, in which form (R2). No model."""

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise
from typing import Any

from apps.answers.calculator.catalogue import Ratio, Shown, ratio_asked, ratios
from apps.answers.calculator.formula import Binary, Formula, Function, Item, Operator
from apps.answers.figures.definitions import Definitions, read_definitions
from apps.answers.figures.form import AskedForm, read_form
from apps.answers.figures.judgements import judgement_asked
from apps.documents.statements.mentions import Mention, mentions
from apps.documents.statements.ontology import Unit, concepts
from apps.retrieval.periods import read_periods
from apps.retrieval.wording import word


class Relation(StrEnum):
    """What is done with the figures. Text: the question wants words, figures only support them."""

    LOOKUP = "lookup"
    RATIO = "ratio"
    STATED_FORMULA = "stated formula"
    CHANGE = "change"
    GROWTH = "growth"
    CAGR = "compound growth"
    AVERAGE = "average over years"
    COMPARISON = "comparison"
    YES_NO = "yes or no"
    LIST = "list"
    LARGEST = "largest lines"
    JUDGEMENT = "judgement"
    TEXT = "text"


class Direction(StrEnum):
    """What a yes or no question supposes."""

    UP = "up"
    DOWN = "down"
    EITHER = "up or down"
    POSITIVE = "positive"
    NEGATIVE = "negative"
    PRESENT = "present"


class Part(StrEnum):
    """A part of the balance sheet."""

    ASSETS = "asset"
    CURRENT_ASSETS = "current asset"
    LIABILITIES = "liability"
    CURRENT_LIABILITIES = "current liability"


FUNCTIONS = {
    Relation.CHANGE: Function.CHANGE,
    Relation.GROWTH: Function.GROWTH,
    Relation.CAGR: Function.CAGR,
    Relation.AVERAGE: Function.AVERAGE,
}
PROSE = re.compile(
    r"\b(?:why|explain|describe|discuss|drove|drives?|drivers?|driven|reasons?|caused?|causes|due to"
    r"|how (?:did|do|does|is|are|has|have)\b(?!.*\b(?:compare|differ|change|evolve|develop|trend))"
    r"|policy|policies|risks?|strateg\w+|expects?|guidance|outlook)\b"
    r"|(?:^|[.?!:]\s+)(?:who|where|when)\b",
    re.IGNORECASE,
)
CONDITION = re.compile(r"\bif [^.?]{3,80} (?:is|are) not [^.?]*[.?]?", re.IGNORECASE)
ROUNDING = re.compile(r"[,(]?\s*(?:and\s+)?(?:please\s+)?\bround(?:ed|ing)?\b[^.?!;]*", re.IGNORECASE)
FUTURE = re.compile(
    r"\b(?:will|forecast\w*|project(?:ed|ion)\w*|guid(?:e|ed|ance)|expect\w*|estimate[ds]?)\b", re.IGNORECASE
)
OTHERWISE = re.compile(
    r"(?<!un)(?<!un-)\badjust\w*|\bnon-?\s?gaap\b|\borganic\b|\bcore (?:earnings|operating)\b|\bconstant currenc\w+"
    r"|\bexclud\w+|\bpro[- ]forma\b|\bsegments?\b|\bdivisions?\b|\bregion\w*\b|\bgeograph\w*|\bcountr(?:y|ies)\b"
    r"|\bparent company\b"
    r"|\bby product\b|\bproduct lines?\b|\bsame[- ]store\b|\bcomparable\b|\bone-off\b|\bimpact of\b|\bexpected?\b",
    re.IGNORECASE,
)
CAGR = re.compile(r"\bcagr\b|\bcompound(?:ed)?(?: annual)? growth\b", re.IGNORECASE)
AVERAGE = re.compile(
    r"\b(?P<count>\d+|two|three|four|five|six|seven|ten)[- ]?year (?:\w+ )?(?:average|mean)\b|\baverage(?:d)? over\b"
    r"|\b(?:average|mean) (?:of|for|annual|yearly|value)\b|\bon average\b|\baverage\b(?=.*\b(?:between|from|over)\b)",
    re.IGNORECASE,
)
SPAN = re.compile(r"\b(?P<count>\d+|two|three|four|five|six|seven|ten)[- ]?years?\b", re.IGNORECASE)
GROWTH = re.compile(
    r"\bgrowth(?: rate)?\b|\b(?:percent(?:age)?|%) (?:change|increase|decrease|growth)\b"
    r"|\bby (?:what|how much|how many) percent\w*|\bgrow|\bgrew\b",
    re.IGNORECASE,
)
COMPARES = re.compile(r"^\W*how (?:did|do|does|is|are|has|have)\b.*\b(?:compare|differ|evolve|develop|trend)", re.I)
CHANGE = re.compile(
    r"\b(?:year[- ]over[- ]year|yoy|y/y|change[ds]?|changing|increase[ds]?|decrease[ds]?|difference|decline[ds]?|rise"
    r"|rose|fell|fall|drop(?:ped)?|how much (?:more|less|higher|lower))\b",
    re.IGNORECASE,
)
ASKS_YES_NO = re.compile(
    r"^\s*(?:\W*)(?:does|do|did|has|have|had|is|are|was|were|can)\b|[.:?,]\s*(?:does|did|has|have|is|are|was|were)\s+[A-Za-z]",
    re.IGNORECASE,
)
UP = re.compile(
    r"\b(?:improv\w+|increas\w+|gr[eo]w(?:n|ing|th|s)?|rise|risen|rising|rose|higher|expand\w*|up|gain\w*|more)\b", re.I
)
DOWN = re.compile(
    r"\b(?:declin\w+|decreas\w+|fall\w*|fell|drop\w*|lower\w*|worse\w*|deteriorat\w+|shr[iau]nk\w*|contract(?:ed|ing)?"
    r"|reduc\w+|down|less|weaken\w*)\b",
    re.IGNORECASE,
)
POSITIVE = re.compile(r"\b(?:positive|profitable|above zero|(?:make|made) a profit)\b", re.IGNORECASE)
PROFITABLE = re.compile(r"\b(?:un)?profitable\b|\b(?:make|made) a (?:profit|loss)\b", re.IGNORECASE)
NEGATIVE = re.compile(r"\b(?:negative|below zero|unprofitable|(?:make|made) a loss)\b", re.IGNORECASE)
PRESENT = re.compile(
    r"\b(?:pay|paid|pays|paying|distribut\w+|report\w*|record\w*|repurchas\w*|buy back|bought back|issued?|incur\w*)\b"
    r"|\b(?:have|has|had|holds?|carry|carries|carried) (?:any|outstanding)\b",
    re.IGNORECASE,
)
EXTREME = re.compile(
    r"\b(?P<most>highest|largest|biggest|greatest|most|best|maximum|higher|larger|bigger)\b"
    r"|\b(?P<least>lowest|smallest|least|worst|minimum|lower|smaller)\b",
    re.IGNORECASE,
)
LARGEST = re.compile(
    r"\b(?:largest|biggest|highest|greatest|smallest|lowest)\s+(?:single\s+)?(?P<current>current\s+)?"
    r"(?:(?P<assets>assets?)|(?P<liabilities>liabilit(?:y|ies)))\b(?! (?:class|management|turnover|base))",
    re.IGNORECASE,
)
ASKS_WHICH = re.compile(r"\b(?:which|what|who|in what|in which)\b", re.IGNORECASE)
OF_MIDDLE = re.compile(
    r"^\W*(?:expenses?|costs?|paid)?\W*(?:as an?|in|to)?\s*(?:%|percent(?:age)?|share|proportion|fraction|ratio)"
    r"(?: of| to)\W+"
    r"(?:its |the |total |net )*$",
    re.IGNORECASE,
)
TO_MIDDLE = re.compile(r"^\W*(?:to|over|/|divided by)\W+(?:its |the |total |net )*$", re.IGNORECASE)
SIGN_MIDDLE = re.compile(r"^\s*(?P<sign>[+\-−–]|plus|minus|less)\s*(?:the |its |unadjusted )*$", re.IGNORECASE)
MARGIN = re.compile(r"^\s*(?:\([^()]*\)\s*)?(?:%|percent(?:age)?)?\s*margins?\b", re.IGNORECASE)
NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10}
MOST_YEARS = 10


@dataclass(frozen=True, slots=True)
class Wanted:
    """One figure to be had: alternatives of which the first with all items stated is used, for a year that is open."""

    name: str
    formulas: tuple[Formula, ...]
    shown: Shown | None = None  # None: by the unit of the result
    stated: bool = False

    @property
    def is_item(self) -> bool:
        return isinstance(self.formulas[0], Item)


@dataclass(frozen=True, slots=True)
class FigureQuestion:
    """What is asked, in the words `asked`.

    years: ascending, those of the question; none: the newest. quarter: None for whole years. span: how many
    years an average or growth covers. last: how many up to the newest one.
    """

    relation: Relation
    wanted: tuple[Wanted, ...] = ()
    asked: str = ""
    years: tuple[int, ...] = ()
    quarter: int | None = None
    span: int | None = None
    last: int | None = None
    form: AskedForm = field(default_factory=AskedForm)
    direction: Direction | None = None
    extreme: str = ""  # "most", "least"
    part: Part | None = None  # of whose lines the largest are asked for
    says: str = ""  # the convention behind a judgement
    held_back: str = ""  # why nothing is computed though a figure is named

    def seen(self) -> dict[str, Any]:
        return {
            "relation": self.relation,
            "wanted": [wanted.name for wanted in self.wanted],
            "formula_stated": bool(self.wanted) and self.wanted[0].stated,
            "years": list(self.years),
            "quarter": self.quarter,
            "unit": {"scale": str(self.form.scale or ""), "decimals": self.form.decimals, "percent": self.form.percent},
            "direction": self.direction,
            "held_back": self.held_back,
        }

    @property
    def computes(self) -> bool:
        return bool(self.wanted or self.part) and self.relation is not Relation.TEXT and not self.held_back


def read_figures(question: str, core: str) -> FigureQuestion:
    """core: the question without what only says how to answer it. Never fails; nothing asked is `Relation.TEXT`."""
    definitions = read_definitions(question)
    asked = CONDITION.sub(" ", word(definitions.rest).core if definitions.formulas else core)
    asked = ROUNDING.sub(" ", asked)
    if part := _part(asked):
        return _of_periods(FigureQuestion(Relation.LARGEST, asked=asked, part=part), question)
    wanted = _wanted(asked, definitions)
    if not wanted and PROFITABLE.search(asked):
        wanted = (_of_item("net_income"),)
    if not wanted and not _in_prose(asked) and (judged := judgement_asked(asked)):
        of_catalogue = tuple(_of_ratio(ratios()[key]) for key in judged[0].ratios)
        return _of_periods(FigureQuestion(Relation.JUDGEMENT, of_catalogue, asked=asked, says=judged[0].says), question)
    if not wanted or _in_prose(asked):
        return FigureQuestion(Relation.TEXT, wanted)
    relation = _relation(asked, wanted, read_form(question))
    figures = FigureQuestion(relation, wanted, asked, span=_span(asked), direction=_direction(asked))
    return _of_periods(figures, question)


def _of_periods(figures: FigureQuestion, question: str) -> FigureQuestion:
    """With what every relation has: periods, the form of the answer, and what holds it back."""
    asked = read_periods(figures.asked)
    return replace(
        figures,
        years=asked.years or read_periods(question).years,
        quarter=asked.quarter,
        last=min(asked.last, MOST_YEARS) if asked.last else None,
        form=read_form(question),
        extreme=_extreme(figures.asked),
        held_back=_other_figures(figures.asked),
    )


def _part(asked: str) -> Part | None:
    """The part of the balance sheet whose largest line is asked for."""
    match = LARGEST.search(asked)
    if match is None:
        return None
    if match["assets"]:
        return Part.CURRENT_ASSETS if match["current"] else Part.ASSETS
    return Part.CURRENT_LIABILITIES if match["current"] else Part.LIABILITIES


def _in_prose(asked: str) -> bool:
    return bool(PROSE.search(asked))


def _other_figures(asked: str) -> str:
    """Words that ask for figures which stand in no consolidated primary statement."""
    match = OTHERWISE.search(asked) or FUTURE.search(asked)
    return match[0] if match else ""


def _wanted(asked: str, definitions: Definitions) -> tuple[Wanted, ...]:
    """A formula that the question states wins over the catalogue, and a ratio over the items inside its name."""
    if definitions.formulas and (stated := _stated(asked, definitions)):
        return (stated,)
    ratio = ratio_asked(asked)
    named = mentions(asked)
    if ratio and not _wider(named, ratio):
        return (_of_ratio(ratio[0]),)
    return _combined(asked, named) or tuple(_of_item(key) for key in dict.fromkeys(one.concept for one in named))


def _stated(asked: str, definitions: Definitions) -> Wanted | None:
    """What the question defines, or what it builds upon that ("X % margin" where only X is defined).

    Percentages are given where they are asked for: a definition by itself gives a plain number. None where the question
    asks for something else that the catalogue knows.
    """
    for name, formula in definitions.formulas.items():
        if match := re.search(rf"(?<!\w){re.escape(name)}(?!\w)", asked, re.IGNORECASE):
            return _built(name, formula, asked[match.end() :])
    if ratio_asked(asked) and not any(ratio_asked(name) for name in definitions.formulas):
        return None
    name, formula = next(iter(definitions.formulas.items()))
    return _of_definition(name, formula)


def _built(name: str, formula: Formula, after: str) -> Wanted:
    """`after`: what the question says right behind the defined name."""
    if MARGIN.match(after):
        return Wanted(
            f"{name} margin", (Binary(Operator.DIVIDE, formula, Item("revenue")),), Shown.PERCENT, stated=True
        )
    following = next(iter(mentions(after)), None)
    between = after[: following.start] if following else ""
    if following and OF_MIDDLE.match(between):
        whole = Binary(Operator.DIVIDE, formula, Item(following.concept))
        return Wanted(f"{name} to {concepts()[following.concept].name}", (whole,), Shown.PERCENT, stated=True)
    if following and (sign := SIGN_MIDDLE.match(between)):
        adds = sign["sign"].lower() in {"+", "plus"}
        operator, word = (Operator.ADD, "plus") if adds else (Operator.SUBTRACT, "less")
        whole = Binary(operator, formula, Item(following.concept))
        return Wanted(f"{name} {word} {concepts()[following.concept].name}", (whole,), stated=True)
    return _of_definition(name, formula)


def _of_definition(name: str, formula: Formula) -> Wanted:
    ratio = ratio_asked(name)
    in_days = ratio is not None and ratio[0].shown is Shown.DAYS
    title = ratio[0].name if ratio else f"{name[:1].upper()}{name[1:]}"
    return Wanted(title, (formula,), Shown.DAYS if in_days else None, stated=True)


def _wider(named: list[Mention], ratio: tuple[Ratio, int, int]) -> bool:
    """An item's name that holds the ratio's: "net cash conversion" is not there for "cash"."""
    _, start, end = ratio
    return any(one.start <= start and one.end >= end and one.end - one.start > end - start for one in named)


def _of_ratio(ratio: Ratio) -> Wanted:
    return Wanted(ratio.name, ratio.formulas, ratio.shown)


def _of_item(key: str) -> Wanted:
    concept = concepts()[key]
    shown = {Unit.MONEY: Shown.MONEY, Unit.PER_SHARE: Shown.PER_SHARE, Unit.SHARES: Shown.SHARES}
    return Wanted(concept.name, (Item(key),), shown.get(concept.unit))


def _combined(asked: str, named: list[Mention]) -> tuple[Wanted, ...]:
    """Two items with a sign or "as a percentage of" between them are one figure."""
    for left, right in pairwise(named):
        between = asked[left.end : right.start]
        if OF_MIDDLE.match(between) or TO_MIDDLE.match(between):
            shown = Shown.PERCENT if "percent" in between.lower() or "%" in between else Shown.RATIO
            return (_pair(left, right, Operator.DIVIDE, "to", shown),)
        if sign := SIGN_MIDDLE.match(between):
            adds = sign["sign"].lower() in {"+", "plus"}
            operator, word = (Operator.ADD, "plus") if adds else (Operator.SUBTRACT, "less")
            return (_pair(left, right, operator, word, None),)
    return ()


def _pair(left: Mention, right: Mention, operator: Operator, word: str, shown: Shown | None) -> Wanted:
    names = [concepts()[one.concept].name for one in (left, right)]
    formula = Binary(operator, Item(left.concept), Item(right.concept))
    return Wanted(f"{names[0]} {word} {names[1][0].lower()}{names[1][1:]}", (formula,), shown)


def _relation(asked: str, wanted: tuple[Wanted, ...], form: AskedForm) -> Relation:
    if CAGR.search(asked):
        return Relation.CAGR
    if COMPARES.search(asked):
        return Relation.COMPARISON
    if ASKS_YES_NO.search(asked):
        return Relation.YES_NO
    if EXTREME.search(asked) and ASKS_WHICH.search(asked):
        return Relation.COMPARISON
    if AVERAGE.search(asked):
        return Relation.AVERAGE
    if (GROWTH.search(asked) or CHANGE.search(asked)) and not _inside(wanted, asked):
        return _change(asked, wanted, form)
    if wanted[0].stated:
        return Relation.STATED_FORMULA
    if len(wanted) > 1:
        return Relation.LIST
    return Relation.LOOKUP if wanted[0].is_item else Relation.RATIO


def _inside(wanted: tuple[Wanted, ...], asked: str) -> bool:
    """ "Change" may be part of an item's own name ("net change in cash"), which the item says already."""
    named = [asked[one.start : one.end] for one in mentions(asked)]
    return len(wanted) == 1 and any(GROWTH.search(text) or CHANGE.search(text) for text in named)


def _change(asked: str, wanted: tuple[Wanted, ...], form: AskedForm) -> Relation:
    """A change of money in percent is a growth; a change of percentages stays a difference."""
    is_rate = wanted[0].shown is Shown.PERCENT
    percent = GROWTH.search(asked) or form.percent
    return Relation.GROWTH if percent and not is_rate else Relation.CHANGE


def _span(asked: str) -> int | None:
    match = AVERAGE.search(asked)
    count = match["count"] if match and match["count"] else None
    if count is None and (CAGR.search(asked) or GROWTH.search(asked)) and (found := SPAN.search(asked)):
        count = found["count"]
    if count is None:
        return None
    number = int(count) if count.isdigit() else NUMBERS[count.lower()]
    return number if number <= MOST_YEARS else None


def _direction(asked: str) -> Direction | None:
    up, down = UP.search(asked), DOWN.search(asked)
    if up and down:
        return Direction.EITHER
    if up or down:
        return Direction.UP if up else Direction.DOWN
    if POSITIVE.search(asked):
        return Direction.POSITIVE
    if NEGATIVE.search(asked):
        return Direction.NEGATIVE
    return Direction.PRESENT if PRESENT.search(asked) else None


def _extreme(asked: str) -> str:
    match = EXTREME.search(asked)
    return (match.lastgroup or "") if match else ""
