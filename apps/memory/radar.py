"""The radar: for each filing that becomes ready, every figure that others of its company state otherwise.

Two roundings of one amount are no disagreement, and neither is a sign alone. Of sentences: `remarks`.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from apps.accounts.models import User
from apps.audit import trail
from apps.audit.models import Action
from apps.documents.company_years import differs
from apps.documents.models import DocumentVersion, Fact
from apps.memory.models import Disagreement, FilingCheck

CLEAR = 0.5  # of less confidence, a reading is no word against another
WEEK = timedelta(days=7)
Figure = tuple[str, int | None, str]  # concept, months, unit


def take_up() -> int:
    """A row for each filing that became ready and was not compared yet; returns how many."""
    ready = DocumentVersion.objects.filter(document__current=F("pk"), document__deleted=None, memory_check=None)
    rows = [FilingCheck(version_id=pk) for pk in ready.order_by("pk").values_list("pk", flat=True)]
    return len(FilingCheck.objects.bulk_create(rows, ignore_conflicts=True))


def compare(check: FilingCheck) -> int:
    """Keep what disagrees with the filing of `check`; returns how many figures."""
    document = check.version.document
    if document.company_id is None:
        return 0
    own = list(clear(Fact.objects.filter(version=check.version)))
    others = facts_of(document.company_id).exclude(version__document=document.pk)
    others = others.filter(concept__in={fact.concept for fact in own})
    rows = [Disagreement(check_of=check, fact=fact, other=other) for fact, other in disagreements(own, others)]
    return len(Disagreement.objects.bulk_create(rows, ignore_conflicts=True))


def facts_of(company: int) -> QuerySet[Fact]:
    """What can be compared of the filings of a company as they are now."""
    rows = Fact.objects.filter(version__document__company=company, version__document__deleted=None)
    return clear(rows.filter(version__document__current=F("version")))


def clear(rows: QuerySet[Fact]) -> QuerySet[Fact]:
    rows = rows.filter(dimension="", confidence__gte=CLEAR, period_end__isnull=False).exclude(concept="")
    return rows.select_related("version__document").order_by("version__document_id", "pk")


def disagreements(own: Iterable[Fact], others: Iterable[Fact]) -> list[tuple[Fact, Fact]]:
    """A pair for each figure and each other filing of which no line agrees with any of ours."""
    ours, theirs = _by_figure(own), _by_figure(others)
    found: list[tuple[Fact, Fact]] = []
    for figure, facts in ours.items():
        for lines in _by_day(facts):
            found += _against(lines, theirs.get(figure, ()))
    return found


def _by_figure(facts: Iterable[Fact]) -> dict[Figure, list[Fact]]:
    found: dict[Figure, list[Fact]] = defaultdict(list)
    for fact in facts:
        found[fact.concept, fact.months, fact.unit].append(fact)
    return found


def _by_day(facts: Sequence[Fact]) -> Iterable[list[Fact]]:
    days: dict[date | None, list[Fact]] = defaultdict(list)
    for fact in facts:
        days[fact.period_end].append(fact)
    return days.values()


def _against(lines: Sequence[Fact], others: Sequence[Fact]) -> list[tuple[Fact, Fact]]:
    of_filing: dict[int, list[Fact]] = defaultdict(list)
    for other in others:
        if _same(lines[0], other):
            of_filing[other.version_id].append(other)
    return [
        (lines[0], stated[0])
        for stated in of_filing.values()
        if all(differs(ours, other) for ours in lines for other in stated)
    ]


def _same(fact: Fact, other: Fact) -> bool:
    near = fact.period_end and other.period_end and abs(fact.period_end - other.period_end) <= WEEK
    return bool(near) and len({fact.currency, other.currency} - {""}) < 2


def settle(found: Disagreement, by: User, comment: str, address: str | None = None) -> bool:
    """An expert looked at it; whether it was open until now."""
    with transaction.atomic():
        rows = Disagreement.objects.filter(pk=found.pk, settled=None)
        settled = rows.update(settled=timezone.now(), settled_by=by, comment=comment) == 1
        if settled:
            subject = trail.Subject("disagreement", found.uid, str(found.fact.version.document))
            detail: dict[str, Any] = {"figure": str(found.fact), "other": str(found.instead), "comment": comment}
            trail.record(Action.DISAGREEMENT_SETTLED, actor=by, subject=subject, address=address, **detail)
    return settled
