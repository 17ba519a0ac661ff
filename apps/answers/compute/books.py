"""The filings of each filer of a query that the asker may see, and the ends of its fiscal years."""

import uuid
from calendar import monthrange
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from typing import Any

from apps.accounts.models import User
from apps.answers.compute.missing import MissingError
from apps.documents.models import Company, Form
from apps.questions.query import Query
from apps.questions.slots import Filer, Peers, UnresolvedFiler
from apps.retrieval.filings import Filing, filings
from apps.retrieval.found import Scope

SOME_DAYS = timedelta(days=16)  # years of 52 or 53 weeks end some days off
ANNUAL = frozenset({Form.TEN_K, Form.TWENTY_F, Form.ANNUAL_REPORT})
YEAR_PERIODS = frozenset({"FY", "Q4", "H2", ""})
MOST_FILERS = 40
FIRST, LAST = 1800, 2300  # years of which a filing may be


@dataclass(frozen=True)
class Book:
    """One filer's filings. key: of its row in the register. kept: what was read of them, by kind and key."""

    filer: Filer
    key: int
    filings: tuple[Filing, ...]
    sector: str = ""
    kept: defaultdict[str, dict[int, Any]] = field(default_factory=lambda: defaultdict(dict), compare=False, repr=False)

    @property
    def annual(self) -> tuple[Filing, ...]:
        return tuple(filing for filing in self.filings if is_annual(filing))

    @property
    def newest_year(self) -> int | None:
        """The latest fiscal year with an annual report; without one, the latest of any filing."""
        years = [filing.year for filing in self.annual if filing.year]
        return max(years or [filing.year for filing in self.filings if filing.year], default=None)

    @property
    def newest_end(self) -> date | None:
        """The last day that any report is of."""
        return max((one.period_end for one in self.filings if one.period_end and is_periodic(one)), default=None)

    def year_end(self, year: int) -> date:
        """About the last day of the fiscal year that the filer calls so; the calendar year's where nothing tells."""
        if not self._ends:
            return moved(date(FIRST, 12, 31), 12 * (year - FIRST))
        own, end = min(self._ends, key=lambda one: (abs(one[0] - year), one[1]))
        return moved(end, 12 * (year - own))

    @cached_property
    def _ends(self) -> tuple[tuple[int, date], ...]:
        """Fiscal years with the last day that a filing tells of each."""
        return tuple((one.year, end) for one in self.filings if one.year and (end := _year_end(one)))

    def year_of(self, day: date) -> int:
        """The fiscal year in which `day` falls."""
        guesses = (year for year in range(day.year - 2, day.year + 3) if day <= self.year_end(year) + SOME_DAYS)
        return min(guesses, default=day.year)

    def quarter_of(self, day: date) -> int:
        left = (self.year_end(self.year_of(day)) - day).days
        return min(4, max(1, 4 - round(left / 91.3)))


def is_annual(filing: Filing) -> bool:
    return filing.form in ANNUAL


def is_periodic(filing: Filing) -> bool:
    """Whether it reports on a year or a part of one: what is told of an event is of the day it was filed."""
    return is_annual(filing) or bool(filing.year and filing.period)


def about_years(filing: Filing) -> bool:
    """Whether its instants and twelve months are those of whole fiscal years."""
    return is_annual(filing) or filing.period in YEAR_PERIODS


def moved(day: date, months: int) -> date:
    """So many months later; the end of a month stays one."""
    total = day.year * 12 + day.month - 1 + months
    year, month = divmod(total, 12)
    if not FIRST <= year <= LAST:
        raise MissingError(f"No filing is of the year {year}.")
    last = monthrange(year, month + 1)[1]
    at_end = day.day == monthrange(day.year, day.month)[1]
    return date(year, month + 1, last if at_end else min(day.day, last))


def near(first: date, second: date) -> bool:
    return abs(first - second) <= SOME_DAYS


def _year_end(filing: Filing) -> date | None:
    """Where a filing is about a part of its year, as many months later."""
    if filing.period_end is None or not is_periodic(filing):
        return None
    if filing.quarter and not is_annual(filing):
        return moved(filing.period_end, 3 * (4 - filing.quarter))
    return moved(filing.period_end, 6) if filing.period == "H1" else filing.period_end


@dataclass(frozen=True, slots=True)
class Shelf:
    """Everything that the asker may see within the scope, a book for each filer."""

    books: tuple[Book, ...]

    def of(self, uid: uuid.UUID) -> Book | None:
        return next((book for book in self.books if book.filer.uid == uid), None)

    def peers(self, of: Filer | None) -> tuple[Book, ...]:
        """The other filers, those of its sector where some are."""
        own = self.of(of.uid) if of else None
        others = [book for book in self.books if own is None or book.key != own.key]
        alike = [book for book in others if own and own.sector and book.sector == own.sector]
        return tuple(alike or others)[:MOST_FILERS]


_KEPT: ContextVar[dict[tuple[int, Scope], Shelf] | None] = ContextVar("shelves", default=None)


@contextmanager
def one_shelf() -> Iterator[None]:
    """Within, what an asker may see of a scope is read once, and so are its tables: an answer is of one store."""
    token = _KEPT.set({})
    try:
        yield
    finally:
        _KEPT.reset(token)


def shelf(asker: User, scope: Scope) -> Shelf:
    kept, key = _KEPT.get(), (asker.pk, scope)
    if kept is None:
        return _shelf(asker, scope)
    if key not in kept:
        kept[key] = _shelf(asker, scope)
    return kept[key]


def _shelf(asker: User, scope: Scope) -> Shelf:
    held = filings(asker, scope)
    own: dict[int, list[Filing]] = defaultdict(list)
    for filing in held:
        if filing.company:
            own[filing.company].append(filing)
    rows = Company.objects.filter(pk__in=own).order_by("name")
    return Shelf(tuple(Book(Filer(row.uid, row.name), row.pk, tuple(own[row.pk]), row.sector) for row in rows))


def books_of(query: Query, held: Shelf) -> tuple[list[Book], list[str]]:
    """The books of the query's filers in its order; and a sentence for each filer that is not held or not clear.

    Without a filer: the only one of the scope; for rankings and peers all of them.
    """
    found: list[Book] = []
    told: list[str] = []
    for filer in query.filers:
        try:
            found += [book for book in _books(filer, held) if book not in found]
        except MissingError as missing:
            told.append(str(missing))
    if not query.filers:
        if len(held.books) == 1 or query.order is not None:
            return list(held.books[:MOST_FILERS]), told
        told.append("The question names no company that is held." if held.books else "No filing is held.")
    return found, told


def _books(filer: Filer | UnresolvedFiler | Peers, held: Shelf) -> tuple[Book, ...]:
    if isinstance(filer, Peers):
        return held.peers(filer.of)
    if isinstance(filer, UnresolvedFiler):
        raise MissingError(not_held(filer))
    book = held.of(filer.uid)
    if book is None:
        raise MissingError(f"No filing of {filer.name} is among those that are searched.")
    return (book,)


def not_held(filer: UnresolvedFiler) -> str:
    """What to say of a filer that is not held, or that may be one of several."""
    names = " or ".join(one.name for one in filer.candidates)
    text = filer.text
    return f"“{text}” may be {names}." if names else f"No filing of {text} is among the documents searched."
