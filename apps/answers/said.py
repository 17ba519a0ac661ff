"""What a question of a conversation says by itself: filer, item and period, by the words that name them. No model."""

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from apps.answers.calculator.catalogue import ratio_spans
from apps.answers.wording import topic
from apps.questions.filers import Register
from apps.retrieval.intents import Intent, read
from apps.retrieval.notions import notion
from apps.retrieval.periods import FULL_YEAR, QUARTER, SHORT_YEAR, read_periods
from apps.statements.mentions import mentions

LEAD = re.compile(
    r"^\W*(?:(?:and|so|ok(?:ay)?|then|also|but|now|please|what about|how about|what of"
    r"|(?:the )?same (?:\w+ )?(?:for|in)(?! the (?:\w+ )?quarter))\b[\s,:]*)+",
    re.IGNORECASE,
)
PRONOUN = re.compile(
    r"\b(?:it|this|that|they|those|these|the company|the firm|the filer)\b(?! (?:is|are|was|were)\b)", re.IGNORECASE
)
POSSESSIVE = re.compile(r"\b(?:its|their|the company['’]s)\b", re.IGNORECASE)
ANY_FILER = re.compile(
    r"\b(?:which|what|any|all|every|each|other|most) (?:of the )?(?:compan(?:y|ies)|filers?|issuers?|peers?|filings?)\b"
    r"|\bwho\b",
    re.IGNORECASE,
)
ASKS = re.compile(rf"^(?:{notion('asking', 'whether')}|by|in|list)\b", re.IGNORECASE)
PERIOD = re.compile(
    r"(?:\b(?:in|for|of|during|from|to|between|and|since|at the end of)\s+)?"
    r"(?:\bQ[1-4]\b|\b(?:first|second|third|fourth)[- ]quarter\b)?(?:\s+of)?\s*"
    r"(?:\b(?:the\s+)?(?:fiscal|financial|calendar)?\s*(?:year\s*)?(?:ended\s+)?(?:FY|CY)?)?"
    rf"(?:{FULL_YEAR.pattern}|{SHORT_YEAR.pattern})",
    re.IGNORECASE,
)
NAME = r"[A-Z0-9][\w&.-]*"
BARE_NAME = re.compile(rf"^(?:for |of |at )?(?P<name>{NAME}(?: (?:of |& |and )?{NAME}){{0,3}})(?:['’]s?)?$")
JOINED = re.compile(r"^\s*(?:,|and|&|, and|or|vs\.?|versus|to|with)\s*(?:of\s+)?$", re.IGNORECASE)
STRETCHES = re.compile(r"(?:from|between)\b", re.IGNORECASE)
SHARED = re.compile(r"\bpercent|%|\b(?:share|proportion|fraction|ratio) of\b", re.IGNORECASE)
BETWEEN_ITEMS = 60  # characters between the items of one figure: "as a percentage of"


@dataclass(frozen=True)
class Said:
    """What a question says. company: the words that name its filers, held or not; item: those of its figure.

    told: years that the answer told where the question names none.
    """

    text: str
    intent: Intent
    company: str
    item: str
    several: bool = False  # more than one filer
    told: tuple[int, ...] = ()

    @property
    def dated(self) -> bool:
        return bool(self.intent.years or self.intent.dates or self.intent.quarter or self.intent.last)

    @cached_property
    def years(self) -> tuple[int, ...]:
        return read_periods(self.text).years or self.told

    @property
    def about(self) -> bool:
        """Whether it says what is asked for, besides filer, period and how to answer."""
        return bool(self.item or topic(LEAD.sub("", POSSESSIVE.sub(" ", PRONOUN.sub(" ", self.bare)))))

    @property
    def bare(self) -> str:
        """Without its filer and its period."""
        bare = without_period(self.text.replace(self.company, " ") if self.company else self.text)
        return QUARTER.sub(" ", bare)

    @property
    def of_company(self) -> str:
        return f" of {self.company}" if self.company else ""

    @property
    def period(self) -> str:
        """Its periods as words behind a figure, " in Q2 2023"; "" where it names none."""
        periods = [match[0].strip() for match in PERIOD.finditer(self.text)]
        if not periods:
            return ""
        if STRETCHES.match(periods[0]):
            return f" {' '.join(periods)}"
        bare = [re.sub(r"^and\s+", "", one, flags=re.IGNORECASE) for one in periods]
        rest = [re.sub(r"^(?:in|for|of|during)\s+", "", one, flags=re.IGNORECASE) for one in bare[1:]]
        return f" {placed(' and '.join([bare[0], *rest]))}"


def said(text: str, known: Register, told: tuple[int, ...] = (), *, leans: bool = False) -> Said:
    """leans: it follows another question, so that a bare name in it is that of another filer."""
    intent = read(text, known)
    company, several = _company(text, known, intent)
    company = company or (_bare_name(text) if leans and not (intent.years or intent.metrics) else "")
    return Said(text, intent, company, _item(text, company), several, told)


def _item(text: str, company: str) -> str:
    """From its first item to its last, where these are one figure ("X as a percentage of Y"); else the longest name."""
    places = sorted([(one.start, one.end) for one in mentions(text)] + ratio_spans(text))
    outer = [one for one in dict.fromkeys(places) if not any(one != other and _within(one, other) for other in places)]
    if not outer:
        return ""
    first, last = outer[0], outer[-1]
    whole = text[first[0] : last[1]]
    if len(outer) == 2 and last[0] - first[1] < BETWEEN_ITEMS and SHARED.search(whole):
        return re.sub(rf"\s+of {re.escape(company)}\b", "", whole) if company else whole
    start, end = max(outer, key=lambda place: place[1] - place[0])
    return text[start:end]


def _within(inner: tuple[int, int], outer: tuple[int, int]) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _company(text: str, known: Register, intent: Intent) -> tuple[str, bool]:
    """The words that name its filers, and whether they name several; "" where these stand apart."""
    found = known.mentions(text)
    if not found:
        return (_whole_name(text, intent.unheld[0]), False) if len(intent.unheld) == 1 else ("", len(intent.unheld) > 1)
    spans = [(one.start, one.end) for one in found]
    apart = any(not JOINED.match(text[end:start]) for (_, end), (start, _) in pairwise(spans))
    several = len(spans) > 1
    if several and apart:
        return " and ".join(_without_possessive(text[start:end]) for start, end in spans), True
    return _without_possessive(text[spans[0][0] : spans[-1][1]]), several


def _without_possessive(name: str) -> str:
    return re.sub(r"['’]s?$", "", name)


def _whole_name(text: str, name: str) -> str:
    """`name` with the capitalised words before it, that a reader of names may have taken for ordinary ones."""
    match = re.search(rf"(?<=\s)(?:{NAME}\s+)*{re.escape(name)}", text)
    return match[0] if match else name


def _bare_name(text: str) -> str:
    """ "And Brambleholt?", "What about Brambleholt Mills?": a name and nothing else behind a lead."""
    lead = LEAD.match(text)
    match = BARE_NAME.match(text[lead.end() :].strip(" ?.!")) if lead else None
    return match["name"] if match and not QUARTER.search(text) else ""


def placed(period: str) -> str:
    """With the word before it that says it is a period."""
    first = period.split(" ", 1)[0].lower()
    return (
        period if first in {"in", "for", "of", "during", "at", "over", "between", "since", "from"} else f"in {period}"
    )


def without_period(text: str) -> str:
    return " ".join(PERIOD.sub(" ", text).split()).replace(" ?", "?").replace(" ,", ",")


def before_mark(text: str, more: str) -> str:
    """`text` with `more` before the mark that ends it."""
    bare = text.rstrip(" ?.!")
    return f"{bare}{more}?"
