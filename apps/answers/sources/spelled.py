"""Numbers in words: "one hundred and twenty", "forty-five", "two million". Small ones alone are counts."""

import re
from decimal import Decimal

from apps.statements.values.units import SCALES

ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
SMALL = {word: number for number, word in enumerate(f"{ONES} eighteen nineteen".split())}
TENS = {
    word: 10 * number
    for number, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)  # noqa: SIM905
}
WORDS = "|".join([*SMALL, *TENS, "hundred"])
LARGE = "|".join(SCALES)
AND = "(?:(?<=hundred)|(?<=thousand)|(?<=million)|(?<=billion))\\s+and\\s+"  # "three and six months" are two counts
SPELLED = re.compile(rf"\b(?:{WORDS})(?:(?:[\s-](?:{WORDS}|{LARGE}))|(?:{AND}(?:{WORDS})))*\b(?![\w])", re.IGNORECASE)
LARGEST_COUNT = 12  # "twelve ports" is a count; "thirteen" and "two million" are figures


def spelled_value(text: str) -> Decimal | None:
    """The number that `text` (a match of SPELLED) says; None for a small one."""
    value = number_of(text)
    return value if value > LARGEST_COUNT else None


def number_of(text: str) -> Decimal:
    """The same, however small it is."""
    total, part = Decimal(0), Decimal(0)
    for word in re.findall(r"[a-z]+", text.lower()):
        if word in SCALES:
            total, part = total + (part or Decimal(1)) * SCALES[word], Decimal(0)
        elif word == "hundred":
            part = (part or Decimal(1)) * 100
        else:
            part += SMALL.get(word, TENS.get(word, 0))
    return total + part


def small_count(text: str) -> int | None:
    """The count that `text` (a match of SPELLED) says, from two to twelve: "one" may mean anybody."""
    value = SMALL.get(text.lower(), 0)
    return value if 2 <= value <= LARGEST_COUNT else None
