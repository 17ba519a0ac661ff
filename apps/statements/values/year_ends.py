"""Several periods in one line, and the exact days on which fiscal years end."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date

from apps.statements.values.periods import DATE, DAY, MONTHS, YEAR, Period, parse_period, shifted

NEAR_DAYS = 10  # a year of 52 or 53 weeks ends at most so far from the same day of the year before
YEARS_BACK = 11
ENDED = re.compile(r"\bended\b[^;]{5,70}", re.IGNORECASE)
WEEKS_YEAR = re.compile(r"\b5[23](?: ?/ ?53)?(?: or 53)?[- ]weeks?|\bfifty[- ](?:two|three)[- ]weeks?", re.IGNORECASE)


def periods_in(text: str) -> list[Period]:
    """The periods of a line such as "December 31, 2015 2014" or "June 30, December 31, 2023 2022", in order."""
    days = [match[0] for match in DATE.finditer(text)]
    years = [match[1] for match in YEAR.finditer(text)]
    if len(days) != len(years):
        bare = YEAR.sub(" ", text)
        months = [match[0] for match in DAY.finditer(bare)]
        paired = len(months) == len(years) and len(years) > 1
        days = [f"{month}, {year}" for month, year in zip(months, years, strict=True)] if paired else []
    around = YEAR.sub(" ", DAY.sub(" ", DATE.sub(" ", text)) if days else text)
    found = [parse_period(f"{around} {named}") for named in days or years]
    return [period for period in found if period]


def year_ends(texts: Sequence[str], fiscal_year: int, period_end: date) -> dict[int, date]:
    """The exact end of each fiscal year that the text names, for a filer with years of 52 or 53 weeks, else nothing.

    Such years all end on one day of the week: of those days near the expected one, the one named most often, and not
    less often than the expected one itself, on which a calendar year ends. Who does not speak of weeks may still say
    that a period "ended" on such a day, and never on the expected one.
    """
    weeks = any(WEEKS_YEAR.search(text) for text in texts)
    days = [day for text in texts for day in (_days(text) if weeks else _ended(text))]
    expected = {fiscal_year - back: shifted(period_end, -back) for back in range(YEARS_BACK)}
    named: dict[int, Counter[date]] = {}
    if not weeks:
        expected = {label: end for label, end in expected.items() if end not in days}
    for day in (day for day in days if day.weekday() == period_end.weekday()):
        for label, end in expected.items():
            if abs((day - end).days) <= NEAR_DAYS:
                named.setdefault(label, Counter())[day] += 1
    every = Counter(days)
    best = {label: found.most_common(1)[0] for label, found in named.items()}
    return {label: day for label, (day, times) in best.items() if times >= every[expected[label]]}


def _ended(text: str) -> Iterable[date]:
    """The days named behind "ended": in "three and six months ended July 2, 2023 and July 3, 2022" both."""
    return (day for match in ENDED.finditer(text) for day in _days(match[0]))


def _days(text: str) -> Iterable[date]:
    for match in DATE.finditer(text):
        try:
            yield date(int(match[3]), MONTHS[match[1].lower()], int(match[2]))
        except ValueError:  # "February 30": a misprint names no day
            continue
