"""Questions for filings themselves: those that are held, of the forms and days asked for, as a table with citations."""

from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date

from apps.answers.compute.books import ANNUAL, Book, moved
from apps.answers.compute.fiscal import MONTHS, told
from apps.answers.compute.outcome import Grid, GridCell, GridRow, Outcome
from apps.answers.sources.candidate import Candidate
from apps.answers.sources.events import event, filed_on, in_order
from apps.documents.models import Form
from apps.questions.query import Intent, Query, TextKind
from apps.questions.slots import Period, PeriodKind
from apps.retrieval.filings import Filing

MOST_FILINGS = 20
COLUMNS = ("Form", "Filed", "Period to", "Says")
KINDS: dict[str, str] = {Form.EIGHT_K: "current report", Form.TEN_K: "annual report", Form.TEN_Q: "quarterly report"}


@dataclass(frozen=True, slots=True)
class Stretch:
    """Days of filing, None where it is open. years: fiscal years that are named, of which a periodic report may be.

    words: how the question calls them.
    """

    first: date | None = None
    last: date | None = None
    years: frozenset[int] = frozenset()
    words: str = ""

    def has(self, filing: Filing) -> bool:
        day = filed_on(filing)
        within = day is not None and (self.first or day) <= day <= (self.last or day)
        unbound = self.first is None and self.last is None
        return unbound or within or (filing.form != Form.EIGHT_K and filing.year in self.years)


def asks_filings(query: Query) -> bool:
    return query.intent is Intent.LIST and query.text_kind is TextKind.EVENT and not query.measures


def filings_asked(query: Query, books: Sequence[Book], missing: Sequence[str]) -> Outcome:
    """Of each filer the newest of them, oldest first; or that none is held."""
    stretch = _stretch(query.periods.listed)
    rows: list[GridRow] = []
    cited: list[Candidate] = []
    lead: list[str] = []
    absent = list(missing)
    for book in books:
        found = [one for one in book.filings if _of_form(one, query.reports) and stretch.has(one)]
        listed = [(one, event(one, book.filer)) for one in in_order(found)[-MOST_FILINGS:]]
        shown = [(filing, marks) for filing, marks in listed if marks]
        sentence = _told(book, query.reports, stretch, [filing for filing, _ in shown])
        (lead if shown else absent).append(sentence)
        rows += [_row(filing, marks) for filing, marks in shown]
        cited += [mark for _, marks in shown for mark in marks]
    title = f"Filings of {' and '.join(book.filer.name for book in books)}"
    grid = Grid(title, "", COLUMNS, tuple(rows)) if rows else None
    return Outcome(query, grid=grid, missing=tuple(absent), headline=" ".join(lead), cited=tuple(cited))


def _of_form(filing: Filing, reports: Sequence[str]) -> bool:
    annual = Form.TEN_K in reports and filing.form in ANNUAL
    return not reports or filing.form in reports or annual


def _stretch(listed: Sequence[Period]) -> Stretch:
    """From the first day of the first period to the last of the last, which is open where it is the latest."""
    dated = [days for period in listed if (days := _days(period))]
    if not dated:
        return Stretch()
    is_open = any(period.relative for period in listed)
    last = None if is_open else max(day for _, day in dated)
    years = frozenset(period.year for period in listed if period.year and period.kind is PeriodKind.YEAR)
    words = f" ({', '.join(dict.fromkeys(period.text for period in listed if period.text))})"
    return Stretch(min(day for day, _ in dated), last, years, words)


def _days(period: Period) -> tuple[date, date] | None:
    """The last day of a month stands for all of it: so a month is read."""
    months = MONTHS.get(period.kind)
    if period.end:
        first = period.end.replace(day=1) if period.end == _month_end(period.end) else period.end
        return first, period.end
    if period.year is None or months is None or not MINYEAR < period.year < MAXYEAR:
        return None
    last = _month_end(date(period.year, min(12, months * (period.number or 12 // months)), 1))
    return moved(last.replace(day=1), 1 - months), last


def _month_end(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


def _told(book: Book, reports: Sequence[str], stretch: Stretch, found: Sequence[Filing]) -> str:
    kind = KINDS.get(reports[0], "filing") if len(reports) == 1 else "filing"
    if not found:
        return f"No {kind} of {book.filer.name}{stretch.words} is held."
    ending, are = ("", "is") if len(found) == 1 else ("s", "are")
    number = f"{len(found)} {kind}{ending} of {book.filer.name}{stretch.words} {are} held"
    return f"{number}: {'; '.join(_filed(filing) for filing in found)}."


def _filed(filing: Filing) -> str:
    day = f"filed {told(filing.filed)}" if filing.filed else "its day of filing is not told"
    ends = f", for the period to {told(filing.period_end)}" if filing.period_end else ""
    return f"{filing.name} ({filing.form}), {day}{ends}"


def _row(filing: Filing, marks: Sequence[Candidate]) -> GridRow:
    days = (filing.filed, filing.period_end)
    said = GridCell("; ".join(mark.text for mark in marks), marks[0].place, marked=True)
    return GridRow(filing.name, (GridCell(filing.form), *(GridCell(told(day) if day else "") for day in days), said))
