"""For which days prices are needed, and to which filer's year each belongs: the question bound to the filings held."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils import timezone

from apps.accounts.models import User
from apps.answers.figures.books import Book, is_annual
from apps.answers.tools.cover import COVER_PAGES
from apps.answers.tools.market.asked import MOST_POINTS, MarketQuestion
from apps.answers.tools.registry import ToolCall
from apps.documents.company_names import profile
from apps.documents.enrichment.entities import tickers
from apps.documents.models import Document, Fact, Page
from apps.retrieval.filings import Filing

YEARS_BACK = range(3)  # a filing states up to two years before its own
NEAR = timedelta(days=7)  # between price and statements, in which splits need no look


@dataclass(frozen=True, slots=True)
class Point:
    """A day at which a filer's share is priced. on: None for the latest. year: the fiscal year of the other figures.

    basis: the day as of which its shares are counted: statements are restated for splits until they are filed (SEC,
    Staff Accounting Bulletin topic 4.C). since: the day that a change is counted from, None where none is asked for.
    """

    company: str
    ticker: str
    on: date | None
    year: int | None = None
    basis: date | None = None
    since: date | None = None

    @property
    def priced(self) -> ToolCall:
        if self.since:
            return ToolCall.of("price_history", ticker=self.ticker, first=self.since, last=self.on)
        return ToolCall.of("share_price", ticker=self.ticker, on=self.on)

    @property
    def split(self) -> ToolCall | None:
        """What tells of splits between the price and the figures; None where none can lie between."""
        if self.basis is None or self.since:
            return None
        first, last = sorted((self.basis, self.on or timezone.now().date()))
        if last - first <= NEAR:
            return None
        return ToolCall.of("share_splits", ticker=self.ticker, first=first, last=last)

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        return (self.priced, self.split) if self.split else (self.priced,)


@dataclass(frozen=True, slots=True)
class Points:
    """missing: why there is none for something, as sentences."""

    points: tuple[Point, ...] = ()
    missing: tuple[str, ...] = ()


def ticker_seen(book: Book, asker: User) -> str:
    """The filer's ticker, as far as documents that the asker may see tell it; "" where none does."""
    documents = Document.objects.visible_to(asker).filter(company__name=book.company).select_related("company")
    held = list(documents)
    if not held or not held[0].company:
        return ""
    return profile(held[0].company, held).ticker or _on_covers(held)


def _on_covers(documents: Iterable[Document]) -> str:
    """The one symbol that the first pages of these filings print beside that word or an exchange; "" for several."""
    versions = [document.current_id for document in documents]
    pages = Page.objects.filter(version__in=versions, number__lt=COVER_PAGES).values_list("text", flat=True)
    found = {ticker for text in pages for ticker in tickers(text)}
    return found.pop() if len(found) == 1 else ""


def points_of(question: MarketQuestion, opened: Iterable[Book], asker: User) -> Points:
    found: list[Point] = []
    missing: list[str] = []
    for book in opened:
        ticker = ticker_seen(book, asker)
        if not ticker:
            missing.append(
                f"No filing of {book.company} that is held names its ticker symbol, so no price can be looked up."
            )
            continue
        own = _changes(question, book, ticker) if question.change else _days(question, book, ticker)
        found += own.points
        missing += own.missing
    return Points(tuple(found[:MOST_POINTS]), tuple(dict.fromkeys(missing)))


def _days(question: MarketQuestion, book: Book, ticker: str) -> Points:
    if question.dates:
        return _joined(_on(question, book, ticker, day) for day in question.dates)
    if question.years:
        return _joined(_year_end(question, book, ticker, year) for year in question.years)
    return _on(question, book, ticker, None)


def _joined(several: Iterable[Points]) -> Points:
    parts = list(several)
    return Points(
        tuple(point for part in parts for point in part.points), tuple(one for part in parts for one in part.missing)
    )


def _on(question: MarketQuestion, book: Book, ticker: str, day: date | None) -> Points:
    """With figures of the newest fiscal year that had ended by then."""
    if question.metric.is_price:
        return Points((Point(book.company, ticker, day),))
    ended = [(end, year, filing) for filing, year, end in _years(book) if day is None or end <= day]
    if not ended:
        until = f" that ended by {day}" if day else ""
        return Points(missing=(f"No fiscal year of {book.company}{until} is held.",))
    end, year, filing = max(ended, key=lambda one: (one[0], one[2].year or 0))
    return Points((Point(book.company, ticker, day, year, filing.filed or end),))


def _year_end(question: MarketQuestion, book: Book, ticker: str, year: int) -> Points:
    """The last day of the fiscal year, or of its quarter."""
    if question.quarter:
        return _quarter_end(question, book, ticker, year)
    stated = [(filing, end) for filing, own, end in _years(book) if own == year]
    if not stated:
        return Points(missing=(f"No filing of {book.company} that is held tells when fiscal {year} ended.",))
    filing, end = min(stated, key=lambda one: one[0].year or 0)
    end = _stated_end(filing, year) or end
    return Points((Point(book.company, ticker, end, year, filing.filed or end),))


def _quarter_end(question: MarketQuestion, book: Book, ticker: str, year: int) -> Points:
    if not question.metric.is_price:
        return Points(missing=(f"{question.metric.name} is computed on figures of whole fiscal years.",))
    label = f"Q{question.quarter}"
    ends = [one.period_end for one in book.filings if one.year == year and one.period == label and one.period_end]
    if not ends:
        return Points(missing=(f"No filing of {book.company} that is held tells when {label} of fiscal {year} ended.",))
    return Points((Point(book.company, ticker, ends[0]),))


def _changes(question: MarketQuestion, book: Book, ticker: str) -> Points:
    """Between the first and the last of the days; over one fiscal year, from the end of the one before it."""
    ends = list(question.dates)
    if not ends:
        years = question.years if len(question.years) > 1 else (question.years[0] - 1, question.years[0])
        known = {year: _stated_end(filing, year) or end for filing, year, end in _years(book) if year in years}
        ends = [known[year] for year in (years[0], years[-1]) if year in known]
        if len(ends) < 2:
            return Points(missing=(f"No filing of {book.company} that is held tells when these fiscal years ended.",))
    first, last = min(ends), max(ends) if len(ends) > 1 else timezone.now().date()
    return Points((Point(book.company, ticker, last, since=first),))


def _stated_end(filing: Filing, year: int) -> date | None:
    """The day of the balance sheet of that year in the filing: years of whole weeks end some days earlier or later."""
    days = Fact.objects.filter(version=filing.version, months=None, label_year=year, dimension="")
    told = days.exclude(period_end=None).order_by().values_list("period_end", flat=True).distinct()
    found = list(told[:2])
    return found[0] if len(found) == 1 else None


def _years(book: Book) -> list[tuple[Filing, int, date]]:
    """The fiscal years that annual reports state, with the last day of each."""
    return [
        (filing, filing.year - back, _years_before(filing.period_end, back))
        for filing in book.filings
        if is_annual(filing) and filing.year and filing.period_end
        for back in YEARS_BACK
    ]


def _years_before(day: date, years: int) -> date:
    if (day.month, day.day) == (2, 29) and years:
        day -= timedelta(days=1)
    return day.replace(year=day.year - years)
