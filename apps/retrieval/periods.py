"""The periods that a question names: fiscal years, a quarter, full dates. As written, nothing is converted."""

import re
from dataclasses import dataclass
from datetime import date

from apps.statements.values.periods import MONTH, MONTHS

ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4}
FULL_YEAR = re.compile(
    r"(?:(?<![\w$€£.,-])|(?<=\bFY)|(?<=\bCY)|(?<=Q[1-4])|(?<=H[12])|(?<=[1-4]Q)|(?<=20\d\d-))((?:19|20)\d\d)(?![\d%s]|[.,]\d)",
    re.I,
)
SHORT_YEAR = re.compile(r"\b(?:FY|CY|fiscal(?: year)?|[1-4]Q|Q[1-4]|[12]H|H[12])[\s'’]*(\d\d)\b(?![.,]\d|%)", re.I)
QUARTER = re.compile(
    r"\bQ([1-4])(?!\d{3}\b)|\b([1-4])Q(?=\d|\b)|\b(first|second|third|fourth|last)[- ](?:fiscal )?quarter\b", re.I
)
HALF = re.compile(r"\b(?:H1|1H)(?=\d|\b)|\bfirst half\b|\bsix months\b|\bhalf[- ]year\b", re.I)
NINE_MONTHS = re.compile(r"\bnine months\b|\b9M(?=\d|\b)", re.I)
MONTH_FIRST = re.compile(rf"\b({MONTH})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?\s*,?\s*((?:19|20)\d\d)\b", re.I)
DAY_FIRST = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?({MONTH})\.?\s*,?\s*((?:19|20)\d\d)\b", re.I)
THREE_MONTHS = re.compile(r"\b(?:three|3) months\b|\b(?:thirteen|13) weeks\b|\bquarter ended\b", re.I)
A_YEAR = r"(?:FY|CY|fiscal(?: years?)?|years?)?\s*['’]?"
RANGE = re.compile(
    rf"\b{A_YEAR}((?:19|20)\d\d)\s*(?:-|–|—|to|through|thru|until)\s*(?:and including\s+)?"
    rf"{A_YEAR}((?:19|20)\d\d)\b"
    rf"|\bbetween\s+{A_YEAR}((?:19|20)\d\d)\s+and\s+{A_YEAR}((?:19|20)\d\d)\b"
    r"|\bFY\s*['’]?(\d\d)\s*(?:-|–|—|to|through)\s*FY\s*['’]?(\d\d)\b",
    re.I,
)
LONGEST_RANGE = 15
NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
LAST_YEARS = re.compile(
    rf"\b(?:last|past|latest|preceding|previous|most recent)\s+(?:(\d{{1,2}}|{'|'.join(NUMBERS)})\s+)?"
    r"(?:fiscal |full |financial |reported )?years?\b",
    re.I,
)
YEAR_END = re.compile(
    r"\b(?:year|quarter|period|month)[- ]?end\b|\bend of (?:the )?(?:fiscal|year|FY)|\bas (?:of|at)\b|\bclose\b", re.I
)
ISO = re.compile(r"\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b")


@dataclass(frozen=True, slots=True)
class Periods:
    """years: ascending, those inside a range too. quarter: 1 to 4 or None; a half is its last quarter.

    dates: full dates, in order. months: 3, 6 or 9 where that many are said. ranged: whether a range was said.

    last: how many years back from the newest filing ("the last three years"), None when it is not said so.
    year_end: what is asked for stands at the end of a period ("year end", "as of December 31").
    """

    years: tuple[int, ...] = ()
    quarter: int | None = None
    dates: tuple[date, ...] = ()
    months: int | None = None
    ranged: bool = False
    last: int | None = None
    year_end: bool = False


def read_periods(question: str) -> Periods:
    dates = tuple(dict.fromkeys(_dates(question)))
    years = {int(match[1]) for match in FULL_YEAR.finditer(question)}
    years |= {2000 + int(match[1]) for match in SHORT_YEAR.finditer(question)}
    years |= {day.year for day in dates}
    within = {year for match in RANGE.finditer(question) for year in _of_range(match)}
    return Periods(
        years=tuple(sorted(years | within)),
        quarter=_quarter(question),
        dates=dates,
        months=_months(question),
        ranged=bool(within),
        last=_last(question),
        year_end=bool(YEAR_END.search(question)),
    )


def _of_range(match: re.Match[str]) -> range:
    """Every year from the first to the last that is named; nothing for a span that no filer has filings for."""
    first, last = [int(year) if len(year) == 4 else 2000 + int(year) for year in match.groups() if year]
    return range(first, last + 1) if last - first < LONGEST_RANGE else range(0)


def _months(question: str) -> int | None:
    if NINE_MONTHS.search(question):
        return 9
    if HALF.search(question):
        return 6
    return 3 if THREE_MONTHS.search(question) else None


def _last(question: str) -> int | None:
    """ "The last three years" is 3; "last year" and "the latest year" are 1."""
    match = LAST_YEARS.search(question)
    if not match:
        return None
    number = (match[1] or "").lower()
    return NUMBERS.get(number) or (int(number) if number.isdigit() else 1)


def _quarter(question: str) -> int | None:
    if match := QUARTER.search(question):
        return ORDINALS[match[3].lower()] if match[3] else int(match[1] or match[2])
    if NINE_MONTHS.search(question):
        return 3
    return 2 if HALF.search(question) else None


def _dates(question: str) -> list[date]:
    found = [
        (match.start(), int(match[3]), MONTHS[match[1].lower()], int(match[2]))
        for match in MONTH_FIRST.finditer(question)
    ]
    found += [
        (match.start(), int(match[3]), MONTHS[match[2].lower()], int(match[1]))
        for match in DAY_FIRST.finditer(question)
    ]
    found += [(match.start(), int(match[1]), int(match[2]), int(match[3])) for match in ISO.finditer(question)]
    return [day for _, year, month, number in sorted(found) if (day := _date(year, month, number))]


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:  # "February 31, 2020" is no date; its year was read all the same
        return None
