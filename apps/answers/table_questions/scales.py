"""What the figures of a table count, where the table itself does not plainly say it."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal

DECLARED = re.compile(
    r"\([^()]*\b(?:thousands?|millions?|billions?|000s?)\b[^()]*\)"
    r"|\b(?:amounts? |dollars )?in (?:thousands|millions|billions)\b[^.]*",
    re.IGNORECASE,
)
SHORT = re.compile(r"(?<![\w.,])(?:[A-Z]{2})?[$€£¥]\s?(?P<short>m|bn|[’'`]?000)(?:illion)?s?\b", re.IGNORECASE)
WORDS = {"m": "millions", "bn": "billions"}
TOLD = re.compile(r"(?<!\d)(?P<digits>\d[\d,]*+(?:\.\d++)?)\s(?P<size>million|billion)\b", re.IGNORECASE)
SIZES = {"million": Decimal(10) ** 6, "billion": Decimal(10) ** 9}
SCALES = {"": Decimal(1), "in thousands": Decimal(10) ** 3, "in millions": Decimal(10) ** 6}
FEWEST_DIGITS = 2  # of a figure that is told again; one digit agrees with too much


def spelled(text: str) -> str:
    """`text` with "£m", "$'000" and the like in words."""
    return SHORT.sub(lambda match: f" in {WORDS.get(match['short'].lower(), 'thousands')} ", text)


def told_again(values: Iterable[Decimal], paragraphs: Sequence[str]) -> str:
    """The scale at which most figures that the text tells as "$45.0 million" are those of the table; "" for none."""
    amounts = [abs(value) for value in values if value]
    told = [match for paragraph in paragraphs for match in TOLD.finditer(paragraph)]
    votes = Counter(name for match in told for name in SCALES if _agrees(match, amounts, SCALES[name]))
    return votes.most_common(1)[0][0] if votes else ""


def _agrees(match: re.Match[str], amounts: Sequence[Decimal], scale: Decimal) -> bool:
    value = Decimal(match["digits"].replace(",", ""))
    if len(value.as_tuple().digits) < FEWEST_DIGITS:
        return False
    size = SIZES[match["size"].lower()]
    step = Decimal(1).scaleb(int(value.as_tuple().exponent))
    return any(((amount * scale / size).quantize(step)) == value for amount in amounts if amount * scale >= size / 10)
