"""How a question wants its answer: what it does with figures, in which unit, by which formula (R2)."""

import re
from dataclasses import dataclass
from enum import StrEnum

from apps.retrieval.metrics import NON_GAAP
from apps.retrieval.notions import notion
from apps.retrieval.periods import NUMBERS
from apps.retrieval.vocabulary import vocabulary

EVENTS: re.Pattern[str] = re.compile(vocabulary()["events"], re.IGNORECASE)
GUIDED: re.Pattern[str] = re.compile(vocabulary()["guided"], re.IGNORECASE)
AHEAD: re.Pattern[str] = re.compile(vocabulary()["ahead"], re.IGNORECASE)
WHY = re.compile(
    rf"\b(?:{notion('reasons', 'telling')}|attribut\w+)\b",
    re.IGNORECASE,
)
CHANGE = re.compile(
    rf"\b(?:{notion('rose', 'fell', 'yearly')}|chang\w+|cagr|trend\w*)\b",
    re.IGNORECASE,
)
COMPARISON = re.compile(
    rf"\b(?:{notion('most', 'least', 'larger', 'smaller')}|compar\w+|versus|vs\.?|more than|less than|differ\w*|better"
    r"|worse|best|worst)\b",
    re.IGNORECASE,
)
LIST = re.compile(
    r"\b(?:list|name (?:all|the)|who (?:are|were)|which \w+ (?:are|were|have)|major|main|principal|key)\b",
    re.IGNORECASE,
)
FIGURE = re.compile(
    r"\b(?:how (?:much|many|large|high)|what percent\w*|amount|number of|total|ratio|rate|margin|average|percent\w*|%)",
    re.IGNORECASE,
)
UNIT = re.compile(
    r"\b(?:in |units? of )?(?:USD|US\$|\$|dollars?)?\s*(thousand|million|billion)s?\b"
    r"|\b(?:in |units? of )(percent\w*|%)|\b(days)\b",
    re.IGNORECASE,
)
ROUNDING = re.compile(
    r"\b(?:to )?(?:(\d)|(one|two|three|four|zero|no)) decimals?(?: places?)?\b|\bnearest (\w+)", re.IGNORECASE
)
PLACES = {"zero": 0, "no": 0, "one": 1, **NUMBERS}
FORMULA = re.compile(
    r"\b(?:is|are|here is|here are)?\s*(?:defined? as|calculated as|computed as|defined here as)\s*:?"
    r"\s*(.+?)(?=\.\s+[A-Z]|\.?\s*$)"
    r"|\bdefine (?:.{3,60}?) as\s*:?\s*(.+?)(?=\.\s+[A-Z]|\.?\s*$)",
    re.IGNORECASE,
)


class Relation(StrEnum):
    """What the question does with what it asks for."""

    LOOKUP = "lookup"
    CHANGE = "change"
    COMPARISON = "comparison"
    RATIO = "ratio"
    LIST = "list"
    WHY = "why"


@dataclass(frozen=True, slots=True)
class Manner:
    """unit: "million", "percent", "days" ... or empty. decimals: asked for. formula: as written, or empty.

    non_gaap: a measure that filers define themselves is asked for. event: something that is reported on the day.
    ahead: what is still to come, or how things stand now. guided: what the filer expected of a year.
    """

    relation: Relation = Relation.LOOKUP
    numeric: bool = False
    unit: str = ""
    decimals: int | None = None
    formula: str = ""
    non_gaap: bool = False
    event: bool = False
    ahead: bool = False
    guided: bool = False


def read_manner(question: str, core: str, *, metrics: bool, ratio: bool) -> Manner:
    """core: the question without its frame. metrics, ratio: it names items of statements, a figure derived of them."""
    formula = _formula(question)
    relation = _relation(core, ratio=ratio or bool(formula))
    return Manner(
        relation=relation,
        numeric=relation is not Relation.WHY and (metrics or ratio or bool(FIGURE.search(core))),
        unit=_unit(question),
        decimals=_decimals(question),
        formula=formula,
        non_gaap=bool(NON_GAAP.search(core)),
        event=bool(EVENTS.search(core)),
        ahead=bool(AHEAD.search(core)),
        guided=bool(GUIDED.search(core)),
    )


def _relation(core: str, *, ratio: bool) -> Relation:
    for pattern, relation in ((WHY, Relation.WHY), (CHANGE, Relation.CHANGE), (COMPARISON, Relation.COMPARISON)):
        if pattern.search(core):
            return relation
    if ratio:
        return Relation.RATIO
    return Relation.LIST if LIST.search(core) else Relation.LOOKUP


def _unit(question: str) -> str:
    match = UNIT.search(question)
    if not match:
        return ""
    return "percent" if match[2] else (match[1] or match[3]).lower()


def _decimals(question: str) -> int | None:
    match = ROUNDING.search(question)
    if not match or match[3]:
        return None
    return int(match[1]) if match[1] else PLACES[match[2].lower()]


def _formula(question: str) -> str:
    match = FORMULA.search(question)
    return (match[1] or match[2]).strip() if match else ""
