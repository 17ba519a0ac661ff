"""What a question of a table asks: which operation, over which moments, between which parts of its words."""

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from apps.answers.table_questions.moments import RANGE, Mention, Moment, mentions
from apps.answers.table_questions.phrases import (
    AVERAGE,
    CHANGE,
    COUNT,
    GROWTH,
    HIGH,
    ITEMS,
    LOW,
    RATIO,
    RESPECTIVE,
    SHARE,
    SHARE_OF,
    SUM,
    SUPERLATIVE,
    TEXTUAL,
    THRESHOLD,
    WHICH_ITEM,
    WHICH_MOMENT,
    YEARS,
)
from apps.statements.values.units import SCALES


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
