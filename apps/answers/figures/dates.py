"""Calendar dates and parts of a year in a filer's own periods: "December 31, 2022" may lie in its fiscal 2023."""

import re
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from apps.answers.figures.asked import FigureQuestion, Interim
from apps.answers.figures.books import Book, is_annual
from apps.retrieval.filings import Filing

WEEK = timedelta(days=7)  # years and quarters of whole weeks end some days off
YEARS_BACK = range(3)  # a filing states up to two years before its own
YEAR = r"(?:19|20)\d\d"
ANOTHER_YEAR = rf"(?:\s*(?:,|\b(?:and|or|to|with|vs|versus|compared|in|at|for)\b\.?))+\s*{YEAR}\b"
Period = tuple[int, int | None]  # fiscal year as the filer labels it; quarter, None for the year's end


def in_periods_of(book: Book, question: FigureQuestion) -> FigureQuestion | None:
    """`question` with the filer's fiscal years for its dates; None when no filing held has a period that ends so."""
    question = _without_ends(book, question)
    days = _days(question)
    if not days or {day.year for day in days} != set(question.years):
        return question
    found = [_period(book.filings, day) for day in days]
    periods = [period for period in found if period]
    quarters = {quarter for _, quarter in periods}
    if len(periods) < len(found) or len(quarters) > 1:
        return None
    years = tuple(sorted({year for year, _ in periods}))
    return replace(question, years=years, quarter=_interim(quarters.pop(), question.months))


def _without_ends(book: Book, question: FigureQuestion) -> FigureQuestion:
    """Without the calendar years of dates that only say when a fiscal year ends: "fiscal 2021 (January 29, 2022)"."""
    told = [(day, _period(book.filings, day)) for day in question.dates]
    said = {day: period[0] for day, period in told if period and period[1] is None and period[0] != day.year}
    ends = {day.year for day, year in said.items() if year in question.years and _once(question.asked, day.year)}
    if not ends:
        return question
    dates = tuple(day for day in question.dates if day.year not in ends)
    return replace(question, years=tuple(year for year in question.years if year not in ends), dates=dates)


def _once(text: str, year: int) -> bool:
    """Stated formulas are taken out of what is asked: then nothing else there names the year either."""
    return len(re.findall(rf"\b{year}\b", text)) <= 1


def _days(question: FigureQuestion) -> tuple[date, ...]:
    """The dates it names: of "the six months ended December 31, 2022 and 2021" both."""
    if len(question.dates) != 1:
        return question.dates
    first = question.dates[0]
    listed = re.search(rf"\b{first.year}((?:{ANOTHER_YEAR})+)(?![\d-])", question.asked, re.IGNORECASE)
    others = {int(year) for year in re.findall(YEAR, listed[1])} if listed else set()
    return (first, *(years_before(first, first.year - year) for year in sorted(others - {first.year}, reverse=True)))


def _interim(quarter: int | None, months: int | None) -> Interim | None:
    """A part of the year that ends with it is its last quarter. Of unknown length: only balances are meant."""
    if quarter is None:
        return Interim(4, months) if months and months < 12 else None
    return Interim(quarter, months or 0)


def _period(filings: Sequence[Filing], day: date) -> Period | None:
    """That of the nearest filing whose period, or the same one of a year before, ends on `day`.

    A quarterly report states balances at the end of the fiscal year before its own as well.
    """
    for back in YEARS_BACK:
        for filing in filings:
            if filing.period_end and filing.year and abs(years_before(filing.period_end, back) - day) <= WEEK:
                if is_annual(filing) or filing.period == "FY":
                    return filing.year - back, None
                if quarter := filing.quarter:
                    return filing.year - back, quarter
    ended = (one.year for one in filings if one.year and (end := year_end_before(one)) and abs(end - day) <= WEEK)
    return next(((year - 1, None) for year in ended), None)


def year_end_before(filing: Filing) -> date | None:
    """About the last day of the fiscal year before that of a quarterly report; None for other filings."""
    if filing.period_end is None or filing.quarter is None:
        return None
    months = filing.period_end.year * 12 + filing.period_end.month - 1 - 3 * filing.quarter
    return date(months // 12, months % 12 + 1, monthrange(months // 12, months % 12 + 1)[1])


def years_before(day: date, years: int) -> date:
    if (day.month, day.day) == (2, 29):
        day -= timedelta(days=1)
    return day.replace(year=day.year - years)
