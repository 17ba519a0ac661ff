"""Calendar dates and parts of a year in a filer's own periods: "December 31, 2022" may lie in its fiscal 2023."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta

from apps.answers.figures.asked import FigureQuestion, Interim
from apps.answers.figures.books import Book, is_annual
from apps.retrieval.filings import Filing

WEEK = timedelta(days=7)  # years and quarters of whole weeks end some days off
YEARS_BACK = range(3)  # a filing states up to two years before its own
Period = tuple[int, int | None]  # fiscal year as the filer labels it; quarter, None for the year's end


def in_periods_of(book: Book, question: FigureQuestion) -> FigureQuestion | None:
    """`question` with the filer's fiscal years for its dates; None when no filing held has a period that ends so."""
    if not question.dates or {day.year for day in question.dates} != set(question.years):
        return question
    found = [_period(book.filings, day) for day in question.dates]
    periods = [period for period in found if period]
    quarters = {quarter for _, quarter in periods}
    if len(periods) < len(found) or len(quarters) > 1:
        return None
    years = tuple(sorted({year for year, _ in periods}))
    return replace(question, years=years, quarter=_interim(quarters.pop(), question.months))


def _interim(quarter: int | None, months: int | None) -> Interim | None:
    """A part of the year that ends with it is its last quarter. Of unknown length: only balances are meant."""
    if quarter is None:
        return Interim(4, months) if months and months < 12 else None
    return Interim(quarter, months or 0)


def _period(filings: Iterable[Filing], day: date) -> Period | None:
    """That of the nearest filing whose period, or the same one of a year before, ends on `day`."""
    for back in YEARS_BACK:
        for filing in filings:
            if filing.period_end and filing.year and abs(_years_before(filing.period_end, back) - day) <= WEEK:
                if is_annual(filing) or filing.period == "FY":
                    return filing.year - back, None
                if filing.period[:1] == "Q" and filing.period[1:].isdigit():
                    return filing.year - back, int(filing.period[1:])
    return None


def _years_before(day: date, years: int) -> date:
    if (day.month, day.day) == (2, 29):
        day -= timedelta(days=1)
    return day.replace(year=day.year - years)
