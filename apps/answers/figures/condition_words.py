"""The words of a yes or no question, each as one letter: items, numbers, and what they are compared by (R2).

A question is read as a row of such letters ("SA#": an item, above, a number). A word that has no letter is `UNKNOWN`,
so that what a question supposes is decided only where every word of it was read.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from apps.answers.calculator.catalogue import ratio_spans
from apps.answers.wording import stems
from apps.retrieval.periods import (
    DAY_FIRST,
    FULL_YEAR,
    HALF,
    ISO,
    MONTH_FIRST,
    NINE_MONTHS,
    QUARTER,
    RANGE,
    SHORT_YEAR,
    read_periods,
)
from apps.retrieval.periods import THREE_MONTHS as QUARTER_LONG
from apps.statements.mentions import mentions
from apps.statements.values.units import SCALES

ITEM, NUMBER, YEAR, BEFORE, UNKNOWN = "S", "#", "Y", "V", "?"
UP, DOWN, BETTER, WORSE, MORE, LESS, THAN = "U", "D", "I", "W", "m", "l", "t"
ABOVE, BELOW, AT_LEAST, AT_MOST = "A", "B", "L", "M"
DOUBLE, TRIPLE, HALVE, BY = "X", "T", "H", "b"
POSITIVE, NEGATIVE, PRESENT, NOT = "P", "N", "R", "~"
OR, AND, BOTH, EVERY, REMAINS = "O", "&", "2", "E", "K"

NAMED, FIGURE = "\0", "\1"  # stand where an item or a period, and where a number was read
SCALE = r"thousands?|millions?|billions?|trillions?|bn|mn|mm?|k"
QUANTITY = re.compile(
    r"(?:(?P<currency>US\$|[$€£]|USD|EUR|GBP)\s?)?(?P<digits>\d[\d,]*(?:\.\d+)?|\.\d+)"
    rf"(?:\s?(?P<percent>%|per ?cent\b(?! points?))|\s?(?P<points>percentage points?|percent points?|points?|pp)\b"
    rf"|\s?(?P<basis>basis points?|bps?)\b|\s?(?P<times>x|times)\b|\s?(?P<days>days)\b"
    rf"|\s?(?P<scale>{SCALE})\b)?(?:\s?(?P<after>US dollars|dollars|euros?|pounds|USD|EUR|GBP)\b)?"
    r"(?P<each> (?:a|per) share)?",
    re.IGNORECASE,
)
SHORT_SCALES = {"bn": "billion", "mn": "million", "mm": "million", "m": "million", "k": "thousand"}
CURRENCIES = {"$": "USD", "us$": "USD", "us dollars": "USD", "dollars": "USD", "usd": "USD", "gbp": "GBP"}
CURRENCIES |= {"€": "EUR", "euro": "EUR", "euros": "EUR", "eur": "EUR", "£": "GBP", "pounds": "GBP"}
BEFORE_IT = re.compile(
    r"\b(?:the |a )?(?:(?:prior|previous|preceding|last)(?:[- ](?:fiscal[- ])?(?:years?|periods?))(?:['’]s)?"
    r"|years? (?:before|earlier|ago|prior))\b|\byear[- ]over[- ]year\b|\byear[- ]on[- ]year\b|\byoy\b",
    re.IGNORECASE,
)
# Asked besides: the figures tell it.
BY_HOW_MUCH = re.compile(
    r"[,;]?\s*(?:and )?by (?:how (?:much|many (?:percentage |basis )?points)|what (?:amount|percent\w*))\b",
    re.IGNORECASE,
)
SPAN = re.compile(r"\b(?:[1-4]Q|[12]H|9M|H[12]|Q[1-4])(?=\d|\b)", re.IGNORECASE)
PERIODS = (RANGE, MONTH_FIRST, DAY_FIRST, ISO, SHORT_YEAR, FULL_YEAR, QUARTER, HALF, NINE_MONTHS, QUARTER_LONG, SPAN)
# In this order: the longer wordings first.
WORDS = (
    (AT_LEAST, r"at least|no (?:less|lower|fewer|smaller) than|a minimum of"),
    (AT_MOST, r"at most|no (?:more|higher|greater|larger) than|a maximum of"),
    (NOT, r"not|\w+n['’]t|never|fail(?:s|ed|ing)? to|neither|nor|no|without|false|incorrect|untrue|wrong|none"),
    (ABOVE, rf"over(?=\s+{FIGURE})"),
    (ABOVE, r"(?:more|greater|higher|larger|bigger) than|above|exceed(?:s|ed|ing)?|in excess of|surpass(?:es|ed)?"),
    (BELOW, r"(?:less|lower|smaller|fewer) than|below|under|beneath"),
    (MORE, r"more|greater|higher|larger|bigger"),
    (LESS, r"less|lower|smaller"),
    (THAN, r"than"),
    (UP, r"increas(?:e[sd]?|ing)|gr[eo]w(?:n|ing|s|th)?|ris(?:e|en|es|ing)|rose|expand(?:s|ed|ing)?|up|gain(?:s|ed)?"),
    (UP, r"go(?:ne|ing)? up|went up|climb(?:s|ed|ing)?"),
    (
        DOWN,
        r"declin(?:e[sd]?|ing)|decreas(?:e[sd]?|ing)|fall(?:s|en|ing)?|fell|drop(?:s|ped|ping)?|shr[aiu]nk(?:s|ing)?",
    ),
    (DOWN, r"contract(?:s|ed|ing)|reduc(?:e[sd]?|ing)|go(?:ne|ing)? down|went down|down|lowered"),
    (BETTER, r"improv(?:e[sd]?|ing|ement)|better|strengthen(?:s|ed|ing)?"),
    (WORSE, r"worsen(?:s|ed|ing)?|worse|deteriorat(?:e[sd]?|ing)|weaken(?:s|ed|ing)?"),
    (DOUBLE, r"doubl(?:e[sd]?|ing)"),
    (TRIPLE, r"tripl(?:e[sd]?|ing)"),
    (HALVE, r"halv(?:e[sd]?|ing)"),
    (POSITIVE, r"positive|profitable|above zero|(?:make|made) a profit"),
    (NEGATIVE, r"negative|unprofitable|below zero|(?:make|made) a loss"),
    (PRESENT, r"pay|paid|pays|paying|distribut\w+|repurchas\w+|buy back|bought back|issued?|incur\w*|any|outstanding"),
    (PRESENT, r"report(?:s|ed)?|record(?:s|ed)?|have|has|had|hold|holds|held|carry|carries|carried"),
    (REMAINS, r"remain(?:s|ed)?|stay(?:s|ed)?"),
    (EVERY, r"every|each|all|consistently|steadily|always|consecutive(?:ly)?"),
    (BOTH, r"both"),
    (OR, r"or"),
    (AND, r"and"),
    (BY, r"by"),
)
FILLER = re.compile(
    r"a|an|the|of|in|on|at|for|from|to|as|its|their|his|it|that|this|there|is|are|was|were|be|been|being|do|does|did"
    r"|you|we|fiscal|financial|calendar|years?|period|quarters?|end|ended|ending|close|beginning|FY|CY|during|over"
    r"|since|with|compared|versus|vs|against|relative|between|within|through|until|level|levels|amount|figure|see|saw"
    r"|seen|experienced?|show|shows|showed|shown|generat(?:e|ed|ing)|earn(?:s|ed)?|post(?:s|ed)?|deliver(?:s|ed)?"
    r"|achiev(?:e|ed)|spen[dt]|ever|true|correct|right|case|company|company['’]s|s|GAAP|unadjusted|common"
    r"|shareholders|stockholders|expenses?|trend|report|10-?K|10-?Q|annual|in total|total|overall|income statement"
    r"|balance sheet|cash flow statement|statements?|per|million|billion|USD|basis",
    re.IGNORECASE,
)
COMPARED = re.compile(r"\b(?:than|above|below|over|under|exceed(?:s|ed)?|least|most|by)\s*$", re.IGNORECASE)
WORD = re.compile(r"\d[\d,.]*\w*|[A-Za-z$€£%&][\w&$%'’./-]*")
LETTERS = tuple((letter, re.compile(rf"(?:{words})\b(?!['’-]\w)", re.IGNORECASE)) for letter, words in WORDS)


@dataclass(frozen=True, slots=True)
class Quantified:
    """A number of a question. unit: "money", "percent", "points", "times", "days", "per share"; "" where it has none.

    value: a percentage and points as fractions, money in whole units. currency: "" where none is said.
    """

    value: Decimal
    unit: str
    currency: str = ""


@dataclass(frozen=True, slots=True)
class Read:
    """One letter, with what it stands for: the years of a period, or a number."""

    letter: str
    at: int
    years: tuple[int, ...] = ()
    number: Quantified | None = None


def letters_of(asked: str, names: Iterable[str]) -> tuple[Read, ...]:
    """`asked` as letters in reading order. names: of filers, which say nothing of what is supposed."""
    own = {stem for name in names for stem in stems(name)}
    asked = BY_HOW_MUCH.sub(lambda match: " " * len(match[0]), asked)
    taken = _items(asked)
    taken += _free(taken, ((m.start(), m.end(), Read(BEFORE, m.start())) for m in BEFORE_IT.finditer(asked)))
    numbers = list(_numbers(asked))
    taken += _free(taken, numbers)
    taken += _free(taken, _periods(asked))
    return tuple(sorted([read for _, _, read in taken] + _words(asked, taken, own), key=lambda one: one.at))


Taken = tuple[int, int, Read]


def _items(asked: str) -> list[Taken]:
    """The names of items and ratios, the longest where they overlap."""
    spans = sorted(
        {(one.start, one.end) for one in mentions(asked)} | set(ratio_spans(asked)), key=lambda s: s[0] - s[1]
    )
    kept: list[tuple[int, int]] = []
    for start, end in spans:
        if all(end <= other[0] or start >= other[1] for other in kept):
            kept.append((start, end))
    return [(start, end, Read(ITEM, start)) for start, end in kept]


def _free(taken: list[Taken], found: Iterable[Taken]) -> list[Taken]:
    """Those of `found` that overlap neither `taken` nor one another."""
    kept: list[Taken] = []
    for start, end, read in found:
        if all(end <= other[0] or start >= other[1] for other in (*taken, *kept)):
            kept.append((start, end, read))
    return kept


def _periods(asked: str) -> Iterable[Taken]:
    for pattern in PERIODS:
        for match in pattern.finditer(asked):
            yield match.start(), match.end(), Read(YEAR, match.start(), read_periods(match[0]).years)


def _numbers(asked: str) -> Iterable[Taken]:
    """Numbers with a unit or a sign of money; a bare one is a number only where it can be no year and no day."""
    for match in QUANTITY.finditer(asked):
        before, a_year = asked[: match.start()], FULL_YEAR.fullmatch(match["digits"])
        if not re.search(r"[\w.]$", before) and (_has_unit(match) or (COMPARED.search(before) and not a_year)):
            yield match.start(), match.end(), Read(NUMBER, match.start(), number=_quantified(match))


def _has_unit(match: re.Match[str]) -> bool:
    return any(match[name] for name in ("currency", "percent", "points", "basis", "times", "days", "scale", "after"))


def _quantified(match: re.Match[str]) -> Quantified:
    value = Decimal(match["digits"].replace(",", ""))
    currency = CURRENCIES.get((match["currency"] or match["after"] or "").lower(), "")
    if match["percent"] or match["points"]:
        return Quantified(value / 100, "percent" if match["percent"] else "points")
    if match["basis"]:
        return Quantified(value / 10_000, "points")
    if match["times"] or match["days"]:
        return Quantified(value, "times" if match["times"] else "days")
    if match["each"]:
        return Quantified(value, "per share", currency)
    if not match["scale"]:
        return Quantified(value, "money" if currency else "", currency)
    name = match["scale"].lower()
    return Quantified(value * SCALES[SHORT_SCALES.get(name, name.rstrip("s"))], "money", currency)


def _words(asked: str, taken: Iterable[Taken], own: set[str]) -> list[Read]:
    bare = list(asked)
    for start, end, read in taken:
        bare[start:end] = (FIGURE if read.letter == NUMBER else NAMED) * (end - start)
    text, found, at = "".join(bare), list[Read](), 0
    while match := WORD.search(text, at):
        at = match.end()
        for letter, words in LETTERS:
            if (known := words.match(text, match.start())) and known.end() >= match.end():
                found.append(Read(letter, match.start()))
                at = known.end()
                break
        else:
            if not FILLER.fullmatch(match[0].strip(".")) and not own.issuperset(stems(match[0])):
                found.append(Read(UNKNOWN, match.start()))
    return found
