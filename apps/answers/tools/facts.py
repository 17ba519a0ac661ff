"""Figures of statements by item or label: the first thing to ask for."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from django.db.models import Q, QuerySet

from apps.answers.compute.ledger import place_of
from apps.answers.sources.candidate import Candidate, CandidateKind, Quantity, Span
from apps.answers.tools.desk import Desk, Given, ident_of, rows
from apps.answers.tools.shapes import Facts
from apps.documents.models import Fact
from apps.documents.printed_figures import Units, plain
from apps.questions.slots import Filer
from apps.retrieval.filings import Filing
from apps.statements.ontology import Unit, concepts

MOST_FACTS = 40
MOST_FILINGS = 60
HEAD = ("item", "period", "value", "units", "cell", "filing", "page", "checks")


def facts(desk: Desk, asked: Facts) -> Given:
    """Facts of the years asked for, whatever filing states them; what the filing on the year says comes first."""
    within = [desk.filing(asked.filing)] if asked.filing.strip() else desk.of_company(asked.company)
    held = {one.version: one for one in within[-MOST_FILINGS:]}
    found = sorted(_found(held, asked), key=lambda fact: _order(fact, held))
    step = f"looked up {asked.item}{f' of {asked.company}' if asked.company else ''}"
    if not found:
        near = _near(asked.item)
        told = f" Items that are known: {near}." if near else ""
        return Given(f"No statement that is held states it.{told} Search, or read pages.", step, "no facts")
    once = _once(found)
    lines = [HEAD, *(_row(desk, fact, held[fact.version_id]) for fact in once[:MOST_FACTS])]
    more = f"\n[{len(once) - MOST_FACTS} more: name years]" if len(once) > MOST_FACTS else ""
    return Given(rows(lines) + more, step, f"{len(once)} facts")


def _found(held: dict[int, Filing], asked: Facts) -> QuerySet[Fact]:
    named = Fact.objects.filter(version__in=list(held), nil=False).exclude(period_end=None)
    if asked.years:
        named = named.filter(Q(label_year__in=asked.years) | Q(period_end__year__in=asked.years))
    named = named.select_related("table", "version__document__company").prefetch_related("checks")
    key = asked.item.strip().casefold().replace(" ", "_")
    by_item = named.filter(concept=key) if key in concepts() else named.none()
    if by_item.exists():
        return by_item
    words = asked.item.replace("_", " ").split()
    met = Q()
    for word in words:
        stem = word[:-1] if word.endswith("s") else word
        met &= Q(label__icontains=stem) | Q(dimension__icontains=stem)
    return named.filter(met) if words else named.none()


def _order(fact: Fact, held: dict[int, Filing]) -> tuple[int, bool, bool, int]:
    year = fact.label_year or (fact.period_end.year if fact.period_end else 0)
    own = held[fact.version_id].year == year
    return -year, bool(fact.dimension), not own, fact.pk


def _once(found: Iterable[Fact]) -> list[Fact]:
    """The same figure of the same period in another filing says nothing new; another value does."""
    kept: dict[tuple[object, ...], Fact] = {}
    for fact in found:
        company = fact.version.document.company_id
        kept.setdefault((company, fact.label, fact.dimension, fact.months, fact.period_end, fact.value), fact)
    return list(kept.values())


def _row(desk: Desk, fact: Fact, filing: Filing) -> tuple[object, ...]:
    label = f"{fact.label} ({fact.dimension})" if fact.dimension else fact.label
    units = Units(fact.currency, Decimal(fact.scale), Decimal(fact.scale))
    value = f"{plain(units.value(fact)):,f}"
    where = f"{ident_of(filing)} {filing.name}"
    period = told(fact)
    return (
        label,
        period,
        value,
        units.of(fact.unit),
        _cell(desk, fact, filing, period),
        where,
        fact.page + 1,
        _checks(fact),
    )


def told(fact: Fact) -> str:
    length = "at" if fact.months is None else f"{fact.months} months to"
    year = f"FY{fact.label_year} " if fact.label_year and fact.months in {None, 12} else ""
    return f"{year}({length} {fact.period_end})"


def _checks(fact: Fact) -> str:
    checks: Sequence[bool] = [check.passed for check in fact.checks.all()]
    if not checks:
        return ""
    return "adds up" if all(checks) else "does not add up"


def _cell(desk: Desk, fact: Fact, filing: Filing, period: str) -> str:
    ident = f"t{fact.table_id}_{fact.row}_{fact.column}"
    company = fact.version.document.company
    desk.cells[ident] = Candidate(
        kind=CandidateKind.FACT,
        text="",
        label=fact.label,
        quantity=Quantity(fact.value, Unit(fact.unit), fact.currency, Decimal(fact.scale)),
        period=Span(fact.months, fact.period_end, fact.label_year, period),
        filer=Filer(company.uid, company.name) if company else None,
        concept=fact.concept,
        part=fact.dimension,
        place=place_of(fact, filing),
        source=filing.name,
        confidence=fact.confidence,
        charge=bool(fact.charge),
    )
    return ident


def _near(item: str) -> str:
    """Keys that share a word with what was asked for."""
    words = {word for word in item.casefold().replace("_", " ").split() if len(word) > 2}
    return ", ".join([key for key in sorted(concepts()) if words & set(key.split("_"))][:12])
