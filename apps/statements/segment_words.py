"""What tables about segments are read by: the items that they break down, words for totals, names of parts, sums."""

import re
from collections.abc import Sequence
from decimal import Decimal

from apps.statements.facts import Year
from apps.statements.grid import Figure
from apps.statements.labels import normal_label
from apps.statements.values.periods import Period, PeriodKind, resolve

ITEMS = (
    (
        "revenue",
        re.compile(
            r"(?:total |net |segment |external |operating |consolidated |reportable )*(?:revenues?|sales)"
            r"(?: from external customers| net of interest expense)?"
        ),
    ),
    (
        "operating_income",
        re.compile(
            r"(?:total |segment |consolidated |reportable )*"
            r"(?:operating (?:income|profit|earnings)|income from operations)(?: loss)?"
        ),
    ),
    ("total_assets", re.compile(r"(?:total |segment |identifiable |consolidated )*assets")),
    ("depreciation_amortization", re.compile(r"(?:total )?depreciation and amortization(?: expense)?")),
    ("capital_expenditures", re.compile(r"(?:total )?capital expenditures?")),
)
INSTANT = frozenset({"total_assets"})
TOTAL = re.compile(r"(?:grand )?totals?|consolidated(?: totals?)?|total (?:company|consolidated|segments?)|")
NO_PART = re.compile(
    r"eliminat|inter ?segment|corporate|unallocated|reconcil|impact|adjust|\bless\b|\bnet of\b|\bgains?\b|\bloss|"
    r"expense|interest|tax|depreciation|amortization|total|excluding|including|reportable|\bsales\b|\brevenues?\b",
    re.IGNORECASE,
)
FOOTNOTE = re.compile(r"(?<!\s)(?:\s*+\(\w{1,2}\),?){1,20}+\s*+$|(?<![\s*†‡])\s*+[*†‡]++$|^(?:\(\w{1,2}\),?\s*)+")
MARK = re.compile(r"(?<!\s)\s*+\(\d\)\s*+")  # inside a name that goes on in the next line
PERIOD_WORDS = re.compile(
    r"\b(?:for the |as of |at )?"
    r"(?:(?:fiscal )?(?:years?|quarters?|three|six|nine|twelve) ?(?:months )?(?:ended|ending)?)?\s*"
    r"(?:(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2},?\s*)?"
    r"(?:19|20)\d\d\b",
    re.IGNORECASE,
)


def item_named(text: str) -> str | None:
    """The item that a heading or a label names as a whole."""
    normal = normal_label(FOOTNOTE.sub("", text))
    return next((key for key, pattern in ITEMS if pattern.fullmatch(normal)), None)


def part_name(label: str) -> str:
    """A name without marks of footnotes."""
    return " ".join(MARK.sub(" ", FOOTNOTE.sub("", label)).split()).strip(" :,-–—")


def resolved(period: Period, item: str, year: Year) -> Period:
    """The period with what the header left open, for an item held on a day or earned over time."""
    kind = PeriodKind.INSTANT if item in INSTANT else PeriodKind.DURATION
    return resolve(period, kind, year.label, year.end, year.ends, year.last)


def is_sum(figures: Sequence[Figure], total: Figure) -> bool:
    """Two figures or more that are not nil add up to the total, one rounding each allowed up to two."""
    counted = [figure.amount for figure in figures if figure.amount.value]
    if len(counted) < 2 or total.amount.percent or any(amount.percent for amount in counted):
        return False
    step = Decimal(1).scaleb(-max(amount.decimals for amount in (*counted, total.amount)))
    return abs(sum(amount.value for amount in counted) - total.amount.value) <= 2 * step
