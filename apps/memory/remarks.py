"""Figures that sentences of notes and releases state, held against the printed figures of the company's filings.

How a sentence is read is told by the floor of answers; here its figures are kept, once for each version, and compared.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from apps.documents.company_years import CENT
from apps.documents.models import DocumentVersion, Fact, Form, Kind
from apps.memory.models import Disagreement, FilingCheck, Remark
from apps.memory.radar import clear, facts_of
from apps.statements.ontology import Unit

RELEASES = (Form.EIGHT_K, Form.EARNINGS)
SOME_DAYS = timedelta(days=16)  # years of 52 or 53 weeks end some days off what a calendar tells


def unread(company: int) -> list[DocumentVersion]:
    """The notes and releases of a company whose sentences nobody read yet."""
    rows = DocumentVersion.objects.filter(memory_check__remarked=None, memory_check__isnull=False)
    rows = rows.filter(document__company=company, document__deleted=None, document__current=F("pk"))
    spoken = Q(document__kind=Kind.NOTE) | Q(document__report_type__in=RELEASES)
    return list(rows.filter(spoken).select_related("document__owner", "document__company").order_by("pk"))


@transaction.atomic
def keep(version: DocumentVersion, found: Iterable[Remark]) -> None:
    """The figures of its sentences, instead of none; it is not read again."""
    Remark.objects.bulk_create(found, ignore_conflicts=True)
    FilingCheck.objects.filter(version=version).update(remarked=timezone.now())


def compare(check: FilingCheck, read: Sequence[DocumentVersion]) -> int:
    """Keep where figures of the filing of `check`, or sentences just read, are stated otherwise; returns how many."""
    document = check.version.document
    if document.company_id is None:
        return 0
    remarks = Remark.objects.filter(version__document__company=document.company_id, version__document__deleted=None)
    remarks = remarks.filter(version__document__current=F("version"))
    pairs = [
        *otherwise(remarks.exclude(version__document=document.pk), clear(Fact.objects.filter(version=check.version))),
        *otherwise(remarks.filter(version__in=read), facts_of(document.company_id)),
    ]
    rows = [Disagreement(check_of=check, fact=fact, remark=remark) for remark, fact in pairs]
    return len(Disagreement.objects.bulk_create(rows, ignore_conflicts=True))


def otherwise(remarks: QuerySet[Remark], facts: QuerySet[Fact]) -> Iterator[tuple[Remark, Fact]]:
    """A pair for each sentence and each other filing that prints the figure, of which no line agrees with it."""
    printed = defaultdict[str, list[Fact]](list)
    for fact in facts.filter(concept__in=remarks.order_by().values("concept")):
        printed[fact.concept].append(fact)
    for remark in remarks.select_related("version"):
        of_filing = defaultdict[int, list[Fact]](list)
        for fact in printed[remark.concept]:
            if _same(remark, fact):
                of_filing[fact.version_id].append(fact)
        yield from (
            (remark, lines[0]) for lines in of_filing.values() if not any(_agrees(remark, one) for one in lines)
        )


def _same(remark: Remark, fact: Fact) -> bool:
    if fact.version.document_id == remark.version.document_id or fact.period_end is None:
        return False
    near = abs(fact.period_end - remark.period_end) <= SOME_DAYS
    return near and fact.months == remark.months and len({fact.currency, remark.currency} - {""}) < 2


def _agrees(remark: Remark, fact: Fact) -> bool:
    """Within half of the coarser of the two steps: each may be a rounding of the other. A sign alone says nothing."""
    step = 2 * CENT if fact.unit == Unit.PER_SHARE else fact.scale
    return abs(abs(remark.value) - abs(fact.value)) <= max(step, remark.step) / 2
