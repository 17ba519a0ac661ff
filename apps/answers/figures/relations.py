"""How a question relates figures: lookup, change, average, comparison, yes or no; and what it supposes (R2)."""

import re

from apps.answers.calculator.catalogue import Shown
from apps.answers.calculator.formula import Item
from apps.answers.calculator.formula import items as items_of
from apps.answers.figures.asked import Direction, Part, Relation, Wanted
from apps.answers.figures.form import AskedForm
from apps.retrieval.notions import notion
from apps.retrieval.periods import NUMBERS, read_periods
from apps.statements.mentions import mentions
from apps.statements.ontology import Statement, Unit, concepts

COUNT = rf"\d+|{'|'.join(NUMBERS)}"
PROSE = re.compile(
    rf"\b(?:{notion('reasons', 'telling')}"
    r"|how (?:did|do|does|is|are|has|have)\b(?!.*\b(?:compare|differ|change|evolve|develop|trend))"
    r"|policy|policies|risks?|strateg\w+|expects?|guidance|outlook)\b"
    r"|(?:^|[.?!:]\s+)(?:who|where|when)\b",
    re.IGNORECASE,
)
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
    rf"\b(?P<count>{COUNT})[- ]?year (?:\w+ )?(?:average|mean)\b|\baverage(?:d)? over\b"
    r"|\b(?:average|mean) (?:of|for|annual|yearly|value)\b|\bon average\b|\baverage\b(?=.*\b(?:between|from|over)\b)",
    re.IGNORECASE,
)
PLAIN_AVERAGE = re.compile(r"(?<!weighted )(?<!weighted-)\b(?:average|mean)\b(?! (?:cost|price|rate))", re.IGNORECASE)
SPAN = re.compile(rf"\b(?P<count>{COUNT})[- ]?years?\b", re.IGNORECASE)
GROWTH = re.compile(
    r"\bgrowth(?: rate)?\b|\b(?:percent(?:age)?|%) (?:change|increase|decrease|growth)\b"
    r"|\bby (?:what|how much|how many) percent\w*|\bgrow|\bgrew\b",
    re.IGNORECASE,
)
COMPARES = re.compile(r"^\W*how (?:did|do|does|is|are|has|have)\b.*\b(?:compare|differ|evolve|develop|trend)", re.I)
CHANGE = re.compile(
    rf"\b(?:{notion('yearly')}|change[ds]?|changing|increase[ds]?|decrease[ds]?|difference|decline[ds]?|rise"
    r"|rose|fell|fall|drop(?:ped)?|how much (?:more|less|higher|lower))\b",
    re.IGNORECASE,
)
ASKS_YES_NO = re.compile(
    rf"^\W*(?:(?:{notion('whether')})(?:n['’]t)?|can|could)\b(?! (?:you|i|we)\b)"
    r"|[.:?,]\s*(?:does|did|has|have|is|are|was|were)\s+[A-Za-z]",
    re.IGNORECASE,
)
UP = re.compile(rf"\b(?:{notion('rose')}|higher|expand\w*|up|gain\w*|more)\b", re.I)
DOWN = re.compile(
    rf"\b(?:{notion('fell')}|lower\w*|worse\w*|deteriorat\w+|shr[iau]nk\w*|contract(?:ed|ing)?|down|less|weaken\w*)\b",
    re.IGNORECASE,
)
POSITIVE = re.compile(r"\b(?:positive|profitable|above zero|(?:make|made) a profit)\b", re.IGNORECASE)
NEGATIVE = re.compile(r"\b(?:negative|below zero|unprofitable|(?:make|made) a loss)\b", re.IGNORECASE)
PRESENT = re.compile(
    r"\b(?:pay|paid|pays|paying|distribut\w+|report\w*|record\w*|repurchas\w*|buy back|bought back|issued?|incur\w*)\b"
    r"|\b(?:have|has|had|holds?|carry|carries|carried) (?:any|outstanding)\b",
    re.IGNORECASE,
)
EXTREME = re.compile(
    rf"\b(?P<most>{notion('most', 'larger')}|best)\b|\b(?P<least>{notion('least', 'smaller')}|worst)\b",
    re.IGNORECASE,
)
LARGEST = re.compile(
    r"\b(?:largest|biggest|highest|greatest|smallest|lowest)\s+(?:single\s+)?(?P<current>current\s+)?"
    r"(?:(?P<assets>assets?)|(?P<liabilities>liabilit(?:y|ies)))\b(?! (?:class|management|turnover|base))",
    re.IGNORECASE,
)
TOTAL = re.compile(r"\b(?:total|sum|cumulative(?:ly)?|combined|aggregate|altogether|in all)\b", re.IGNORECASE)
ASKS_WHICH = re.compile(r"\b(?:which|what|who|in what|in which)\b", re.IGNORECASE)
MOST_YEARS = 10


def part_asked(asked: str) -> Part | None:
    """The part of the balance sheet whose largest line is asked for."""
    match = LARGEST.search(asked)
    if match is None:
        return None
    if match["assets"]:
        return Part.CURRENT_ASSETS if match["current"] else Part.ASSETS
    return Part.CURRENT_LIABILITIES if match["current"] else Part.LIABILITIES


def in_prose(asked: str) -> bool:
    return bool(PROSE.search(asked))


def other_figures(asked: str) -> str:
    """Words that ask for figures which stand in no consolidated primary statement."""
    match = OTHERWISE.search(asked) or FUTURE.search(asked)
    return match[0] if match else ""


def relation_of(asked: str, wanted: tuple[Wanted, ...], form: AskedForm) -> Relation:
    if CAGR.search(asked):
        return Relation.CAGR
    if COMPARES.search(asked):
        return Relation.COMPARISON
    if ASKS_YES_NO.search(asked):
        return Relation.YES_NO
    if EXTREME.search(asked) and ASKS_WHICH.search(asked):
        return Relation.COMPARISON
    if (AVERAGE.search(asked) and _over_several(asked, wanted)) or _average_of_ends(asked, wanted):
        return Relation.AVERAGE
    if totals(asked, wanted):
        return Relation.TOTAL
    if (GROWTH.search(asked) or CHANGE.search(asked)) and not _inside(wanted, asked):
        return _change(asked, wanted, form)
    if wanted[0].stated:
        return Relation.STATED_FORMULA
    if len(wanted) > 1:
        return Relation.LIST
    return Relation.LOOKUP if wanted[0].is_item else Relation.RATIO


def _over_several(asked: str, wanted: tuple[Wanted, ...]) -> bool:
    """Whether an average has several figures to be of: of one year only what is held at its two ends."""
    periods = read_periods(asked)
    if len(periods.years) > 1 or (periods.last or 1) > 1 or span_asked(asked):
        return True
    items = items_of(wanted[0].formulas[0])
    return all(concepts()[item.concept].statement is Statement.BALANCE and not item.offset for item in items)


def _average_of_ends(asked: str, wanted: tuple[Wanted, ...]) -> bool:
    """ "Average inventory of FY2021" is that of its two ends."""
    item = wanted[0].formulas[0]
    held = isinstance(item, Item) and concepts()[item.concept].statement is Statement.BALANCE
    return len(wanted) == 1 and held and bool(PLAIN_AVERAGE.search(asked))


def totals(asked: str, wanted: tuple[Wanted, ...]) -> bool:
    """Whether a flow is to be added up over several years. "Total revenue" is an item's name and asks for no sum."""
    if len(wanted) != 1 or not isinstance(item := wanted[0].formulas[0], Item):
        return False
    concept = concepts()[item.concept]
    named = [(one.start, one.end) for one in mentions(asked)]
    free = [m for m in TOTAL.finditer(asked) if all(m.end() <= start or m.start() >= end for start, end in named)]
    starts = {start for start, _ in named}
    of_name = any(match[0].lower() == "total" and match.end() + 1 in starts for match in free)
    periods = read_periods(asked)
    several = len(periods.years) > 1 or (periods.last or 1) > 1
    flow = concept.statement is not Statement.BALANCE and concept.unit is Unit.MONEY
    return bool(free) and flow and several and (not of_name or periods.ranged)


def _inside(wanted: tuple[Wanted, ...], asked: str) -> bool:
    """ "Change" may be part of an item's own name ("net change in cash"), which the item says already."""
    named = [asked[one.start : one.end] for one in mentions(asked)]
    return len(wanted) == 1 and any(GROWTH.search(text) or CHANGE.search(text) for text in named)


def _change(asked: str, wanted: tuple[Wanted, ...], form: AskedForm) -> Relation:
    """A change of money in percent is a growth; a change of percentages stays a difference."""
    is_rate = wanted[0].shown is Shown.PERCENT
    percent = GROWTH.search(asked) or form.percent
    return Relation.GROWTH if percent and not is_rate else Relation.CHANGE


def span_asked(asked: str) -> int | None:
    match = AVERAGE.search(asked)
    count = match["count"] if match and match["count"] else None
    if count is None and (CAGR.search(asked) or GROWTH.search(asked)) and (found := SPAN.search(asked)):
        count = found["count"]
    if count is None:
        return None
    number = int(count) if count.isdigit() else NUMBERS[count.lower()]
    return number if number <= MOST_YEARS else None


def direction_of(asked: str) -> Direction | None:
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


def extreme_of(asked: str) -> str:
    match = EXTREME.search(asked)
    return (match.lastgroup or "") if match else ""
