"""A number as a filing prints it: parentheses are negative, a dash is nil, "%" and currency signs are kept as marks."""

import re
from dataclasses import dataclass
from decimal import Decimal

DASHES = frozenset("-–—―−‒")
CURRENCIES = {"$": "USD", "US$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "C$": "CAD", "A$": "AUD", "CHF": "CHF"}
LONGEST = 32  # characters: no figure of a filing is longer, and the store's columns hold what is shorter
NOT_MEANINGFUL = frozenset({"nm", "n/m", "n.m.", "*", "**", "na", "n/a"})

AMOUNT = re.compile(
    r"""(?P<open>\()?\s*+
        (?P<sign>[-–—−+])?\s*+
        (?P<currency>US\$|C\$|A\$|CHF|[$€£¥])?\s*+
        (?P<inner>\()?\s*+(?P<sign2>[-–—−])?\s*+
        (?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)
        \s*+(?P<percent>%|bps|pts?|x)?\s*+
        (?P<close>\))?\s*+(?P<percent2>%)?
        (?:\s*+\(\w{1,2}\)|\s*+[*†‡])?""",  # a footnote mark such as (a) or * may follow
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Amount:
    """A printed number, not yet scaled. `value` is None for a nil dash only when `nil` is true, else exact."""

    value: Decimal
    currency: str = ""
    percent: bool = False
    nil: bool = False

    @property
    def decimals(self) -> int:
        """Digits after the point, as printed."""
        exponent = self.value.as_tuple().exponent
        return -exponent if isinstance(exponent, int) and exponent < 0 else 0


def parse_amount(text: str) -> Amount | None:
    """The amount that `text` is, or None when it is anything else (words, a date, not meaningful, empty)."""
    cleaned = text.replace("\u00a0", " ").strip()
    if not cleaned or len(cleaned) > LONGEST or cleaned.lower() in NOT_MEANINGFUL:
        return None
    if nil := _nil(cleaned):
        return nil
    match = AMOUNT.fullmatch(cleaned)
    return _amount(match) if match else None


def _nil(text: str) -> Amount | None:
    bare = text.strip("$€£¥% ()")
    if bare and set(bare) <= DASHES:
        return Amount(Decimal(0), CURRENCIES.get(text[0], ""), "%" in text, nil=True)
    return None


def _amount(match: re.Match[str]) -> Amount:
    value = Decimal(match["digits"].replace(",", ""))
    negative = bool(match["open"] or match["inner"]) or (match["sign"] or match["sign2"] or "+") != "+"
    percent = "%" in (match["percent"] or "") or bool(match["percent2"])
    return Amount(-value if negative else value, CURRENCIES.get(match["currency"] or "", ""), percent)
