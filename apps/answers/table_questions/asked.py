"""What a question of a table asks: which operation, over which moments, between which parts of its words."""

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from apps.answers.table_questions.moments import RANGE, Mention, Moment, mentions
from apps.documents.figures.units import SCALES


class Kind(StrEnum):
    """The operations. GROWTH: change over the earlier figure. SHARE: one figure over another. SPREAD: a difference."""

    COUNT = "count"
    ITEMS = "items"  # the lines of a part of the table
    MOMENTS = "moments"  # the columns that the table has
    WHICH_MOMENT = "which moment"
    WHICH_ITEM = "which item"
    GROWTH = "growth"
    SHARE = "share"
    RATIO = "ratio"
    AVERAGE = "average"
    SUM = "sum"
    CHANGE = "change"
    LISTED = "listed"
    TEXT = "text"
    LOOKUP = "lookup"


class Direction(StrEnum):
    HIGH = "high"
    LOW = "low"


TURN = (
    r"(?:changes?|increases?\s*/\s*\(?\s*decreases?\)?|decreases?\s*/\s*\(?\s*increases?\)?"
    r"|increase or decrease|increases?"
    r"|decreases?|growth|decline|difference|variance|rise|drop|reduction|improvement)"
)
GROWTH = re.compile(
    rf"\b(?:percent(?:age)?|per cent|%)\s+(?:of\s+)?(?:the\s+)?{TURN}(?!\s+of\b.*\bas a)"
    rf"|\bpercentage-wise\b|\b(?:growth rate|rate of (?:change|growth|increase|decrease))\b"
    rf"|\bhow (?:many|much) percent(?:age)?\b.*\b(?:increase|decrease|change|grow|decline|higher|lower)"
    rf"|\bby (?:what|how (?:much|many)) percent(?:age)?\b|\b{TURN}\b[^?]*\bin percent(?:age)?\b"
    rf"|\bproportional {TURN}\b",
    re.IGNORECASE,
)
SHARE = re.compile(
    r"\b(?:as\s+an?|expressed as an?)\s+(?:percentage|percent|proportion|fraction|share)\s+(?:of|over|to)\b"
    r"|\b(?:what|which|the|how much)\s+(?:is\s+the\s+|was\s+the\s+)?(?:percentage|percent|proportion"
    r"|fraction)\s+(?:of|is|was|in|for)\b"
    r"|\bpercentage constitution\b|\bas a (?:percentage|proportion)\b",
    re.IGNORECASE,
)
RATIO = re.compile(r"\bratio\b(?=.*\b(?:to|over|and|between|of)\b)|\bdivided by\b", re.IGNORECASE)
AVERAGE = re.compile(r"\b(?:averages?|mean)\b", re.IGNORECASE)
CHANGE = re.compile(
    rf"\b{TURN}\b|\bhow (?:much|many)\b.*?\b(?:change|increase|decrease|higher|lower|more|less|greater"
    rf"|fewer|exceed|grow|decline)d?\b"
    r"|\bnet of\b(?=.*\band\b)|\bminus\b",
    re.IGNORECASE,
)
SUM = re.compile(
    r"\b(?:sum|combined|altogether|cumulative)\b|\btotals?\b(?=.*\b(?:and|both|across|over|between"
    r"|from|all|within|through)\b)"
    r"|\btotal\b",
    re.IGNORECASE,
)
COUNT = re.compile(
    r"\bhow many (?:different |such |other |of the |types? of |kinds? of |sub-?|main |total )*"
    r"(?P<what>years?|fiscal years|periods?|quarters?|months?|dates|categor\w+|components?|items?"
    r"|segments?|types?|regions?|countries"
    r"|products?|elements?|factors?|lines?|sources?|areas?|rows|kinds?|revenue streams|geograph\w+"
    r"|instruments?|classes|tranches)\b",
    re.IGNORECASE,
)
WHICH_MOMENT = re.compile(
    r"\b(?:(?:in|for|during|of|at)\s+)?(?:which|what)\s+(?:of the )?(?:fiscal |financial |calendar "
    r"|reporting |respective |two |three )*"
    r"(?P<what>years?(?:\(s\))?|periods?|quarters?|months?|dates?)\b",
    re.IGNORECASE,
)
HIGH = re.compile(
    r"\b(?:highest|larger|largest|higher|greatest|greater|more|most|maximum|biggest|bigger|above|over"
    r"|exceed\w*|peak|longest|longer)\b",
    re.IGNORECASE,
)
LOW = re.compile(
    r"\b(?:lowest|lower|smaller|smallest|least|less|minimum|below|under|fewer|fewest|shortest|shorter)\b", re.IGNORECASE
)
THRESHOLD = re.compile(
    r"\b(?:exceed(?:s|ed|ing)?|more than|greater than|higher than|larger than|above|over|at least"
    r"|less than|lower than|smaller than"
    r"|below|under|fewer than)\s+(?:an? |the |amount of "
    r"|value of )*(?P<amount>\(?-?[$€£]?\s?\d[\d,]*(?:\.\d+)?\)?)\s*"
    r"(?P<size>%|percent|per cent|thousands?|millions?|billions?)?",
    re.IGNORECASE,
)
WHICH_ITEM = re.compile(
    r"^(?:in |for |of |under |from )?(?:\w+[ ,]+){0,6}?\b(?:which|what|who)\b(?!.{0,24}\b(?:year"
    r"|period|quarter)s?\b)",
    re.IGNORECASE,
)
SUPERLATIVE = re.compile(
    r"\b(?:highest|largest|greatest|most|maximum|biggest|lowest|smallest|least|minimum|fewest|higher"
    r"|lower|larger|smaller)\b",
    re.IGNORECASE,
)
TEXTUAL = re.compile(
    r"^(?:why|how (?:does|do|did|is|are|was|were|has|have|can|will|would|should)|who|where|when"
    r"|under what|on what basis"
    r"|what (?:does|do|did|caused|drove|led|causes|happen\w*|would|can|could|must|factors?|reasons?"
    r"|method|basis|type|kind|led|resulted"
    r"|impacted|affected|contributed)|what (?:is|was|are|were) (?:the )?(?:reasons?|definition"
    r"|meaning|cause|basis|purpose|nature|main reason"
    r"|explanation|assumptions?|primary|method|role))\b",
    re.IGNORECASE,
)
SHARE_OF = re.compile(r"\bas an? (?:percentage|percent|proportion) of\b", re.IGNORECASE)
YEARS = re.compile(r"\b(?:19|20)\d\d\b")
ITEMS = re.compile(
    r"^(?:what|which) (?:are|were) (?:all )?(?:the )?(?:\w+ )?(?:components?|types?|items|categories"
    r"|segments|regions|countries|elements"
    r"|line items|sub-?categories|kinds|sources)\b(?P<of>.*)$"
    r"|^what (?P<of2>.*)\b(?:items|components|categories|segments|regions|types)\b.*\b(?:in|by) the table\b",
    re.IGNORECASE,
)
RESPECTIVE = re.compile(r"\brespective(?:ly)?\b|\beach of\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Asked:
    """kind: the operation. named: moments in the order of the question. whole: every moment between first and last is
    meant. threshold: at full size, with whether it is a percentage. wanted: what is counted or looked for."""

    kind: Kind
    text: str
    named: tuple[Mention, ...]
    whole: bool = False
    direction: Direction | None = None
    threshold: Decimal | None = None
    threshold_size: Decimal | None = None
    wanted: str = ""

    @property
    def moments(self) -> tuple[Moment, ...]:
        return tuple(dict.fromkeys(mention.moment for mention in self.named))


def read_question(question: str) -> Asked:
    """The question with its operation, told by its words alone."""
    text = " ".join(question.split()).rstrip(" ?.")
    named = tuple(mentions(text))
    direction = Direction.LOW if LOW.search(text) else Direction.HIGH if HIGH.search(text) else None
    value, size = _threshold(text)
    kind, wanted = _kind(text, limited=value is not None)
    whole = bool(RANGE.search(text)) or bool(re.search(r"\byear period\b|\bthrough\b", text, re.IGNORECASE))
    return Asked(kind, text, named, whole, direction, value, size, wanted)


def _kind(text: str, *, limited: bool) -> tuple[Kind, str]:
    if match := COUNT.search(text):
        return Kind.COUNT, match["what"].lower()
    if TEXTUAL.search(text):
        return Kind.TEXT, ""
    if match := WHICH_MOMENT.search(text):
        decides = limited or SUPERLATIVE.search(text) or HIGH.search(text) or LOW.search(text)
        return (Kind.WHICH_MOMENT if decides else Kind.MOMENTS), match["what"].lower()
    return _figure(text), ""


def _figure(text: str) -> Kind:
    if (match := AVERAGE.search(text)) and SHARE_OF.search(text[match.end() :]) and len(set(YEARS.findall(text))) > 1:
        return Kind.AVERAGE
    ordered = (
        (Kind.ITEMS, ITEMS),
        (Kind.LISTED, RESPECTIVE),
        (
            Kind.SHARE,
            re.compile(r"\b(?:as an?|as the) (?:percentage|percent|proportion|ratio|fraction) (?:of|to|over)\b", re.I),
        ),
        (Kind.GROWTH, GROWTH),
        (Kind.SHARE, SHARE),
        (Kind.RATIO, RATIO),
    )
    for kind, pattern in ordered:
        if pattern.search(text):
            return kind
    if (
        WHICH_ITEM.search(text)
        and SUPERLATIVE.search(text)
        and re.match(r"^(?:.{0,40}\b)?(?:which|what (?!is|was|are|were))", text, re.I)
    ):
        return Kind.WHICH_ITEM
    return _sum_or_change(text)


def _sum_or_change(text: str) -> Kind:
    """Whichever is named first: "the change in the average", "the average change"."""
    places = {
        kind: match.start()
        for kind, pattern in ((Kind.CHANGE, CHANGE), (Kind.AVERAGE, AVERAGE), (Kind.SUM, SUM))
        if (match := pattern.search(text))
    }
    return min(places, key=lambda kind: places[kind]) if places else Kind.LOOKUP


def _threshold(text: str) -> tuple[Decimal | None, Decimal | None]:
    match = THRESHOLD.search(text)
    if not match:
        return None, None
    digits = re.sub(r"[^\d.]", "", match["amount"])
    if not match["size"] and re.fullmatch(r"(?:19|20)\d\d", digits):
        return None, None
    size = (match["size"] or "").lower().rstrip("s")
    return Decimal(digits), SCALES.get(size)
