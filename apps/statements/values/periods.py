"""Periods as column headers name them: "Three Months Ended June 30, 2023", "Fiscal 2022", "December 31, 2021"."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from functools import lru_cache
from math import ceil

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("january", "jan"), ("february", "feb"), ("march", "mar"), ("april", "apr"), ("may",), ("june", "jun"),
            ("july", "jul"), ("august", "aug"), ("september", "sept", "sep"), ("october", "oct"),
            ("november", "nov"), ("december", "dec"),
        ),
        start=1,
    )
    for name in names
}  # fmt: skip
NUMBERS = {"three": 3, "six": 6, "nine": 9, "twelve": 12, "3": 3, "6": 6, "9": 9, "12": 12}
WEEKS = {
    "thirteen": 3,
    "13": 3,
    "fourteen": 3,
    "14": 3,
    "twenty-six": 6,
    "26": 6,
    "27": 6,
    "thirty-nine": 9,
    "39": 9,
    "40": 9,
}
ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}

MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
DATE = re.compile(rf"\b({MONTH})\.?\s+(\d{{1,2}})\s*,?\s*((?:19|20)\d\d)\b", re.IGNORECASE)
DAY_FIRST = re.compile(rf"\b(\d{{1,2}})\s+({MONTH})\.?\s*,?\s*((?:19|20)\d\d)\b", re.IGNORECASE)
DAY = re.compile(rf"\b({MONTH})\.?\s+(\d{{1,2}})\b(?!\d)", re.IGNORECASE)
NUMERIC = re.compile(r"\b(\d{1,2})/(\d{1,2})/((?:19|20)?\d\d)\b")
YEAR = re.compile(r"(?<![\d,.$-])((?:19|20)\d\d)(?!\d|[.,]\d)(?:E|A|F)?\b")
SHORT_YEAR = re.compile(r"\b(?:FY|fiscal(?: year)?)\s*'?(\d\d)\b", re.IGNORECASE)
FISCAL_LABEL = re.compile(r"\b(?:FY|fiscal(?: year)?)\s*((?:19|20)\d\d)\b", re.IGNORECASE)
MONTH_SPAN = re.compile(rf"\b({'|'.join(NUMBERS)})[- ]months?\b", re.IGNORECASE)
WEEK_SPAN = re.compile(
    r"\b(\d\d|thirteen|fourteen|twenty-six|thirty-nine|fifty-two|fifty-three)[- ]weeks?\b", re.IGNORECASE
)
YEAR_SPAN = re.compile(
    r"\b(?:fiscal )?years?(?:[- ](?:ended|ending|to)|\s*$|\s+(?:19|20)\d\d)|\bfor the (?:fiscal )?years?\b|\bannual\b",
    re.IGNORECASE,
)
QUARTER = re.compile(r"\bQ([1-4])\b|\b(first|second|third|fourth)[- ]quarter\b|\b([1-4])Q\b", re.IGNORECASE)
QUARTER_SPAN = re.compile(r"\bquarter(?:ly)?(?: period)?s? (?:ended|ending)\b|\bquarters? ended\b", re.IGNORECASE)
HALF = re.compile(r"\b(?:six months|half[- ]year|first half|H1|1H|second half|H2|2H)\b", re.IGNORECASE)
CHANGE = re.compile(
    r"\b(change|increase|decrease|variance|growth|vs\.?|versus|inc\.?\s*/|chg|per ?cent)|%", re.IGNORECASE
)


GRACE_DAYS = 45


class PeriodKind(StrEnum):
    INSTANT = "instant"
    DURATION = "duration"


@dataclass(frozen=True, slots=True)
class Period:
    """A point or a stretch of time. `label_year` is the year as the filer labels it; `end` may be open until resolved.

    `months` is 3, 6, 9 or 12 for a duration and None for an instant or where the header leaves it open.
    """

    kind: PeriodKind | None
    end: date | None = None
    months: int | None = None
    label_year: int | None = None
    quarter: int | None = None

    @property
    def start(self) -> date | None:
        """About the first day of a duration (fiscal calendars of 52 weeks shift it by some days)."""
        if self.end is None or self.months is None:
            return None
        return self.end - timedelta(days=round(self.months * 30.4375) - 1)


@lru_cache(maxsize=10_000)  # a table asks for each of its cells
def parse_period(header: str) -> Period | None:
    """The period that a column's header (all its levels joined by spaces) names; None for other columns."""
    if CHANGE.search(header):
        return None
    end, months, quarter = _end(header), _months(header), _quarter(header)
    year = _label_year(header) or (end.year if end else None)
    if year is None and end is None:
        return None
    kind = PeriodKind.DURATION if months else None
    return Period(kind, end, months, year, quarter)


def resolve(
    period: Period,
    kind: PeriodKind,
    fiscal_year: int | None,
    period_end: date | None,
    year_ends: Mapping[int, date] | None = None,
    year_end: date | None = None,
) -> Period:
    """Fill in what the header left open: the kind from the statement, the end from the filing's own year end.

    A bare year N in a statement means the fiscal year labelled N, which ends N - fiscal_year years after the filing's,
    on the very day that `year_ends` gives it, if it does (years of 52 or 53 weeks end some days earlier or later).
    year_end: about the last day of that fiscal year, where the filing's period ends before it (a quarter).
    """
    months = None if kind is PeriodKind.INSTANT else period.months or 12
    end = period.end
    if end is None and period_end and fiscal_year and period.label_year:
        end = (year_ends or {}).get(period.label_year) or shifted(period_end, period.label_year - fiscal_year)
    label = period.label_year
    if period.end and period_end and fiscal_year:
        label = _fiscal_label(period.end, fiscal_year, year_end or period_end)
    return replace(period, kind=kind, months=months, end=end, label_year=label)


def _fiscal_label(end: date, fiscal_year: int, period_end: date) -> int:
    """The fiscal year in which `end` falls, given that `fiscal_year` ends at about `period_end`.

    Grace of half a quarter: years of 52 or 53 weeks move by days, and statements end with quarters.
    """
    years_later = ceil(((end - period_end).days - GRACE_DAYS) / 365.25)
    return fiscal_year + years_later


def shifted(day: date, years: int) -> date:
    """The same day of another year (28 February for the 29th)."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:  # 29 February
        return day.replace(year=day.year + years, day=28)


def days_in(text: str) -> list[date]:
    """The days that a text names and that are in the calendar, "October 12, 2022" before "12 October 2022"."""
    told = [(year, month, day) for month, day, year in DATE.findall(text)]
    told += [(year, month, day) for day, month, year in DAY_FIRST.findall(text)]
    days = (_date(int(year), MONTHS[month.lower()], int(day)) for year, month, day in told)
    return [day for day in days if day]


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _end(text: str) -> date | None:
    if match := DATE.search(text):
        return _date(int(match[3]), MONTHS[match[1].lower()], int(match[2]))
    if match := DAY_FIRST.search(text):
        return _date(int(match[3]), MONTHS[match[2].lower()], int(match[1]))
    if match := NUMERIC.search(text):
        year = int(match[3])
        return _date(year if year > 99 else 2000 + year, int(match[1]), int(match[2]))
    day, year_match = DAY.search(text), YEAR.search(text)
    if day and year_match:  # "Year Ended December 31, ... 2017" over two header lines
        return _date(int(year_match[1]), MONTHS[day[1].lower()], int(day[2]))
    return None


def _months(text: str) -> int | None:
    if match := MONTH_SPAN.search(text):
        return NUMBERS[match[1].lower()]
    if match := WEEK_SPAN.search(text):
        return WEEKS.get(match[1].lower(), 12)
    if QUARTER_SPAN.search(text):
        return 3
    if HALF.search(text):
        return 6
    if QUARTER.search(text):  # "First Quarter, Fiscal Year 2016"
        return 3
    return 12 if YEAR_SPAN.search(text) or FISCAL_LABEL.search(text) else None


def _quarter(text: str) -> int | None:
    match = QUARTER.search(text)
    if not match:
        return None
    return ORDINALS[match[2].lower()] if match[2] else int(match[1] or match[3])


def _label_year(text: str) -> int | None:
    if match := FISCAL_LABEL.search(text):
        return int(match[1])
    if match := SHORT_YEAR.search(text):
        return 2000 + int(match[1])
    if match := YEAR.search(DATE.sub(lambda found: found[3], text)):
        return int(match[1])
    return None
