"""The filings whose facts may answer: those of the filers asked about that the asker may see, best first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from apps.accounts.models import User
from apps.answers.figures.asked import Interim
from apps.documents.models import Company, Fact
from apps.retrieval.filings import Filing, filings, register
from apps.retrieval.forms import ANNUAL
from apps.retrieval.found import Scope
from apps.retrieval.intents import Intent, read

YEAR_PERIODS = frozenset({"FY", "Q4", "H2", ""})
OTHERS = 1_000  # years away: after every filing of a year
FIELDS = (
    *("id", "version_id", "table_id", "statement", "concept", "label", "months", "period_end", "label_year", "value"),
    *("unit", "currency", "scale", "nil", "page", "start", "end", "confidence", "row", "column", "charge"),
)


@dataclass(frozen=True, slots=True)
class Book:
    """One filer's filings, and the names that may stand for it in a question."""

    company: str
    names: tuple[str, ...]
    searched: str  # the words of the question that are looked for
    filings: tuple[Filing, ...]

    def newest_year(self) -> int | None:
        """The latest fiscal year that an annual report is held for; without one, the latest of any filing."""
        annual = [filing.year for filing in self.filings if filing.year and is_annual(filing)]
        return max(annual or [filing.year for filing in self.filings if filing.year], default=None)


def is_annual(filing: Filing) -> bool:
    return filing.form in ANNUAL


def about_years(filing: Filing) -> bool:
    """Whether its instants and twelve months are those of whole fiscal years: quarterly reports state other dates."""
    return is_annual(filing) or filing.period in YEAR_PERIODS


def books(question: str, viewer: User, scope: Scope) -> tuple[Book, ...]:
    """A book for each filer that the question names; for the only filer in the scope it need name none."""
    held = filings(viewer, scope)
    reading = read(question, register(viewer, scope))
    companies = _companies(reading, held)
    rows = {row.pk: row for row in Company.objects.filter(pk__in=companies)}
    return tuple(_book(rows[pk], reading, held) for pk in sorted(companies) if pk in rows)


def _companies(reading: Intent, held: Sequence[Filing]) -> set[int]:
    if reading.companies:
        return set(reading.companies)
    filers = {filing.company for filing in held}
    only = filers.pop() if len(filers) == 1 else None
    return {only} if only and not reading.unheld else set()


def _book(company: Company, reading: Intent, held: Sequence[Filing]) -> Book:
    own = [filing for filing in held if filing.company == company.pk]
    if reading.forms:
        own.sort(key=lambda filing: filing.form not in reading.forms)
    names = tuple(filter(None, (company.name, company.ticker, *company.aliases)))
    return Book(company.name, names, reading.wording.words, tuple(own))


def in_order(book: Book, year: int, quarter: Interim | None) -> list[Filing]:
    """The filings that may state figures of the period: that of the year asked first, then later, then earlier ones.

    Later filings repeat or restate; of the rest annual reports go before releases. What is of no year of its own, such
    as a workbook with a column for each, comes later; quarterly reports, which state balances at the end of the year
    before, come last. For a quarter only reports on it.
    """
    if quarter:
        labels = {f"Q{quarter.quarter}", str(quarter)}
        return sorted((f for f in book.filings if f.period in labels), key=lambda f: _distance(f, year))
    return sorted(book.filings, key=lambda f: (not about_years(f), *_distance(f, year)))


def _distance(filing: Filing, year: int) -> tuple[int, bool, int]:
    if filing.year is None:
        return OTHERS, not is_annual(filing), filing.version
    away = filing.year - year
    return (away if away >= 0 else 100 - away, not is_annual(filing), filing.version)


def facts_of(filings_wanted: Iterable[Filing], concepts: Iterable[str], years: Iterable[int]) -> list[Fact]:
    """The consolidated facts of these concepts and fiscal years, in one query."""
    return list(
        Fact.objects.filter(
            version__in=[filing.version for filing in filings_wanted],
            concept__in=list(concepts),
            label_year__in=list(years),
            dimension="",
        ).only(*FIELDS)
    )
