"""The candidate documents of a question: metadata first, similarity later. Only what the asker may see is ever read."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any
from uuid import UUID

from apps.accounts.models import User
from apps.documents.models import Company, Document
from apps.questions.filers import Filer, Register
from apps.retrieval.found import Scope

NAMES = ("metadata__company__value", "metadata__by_hand__company__value")  # as the cover, or somebody, says it
FIELDS = ("uid", "current", "name", "company", "report_type", "fiscal_year", "fiscal_period", "period_end", "filed")


@dataclass(frozen=True, slots=True)
class Filing:
    """A published document that the asker may see, as far as its metadata go. version: the one it stands at.

    years: every year that people may call it by, the filer's own label first: a year that ends in January 2023 is
    fiscal 2022 for one and 2023 for another.
    """

    uid: UUID
    version: int
    name: str
    company: int | None
    form: str
    year: int | None
    period: str
    period_end: date | None
    filed: date | None
    years: tuple[int, ...] = ()

    @property
    def ends(self) -> date | None:
        """The last day that it reports on, else the day it was filed."""
        return self.period_end or self.filed

    @property
    def quarter(self) -> int | None:
        """Which quarter a report on one is of."""
        return int(self.period[1:]) if self.period[:1] == "Q" and self.period[1:].isdigit() else None


def visible(viewer: User, scope: Scope) -> Any:
    """The published documents that `viewer` may see within `scope`, as a query."""
    documents = Document.objects.visible_to(viewer).exclude(current=None)
    wanted: dict[str, Iterable[object]] = {
        "uid__in": scope.documents,
        "company__uid__in": scope.companies,
        "fiscal_year__in": scope.years,
        "report_type__in": scope.report_types,
        "kind__in": scope.kinds,
    }
    return documents.filter(**{field: list(values) for field, values in wanted.items() if values})


def register(viewer: User, scope: Scope) -> Register:
    """The companies of those documents: a company known from another's private document alone is not known here.

    Beside the names of the register, those that these documents state: of private ones the register learns none.
    """
    seen = visible(viewer, scope).exclude(company=None).order_by()
    stated: dict[int, set[str]] = defaultdict(set)
    tickers: dict[int, str] = {}
    for pk, *names, ticker in seen.values_list("company", *NAMES, "metadata__ticker__value").distinct():
        stated[pk].update(name for name in names if isinstance(name, str) and name)
        tickers[pk] = tickers.get(pk) or str(ticker or "")
    rows = Company.objects.filter(pk__in=stated).values_list("pk", "name", "aliases", "ticker")
    return _register(
        tuple(
            (pk, name, tuple(sorted({*aliases, *stated[pk]} - {name})), ticker or tickers[pk])
            for pk, name, aliases, ticker in rows
        )
    )


def companies(viewer: User, scope: Scope) -> dict[UUID, int]:
    """The keys of those companies by their uids."""
    seen = visible(viewer, scope).exclude(company=None).order_by()
    return dict(seen.values_list("company__uid", "company").distinct())


@lru_cache(maxsize=64)
def _register(rows: tuple[tuple[int, str, tuple[str, ...], str], ...]) -> Register:
    """Kept by what it is made of: it cannot be stale, and it cannot show one asker what another may see."""
    return Register.of(Filer(*row) for row in rows)


def filings(viewer: User, scope: Scope) -> list[Filing]:
    """All of them, in a stable order. One query; the choice among them is made in memory."""
    rows = visible(viewer, scope).order_by("pk").values_list(*FIELDS, "metadata__years")
    return [Filing(*(*row, _years(row[5], called))) for *row, called in rows]


def _years(own: int | None, called: object) -> tuple[int, ...]:
    if not called:
        return (own,) if own else ()
    others = [year for year in called if isinstance(year, int)] if isinstance(called, list) else []
    return tuple(dict.fromkeys(year for year in (own, *others) if year))
