"""The periods that a passage names, in one spelling: "FY2023", "FY2023-Q1", "FY2023-H1", "2023-12-31" (R1)."""

import re
from collections.abc import Iterator
from datetime import date

from apps.documents.cards.card import CardInput
from apps.statements.values.periods import MONTH, MONTHS, ORDINALS, shifted

MOST = 12
YEAR = r"((?:19|20)\d\d)"
SPANS = {
    "three": 3, "3": 3, "13": 3, "14": 3, "thirteen": 3, "fourteen": 3, "quarter": 3, "quarters": 3,
    "six": 6, "6": 6, "26": 6, "27": 6, "twenty-six": 6, "nine": 9, "9": 9, "39": 9, "40": 9, "thirty-nine": 9,
}  # fmt: skip
PARTS = {3: "Q", 6: "H", 9: "9M"}
NAMED = re.compile(
    rf"(?:\b(?P<span>{'|'.join(SPANS)})(?:[- ](?:months?|weeks?))?\s+(?:ended|ending)\s+)?"
    rf"\b(?P<month>{MONTH})\.?\s+(?P<day>\d{{1,2}})\s*,?\s+(?P<year>(?:19|20)\d\d)\b"
    rf"|\b(?:Q(?P<q>[1-4])|(?P<q2>[1-4])Q|(?P<nth>first|second|third|fourth)\s+(?:fiscal\s+)?quarter)"
    rf"\s*(?:of\s+)?(?:the\s+)?(?:fiscal\s+)?(?:year\s+)?(?:FY)?['’]?(?P<qyear>(?:19|20)\d\d|\d\d)\b"
    rf"|\b(?:FY|fiscal(?:\s+years?)?)\s*['’]?(?P<short>\d\d)\b"
    rf"|(?<![\d,.$€£-])(?:\bFY\s?)?(?P<bare>(?:19|20)\d\d)(?![\d,%-]\d|\d|\.\d|\s?%|\s+(?:shares|employees|units)\b)",
    re.IGNORECASE,
)
LEAST_DIGITS = re.compile(r"\d\d")
GRACE_DAYS = 10  # a year of 52 or 53 weeks ends so far from the same day of another


def periods(passage: CardInput, above: str = "") -> tuple[str, ...]:
    """At most 12 periods, in the order in which they are named. `above`: column headers that stand elsewhere.

    A bare year N is the fiscal year that the filer labels N; a date on which a fiscal year ends names that year too.
    """
    text = f"{above}\n{passage.text}" if above else passage.text
    if not LEAST_DIGITS.search(text):
        return ()
    found: dict[str, None] = {}
    for match in NAMED.finditer(text):
        found |= dict.fromkeys(_named(match, passage.fiscal_year, passage.year_end))
        if len(found) >= MOST:
            break
    return tuple(found)[:MOST]


def _named(match: re.Match[str], fiscal_year: int | None, year_end: date | None) -> Iterator[str]:
    if match["month"]:
        yield from _dated(match, fiscal_year, year_end)
    elif match["qyear"]:
        quarter = ORDINALS[match["nth"].lower()] if match["nth"] else int(match["q"] or match["q2"])
        yield f"FY{_year(match['qyear'])}-Q{quarter}"
    else:
        yield f"FY{_year(match['short'] or match['bare'])}"


def _dated(match: re.Match[str], fiscal_year: int | None, year_end: date | None) -> Iterator[str]:
    try:
        day = date(int(match["year"]), MONTHS[match["month"].lower()], int(match["day"]))
    except ValueError:  # "February 30": a misprint names no day
        return
    months = SPANS[match["span"].lower()] if match["span"] else None
    yield day.isoformat()
    if fiscal_year is None or year_end is None:
        return
    for later in (-1, 0, 1):  # fiscal years around the calendar year of the day
        label = day.year + later + fiscal_year - year_end.year
        end = shifted(year_end, label - fiscal_year)
        before = round(((end - day).days + GRACE_DAYS / 2) // 30.4375)
        if abs((end - day).days) <= GRACE_DAYS and months in {None, 3}:
            yield f"FY{label}" if months is None else f"FY{label}-Q4"
        elif months and 0 <= before < 12:
            yield from _part(label, months, 12 - before)


def _part(label: int, months: int, passed: int) -> Iterator[str]:
    """The part of fiscal year `label` that `months` months make up when `passed` months of it have passed."""
    if passed % 3 == 0 and 0 < passed <= 12 and (months == 3 or passed == months):
        yield f"FY{label}-Q{passed // 3}" if months == 3 else f"FY{label}-{'H1' if months == 6 else '9M'}"


def _year(digits: str) -> int:
    return int(digits) if len(digits) == 4 else 2000 + int(digits)
