"""The periods of a query in a filer's own calendar: fiscal years as the filer counts them, and what "latest" is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from apps.answers.compute.books import FIRST, LAST, SOME_DAYS, Book, about_years, moved, near
from apps.answers.compute.missing import MissingError
from apps.answers.sources.candidate import Span
from apps.questions.slots import Period, PeriodKind, Periods

MONTHS = {PeriodKind.YEAR: 12, PeriodKind.QUARTER: 3, PeriodKind.HALF: 6, PeriodKind.NINE_MONTHS: 9}
TRAILING = "the twelve months to "
MOST, YEAR, QUARTERS = 40, 12, 4


@dataclass(frozen=True, slots=True)
class Resolved:
    """Spans in time order; says: what to tell of how they were found."""

    spans: tuple[Span, ...]
    says: tuple[str, ...] = ()


def spans_of(periods: Periods, book: Book) -> Resolved:
    """Raises MissingError where nothing that is held tells which period is meant."""
    listed = periods.listed or (Period(PeriodKind.ANY, back=0),)
    shift, says = _shift(listed, book)
    found = [span for period in listed for span in _spans(_shifted(period, shift), book)]
    found.sort(key=lambda span: span.end or date.max)
    if periods.whole and len(found) > 1:
        found = _between(found[0], found[-1], book)
    if any(period.relative for period in listed) and found:
        told = found[0].label if len(found) == 1 else f"{found[0].label} to {found[-1].label}"
        says = (*says, f"The latest that is held of {book.filer.name}: {told}.")
    if any(period.calendar for period in listed):
        says = (*says, *_ends_elsewhere(found, book))
    return Resolved(_once(found), says)


def _once(found: Sequence[Span]) -> tuple[Span, ...]:
    """Each period once: "FY22 (ended Jan 28, 2023)" names one, by its year and by its last day."""
    ends = {span.end for span in found if span.months}
    return tuple(dict.fromkeys(span for span in found if span.months or span.end not in ends))


def span_of(period: Period, book: Book) -> Span:
    """The last of them where one is meant. Raises MissingError."""
    return spans_of(Periods((period,)), book).spans[-1]


def before(span: Span, years: int, book: Book) -> Span:
    """The same so many years earlier."""
    if not years or span.end is None:
        return span
    end = book.year_end(span.year - years) if _ends_year(span, book) and span.year else moved(span.end, -12 * years)
    return span_at(span.months, end, book, trailing=span.label.startswith(TRAILING))


def with_year_before(span: Span, book: Book) -> tuple[Span, Span]:
    return before(span, 1, book), span


def _ends_year(span: Span, book: Book) -> bool:
    return bool(span.year and span.end and near(book.year_end(span.year), span.end))


def _shift(listed: Sequence[Period], book: Book) -> tuple[int, tuple[str, ...]]:
    """How far the filer's count is from the one that people may use, where no filing has the year asked about.

    A year that ends in January 2023 is fiscal 2022 for one filer and 2023 for another.
    """
    years = [period.year for period in listed if period.year and not period.calendar and not period.end]
    reports = [filing for filing in book.filings if about_years(filing)]
    if not years or any(filing.year == max(years) for filing in reports):
        return 0, ()
    called = [filing.year for filing in reports if filing.year and max(years) in filing.years]
    if not called:
        return 0, ()
    asked, own = max(years), max(called)
    return own - asked, (
        f"{book.filer.name} has no fiscal {asked} here: this is its fiscal {own}, which may be meant.",
    )


def _shifted(period: Period, shift: int) -> Period:
    return replace(period, year=period.year + shift) if period.year and not period.calendar else period


def _spans(period: Period, book: Book) -> list[Span]:
    year = period.end.year if period.end else period.year or FIRST
    if not (FIRST <= year <= LAST and 0 <= (period.back or 0) <= MOST and 1 <= (period.number or 1) <= QUARTERS):
        raise MissingError(f"No filing of {book.filer.name} that is held is of {period.text or 'that period'}.")
    if period.end:
        return [span_at(MONTHS.get(period.kind), _known_end(period.end, book), book)]
    if period.kind is PeriodKind.TRAILING:
        end = book.year_end(period.year) if period.year else _newest(book, period.back or 0)
        return [span_at(12, end, book, trailing=True)]
    if period.year is None:
        return [_relative(period, book)]
    own = _calendar_year(period.year, book) if period.calendar else period.year
    return [span_at(MONTHS.get(period.kind), end, book) for end in _ends(period, own, book)]


def _ends(period: Period, year: int, book: Book) -> list[date]:
    """The last days of what is asked for in a fiscal year."""
    end = book.year_end(year)
    if period.kind is PeriodKind.QUARTER or (period.kind is PeriodKind.INSTANT and period.number):
        if period.calendar and period.number:
            return [_nearest_quarter(date(period.year or year, 3 * period.number, 28), book)]
        return [moved(end, -3 * (4 - number)) for number in ([period.number] if period.number else (1, 2, 3, 4))]
    if period.kind is PeriodKind.HALF:
        return [moved(end, -6) if period.number == 1 else end]
    return [moved(end, -3)] if period.kind is PeriodKind.NINE_MONTHS else [end]


def _nearest_quarter(day: date, book: Book) -> date:
    end = book.year_end(book.year_of(day))
    return min((moved(end, -3 * back) for back in range(-1, 5)), key=lambda one: abs(one - day))


def _calendar_year(year: int, book: Book) -> int:
    """The fiscal year of which most lies in the calendar year."""
    return min((year - 1, year, year + 1), key=lambda one: abs(book.year_end(one) - date(year, 12, 31)))


def _relative(period: Period, book: Book) -> Span:
    """ "Latest", or as many before it."""
    back = period.back or 0
    if period.kind is PeriodKind.INSTANT:
        return span_at(None, _newest(book, back), book)
    if period.kind in {PeriodKind.YEAR, PeriodKind.ANY}:
        newest = book.newest_year
        if newest is None:
            raise MissingError(f"No filing of {book.filer.name} that is held says of which period it is.")
        return span_at(12, book.year_end(newest - back), book)
    months = MONTHS[period.kind]
    ends = [one.period_end for one in book.filings if one.period_end and _may_state(one.quarter, months)]
    if period.kind is PeriodKind.QUARTER:
        ends += [one.period_end for one in book.annual if one.period_end]
    if not ends:
        raise MissingError(f"No filing of {book.filer.name} that is held is of {period.text or f'{months} months'}.")
    if period.number:
        return span_at(months, moved(_latest_numbered(period, max(ends), book), -12 * back), book)
    step = 3 if period.kind is PeriodKind.QUARTER else 12
    return span_at(months, moved(max(ends), -step * back), book)


def _latest_numbered(period: Period, newest: date, book: Book) -> date:
    """The end of the last such quarter or half that is over on `newest`, give or take the days of a 53rd week."""
    year = book.year_of(newest)
    over = [end for one in (year - 1, year) for end in _ends(period, one, book) if end <= newest + SOME_DAYS]
    return max(over)


def _may_state(quarter: int | None, months: int) -> bool:
    return quarter is not None and (months == 3 or quarter * 3 == months)


def _newest(book: Book, back: int) -> date:
    end = book.newest_end
    if end is None:
        raise MissingError(f"No filing of {book.filer.name} that is held says of which period it is.")
    return moved(end, -12 * back)


def _known_end(day: date, book: Book) -> date:
    """The exact end of a period that a filing is of, for a day that is close to it."""
    return next((one.period_end for one in book.filings if one.period_end and near(one.period_end, day)), day)


def _between(first: Span, last: Span, book: Book) -> list[Span]:
    """Every period of their kind from the first to the last; the ends are those that are asked for."""
    step = 3 if first.months == 3 else 12
    found = [last]
    while first.end and found[0].end and found[0].end > first.end and not near(found[0].end, first.end):
        if len(found) >= MOST:
            raise MissingError(f"More than {MOST} periods are asked for.")
        found.insert(0, span_at(last.months, moved(found[0].end, -step), book))
    return found if first.end and found[0].end and near(found[0].end, first.end) else [first, *found[1:]]


def span_at(months: int | None, end: date, book: Book, *, trailing: bool = False) -> Span:
    """The months that end on a day, the day itself for None, by the filer's count."""
    year = book.year_of(end)
    return Span(months, end, year, TRAILING + told(end) if trailing else _label(months, end, year, book))


def _label(months: int | None, end: date, year: int, book: Book) -> str:
    quarter = book.quarter_of(end)
    if quarter == 4 and months in {None, 12}:
        return f"FY{year}"
    if months == 3:
        return f"Q{quarter} FY{year}"
    if months == 6 and quarter in {2, 4}:
        return f"H{quarter // 2} FY{year}"
    return told(end) if months is None else f"{months} months to {told(end)}"


def told(day: date) -> str:
    return f"{day:%B} {day.day}, {day.year}"


def _ends_elsewhere(spans: Sequence[Span], book: Book) -> list[str]:
    """For calendar time: the day on which the fiscal period ends that stands for it, where that is another."""
    told_of = []
    for span in spans:
        end = span.end or date.max
        quarter_end = moved(date(end.year, 3, 31), 3 * ((end.month - 1) // 3))
        if not near(end, date(end.year, 12, 31) if span.months == YEAR else quarter_end):
            told_of.append(f"{span.label} of {book.filer.name} ends on {told(end)}.")
    return told_of
