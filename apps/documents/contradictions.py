"""Filings of one company and one period that state a figure otherwise: an amendment, or an upload that should not be.

Looks at facts alone, whatever was asked. A filing of a later period that states an earlier one otherwise restates it
and is told elsewhere; two dates of one report, and two roundings of one amount, are no contradiction.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import F, QuerySet

from apps.accounts.models import User
from apps.documents.company_years import differs
from apps.documents.models import Document, Fact
from apps.documents.printed_figures import plain

WEEK = timedelta(days=7)
CLEAR = 0.5  # of less confidence, a reading is no word against another
LINE = ("concept", "dimension", "months", "unit")  # what two statements of one figure share
FIELDS = (
    *LINE,
    *("label", "label_year", "period_end", "currency", "value", "scale", "version__document__name"),
    *(f"version__document__{name}" for name in ("company", "period_end", "fiscal_year", "fiscal_period")),
)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A figure, and what another filing of the same company and period states instead."""

    fact: Fact
    other: Fact

    def __str__(self) -> str:
        fact, scale = self.fact, self.fact.scale or 1
        stated, instead = plain(fact.value / scale), plain(self.other.value / scale)
        when = f"fiscal {fact.label_year}" if fact.label_year else f"{fact.period_end}"
        ours, theirs = fact.version.document.name, self.other.version.document.name
        return f"{fact.label} of {when} is {stated:,f} in {ours}, but {theirs} states {instead:,f}."


def contradictions(facts: Iterable[Fact], viewer: User) -> list[Contradiction]:
    """For each of these facts what each other filing that `viewer` sees states instead. Two queries."""
    used = list(Fact.objects.filter(pk__in=[fact.pk for fact in facts]).select_related("version__document"))
    known = [fact for fact in used if fact.concept and fact.version.document.company_id]
    if not known:
        return []
    others = list(_of_the_same_figures(known, viewer))
    return [found for fact in known for found in _against(fact, others)]


def _of_the_same_figures(facts: Sequence[Fact], viewer: User) -> QuerySet[Fact]:
    companies = {fact.version.document.company_id for fact in facts}
    documents = Document.objects.visible_to(viewer).filter(company__in=companies)
    stated = Fact.objects.filter(version__document__in=documents, version__document__current=F("version"))
    stated = stated.filter(concept__in={fact.concept for fact in facts}, confidence__gte=CLEAR)
    stated = stated.filter(dimension__in={fact.dimension for fact in facts})
    return stated.select_related("version__document").only(*FIELDS).order_by("version__document_id", "pk")


def _against(fact: Fact, stated: Iterable[Fact]) -> Iterator[Contradiction]:
    """One for each filing of which no line of that figure agrees."""
    of_filing: dict[int, list[Fact]] = {}
    for other in stated:
        if _same_figure(fact, other):
            of_filing.setdefault(other.version.document_id, []).append(other)
    for lines in of_filing.values():
        if all(differs(fact, other) for other in lines):
            yield Contradiction(fact, lines[0])


def _same_figure(fact: Fact, other: Fact) -> bool:
    ours, theirs = fact.version.document, other.version.document
    if ours.pk == theirs.pk or ours.company_id != theirs.company_id or not _same_period(ours, theirs):
        return False
    if any(getattr(fact, name) != getattr(other, name) for name in LINE):
        return False
    return len({fact.currency, other.currency} - {""}) < 2 and _same_day(fact, other)


def _same_period(ours: Document, theirs: Document) -> bool:
    """Whether both are reports of one period, however they are called."""
    if ours.period_end and theirs.period_end:
        return _near(ours.period_end, theirs.period_end)
    label = (ours.fiscal_year, ours.fiscal_period)
    return None not in label and label == (theirs.fiscal_year, theirs.fiscal_period)


def _same_day(fact: Fact, other: Fact) -> bool:
    if fact.period_end and other.period_end:
        return _near(fact.period_end, other.period_end)
    return fact.label_year is not None and fact.label_year == other.label_year


def _near(one: date, other: date) -> bool:
    """Years of 52 or 53 weeks are often told by the end of their month."""
    return abs(one - other) <= WEEK
