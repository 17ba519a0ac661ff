"""Units and scale as a table declares them: "(in millions, except per share data)"."""

import re
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache

SCALES = {
    "thousand": Decimal(10) ** 3,
    "million": Decimal(10) ** 6,
    "billion": Decimal(10) ** 9,
    "trillion": Decimal(10) ** 12,
}
SCALE_WORD = re.compile(
    r"\b(thousand|million|billion|trillion)s?\b|\b(\$?\s?000s?)\b(?!\d)|\b(mm)\b|\$\s?(m|bn)\b", re.IGNORECASE
)
CURRENCY_WORDS = (
    (re.compile(r"\bU\.?S\.? dollars?\b|US\$|\bUSD\b|\bdollars?\b|\$", re.IGNORECASE), "USD"),
    (re.compile(r"\beuros?\b|€|\bEUR\b", re.IGNORECASE), "EUR"),
    (re.compile(r"\bpounds?( sterling)?\b|£|\bGBP\b", re.IGNORECASE), "GBP"),
    (re.compile(r"\byen\b|¥|\bJPY\b", re.IGNORECASE), "JPY"),
    (re.compile(r"\bRMB\b|\brenminbi\b|\bCNY\b", re.IGNORECASE), "CNY"),
)
AMOUNT_BEFORE = re.compile(r"[$€£¥] ?\d[\d.,]{0,15} ?$")
EXCEPT = re.compile(r"\b(?:except|unless|excluding|other than)\b(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
EXCEPTED = re.compile(r"\bexcept(?: for)?\b(?P<rest>[^;)]{1,200})", re.IGNORECASE)
PARTS = re.compile(r",|\b(?:and|or)\b", re.IGNORECASE)
WORD = re.compile(r"[^\W\d_]{2,40}")
SHARES_IN = re.compile(r"\bshares?\b[^;)]*?\bin (thousand|million|billion)s\b", re.IGNORECASE)
SHARES_APART = re.compile(r"\bshares?\b(?: data)?,?(?: are)? in (thousand|million|billion)s\b", re.IGNORECASE)
PER_SHARE = re.compile(r"\bper[- ](?:common |ordinary |diluted |basic )?(?:share|unit|ADS)\b", re.IGNORECASE)
PERCENT = re.compile(r"%|\bper ?cent(?:age)?s?\b", re.IGNORECASE)
# "$0.01 par value per share": what a share is worth or costs, inside the name of a row that counts something else
PRICE = re.compile(
    r"(?:\b(?:par|stated|nominal|liquidation|redemption)|[$€£¥])(?:[ ,]{1,2}(?:value|preference|price))?(?: of)?"
    r" ?[$€£¥]?[\d.,]{0,12}(?: par| stated)?(?: value)? " + PER_SHARE.pattern.removeprefix(r"\b"),
    re.IGNORECASE,
)
# A row's own scale is one it says it is "in", or that stands alone in parentheses: "a $2 billion facility" is no scale.
OWN_SCALE = re.compile(
    r"\bin\s+(?:US )?\$?\s?(?:thousands?|millions?|billions?|0{3}['’]?s?)(?!\w)"
    r"|\(\s*\$?\s?(?:0{3}['’]?s?|thousands|millions|billions|mm|bn)(?: omitted| of (?:dollars|shares))?\s*\)",
    re.IGNORECASE,
)
WHOLE = re.compile(r"\(\s*(?:in )?(?:whole )?(?:U\.?S\.? )?dollars\s*\)", re.IGNORECASE)  # in a label: not scaled
SHARES_WITHIN = re.compile(r"\d\s+(?:\w+ )?shares\b|\bshares\s+(?:authorized|issued|outstanding)\b", re.IGNORECASE)
IN_PERCENT = re.compile(
    r"(?:(?<![\d.])(?<!\d )%|\b(?<!\d )(?:percent|per cent|percentage)\b(?![- ]of[- ]completion))", re.IGNORECASE
)
SHARE_LABEL = re.compile(
    r"\b(?:shares|weighted[- ]average (?:common )?(?:number|share)|number of shares|stock outstanding)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Units:
    """What a table counts in. `scale` is for money, `share_scale` for counts of shares; per share never scales.

    excepted: the words of each rate that the declaration names as not so scaled ("except revenue per membership").
    """

    currency: str = ""
    scale: Decimal = Decimal(1)
    share_scale: Decimal | None = None  # None: the declaration excepts shares
    declared: bool = False
    excepted: tuple[frozenset[str], ...] = field(default=(), compare=False)

    def excepts(self, label: str) -> bool:
        """Whether a row with this label is one of the rates excepted."""
        said = _words(label)
        return any(rate <= said for rate in self.excepted)


@lru_cache(maxsize=10_000)  # a table asks for each of its cells
def parse_units(text: str) -> Units:
    """The units that a caption, a units line or a header declares; `declared` is False when it declares none."""
    head = EXCEPT.sub("", text)
    scale = _scale(SHARES_APART.sub("", head)) or _scale(head)
    currency = next((code for pattern, code in CURRENCY_WORDS if pattern.search(head)), "")
    if scale is None:
        return Units(currency=currency)
    return Units(currency, scale, _share_scale(text, scale), declared=True, excepted=_excepted(text))


def _excepted(text: str) -> tuple[frozenset[str], ...]:
    found = EXCEPTED.search(text)
    things = map(_words, PARTS.split(found["rest"])) if found else ()
    return tuple(thing for thing in things if "per" in thing and "share" not in thing)


def _words(text: str) -> frozenset[str]:
    """Of several and of one of a thing the same."""
    return frozenset(word.lower().rstrip("s") for word in WORD.findall(text))


def units_alone(text: str) -> str:
    """`text` without the clauses that say nothing of units: "in millions, year ends 30 June" is "in millions"."""
    clauses = re.split(r"(?<=[,;·]) ", text)
    if not any(map(_tells_units, clauses)):
        return text
    while not _tells_units(clauses[-1]):
        clauses.pop()
    while not _tells_units(clauses[0]):
        clauses.pop(0)
    return " ".join(clauses).rstrip(",;· ")


def _tells_units(clause: str) -> bool:
    told = (SCALE_WORD, EXCEPT, PER_SHARE, SHARE_LABEL, PERCENT, *(pattern for pattern, _ in CURRENCY_WORDS))
    return any(pattern.search(clause) for pattern in told)


def _share_scale(text: str, scale: Decimal) -> Decimal | None:
    """Shares follow the table's scale unless the declaration excepts them, or gives them a scale of their own."""
    exception = EXCEPT.search(text)
    if exception is None:
        apart = SHARES_APART.search(text)
        return SCALES[apart[1].lower()] if apart else scale
    if own := SHARES_IN.search(exception["rest"]):
        return SCALES[own[1].lower()]
    return None if re.search(r"\bshares?\b", _without_per_share(exception["rest"]), re.IGNORECASE) else scale


def _without_per_share(text: str) -> str:
    return PER_SHARE.sub("", text)


def _scale(text: str) -> Decimal | None:
    """None where nothing is said but amounts: "paid $428 million" declares no scale."""
    match = next((one for one in SCALE_WORD.finditer(text) if not AMOUNT_BEFORE.search(text[: one.start()])), None)
    if not match:
        return None
    if match[1]:
        return SCALES[match[1].lower()]
    return (
        SCALES["thousand"] if match[2] else SCALES["billion"] if (match[4] or "").lower() == "bn" else SCALES["million"]
    )


def own_units(label: str) -> Units:
    """The units that the label of one row declares for it, against those of its table; none where it declares none."""
    declared = OWN_SCALE.search(label)
    if declared:
        return parse_units(declared[0])
    return Units("USD", declared=True) if WHOLE.search(label) else Units()


def own_money_scale(label: str) -> Decimal | None:
    """The same for a row of money: a scale said of the shares that its label tells of is not its own."""
    own = own_units(label)
    return None if not own.declared or SHARES_WITHIN.search(label) or SHARES_APART.search(label) else own.scale


def is_percentage(label: str) -> bool:
    """True for "Operating margin, %" and "As a percentage of sales", not for "Notes at 5%" or a "50%-owned" company."""
    return bool(IN_PERCENT.search(label))


def is_per_share(label: str) -> bool:
    return bool(PER_SHARE.search(PRICE.sub("", label)))


def counts_shares(label: str) -> bool:
    """True for rows that count shares rather than money ("Weighted average shares outstanding")."""
    return bool(SHARE_LABEL.search(label)) and not is_per_share(label)
