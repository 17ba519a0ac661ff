"""Lines that no table prints because sentences tell them: how many people, stores or patents a filer has."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q

from apps.answers.compute.books import SOME_DAYS, Book, is_annual, near
from apps.answers.compute.missing import AmbiguousError
from apps.answers.compute.operands import Operand
from apps.answers.sources.candidate import Candidate, CandidateKind, Place, Quantity, Span
from apps.answers.sources.counts import Things, ToldCount, counts_in, things_of
from apps.documents.models import Page
from apps.retrieval.filings import Filing
from apps.statements.ontology import Unit

COUNTED_LATER = timedelta(days=60)  # a report may count as of the day on which it is written


@dataclass(frozen=True, slots=True)
class Told:
    """rank: 0 where its sentence names the day that is asked for, 1 where it names none."""

    count: ToldCount
    filing: Filing
    page: int
    rank: int


def counted(label: str, span: Span, book: Book) -> Operand | None:
    """The count at the end of the span, where all sentences that tell it best tell the same. Raises AmbiguousError."""
    things = things_of(label)
    told = [one for filing in _filings(span, book) for one in _told(filing, things, span)]
    best = min((one.rank for one in told), default=0)
    found = [one for one in told if one.rank == best]
    if not found:
        return None
    if len({one.count.value for one in found}) > 1:
        values = " and ".join(dict.fromkeys(one.count.printed for one in found))
        raise AmbiguousError(f"Of “{label}”, {span.label}, the filing tells different counts: {values}.")
    return _operand(found[0], label, span, book)


def _filings(span: Span, book: Book) -> list[Filing]:
    """Reports on the period at whose end is counted; of a year the annual ones."""
    if span.end is None:
        return []
    ended = [one for one in book.filings if one.period_end and near(one.period_end, span.end)]
    return [one for one in ended if is_annual(one)] or ended


def _told(filing: Filing, things: Things, span: Span) -> Iterator[Told]:
    holds = Q()
    for way in things:
        holds |= Q(*(Q(text__icontains=stem) for stem in way))
    for page in Page.objects.filter(holds, version=filing.version).only("number", "text").order_by("number"):
        for count in counts_in(page.text, things):
            rank = _rank(count, span)
            if rank is not None:
                yield Told(count, filing, page.number, rank)


def _rank(count: ToldCount, span: Span) -> int | None:
    end = span.end
    if end is None:
        return None
    if any(end - SOME_DAYS <= day <= end + COUNTED_LATER for day in count.on):
        return 2 * count.narrowed
    other = (count.years or {end.year}) - {end.year, span.year}
    return None if count.on or other else 1 + 2 * count.narrowed


def _operand(told: Told, label: str, span: Span, book: Book) -> Operand:
    count = told.count
    candidate = Candidate(
        kind=CandidateKind.CELL,
        text=count.printed,
        label=count.things,
        quantity=Quantity(count.value, Unit.COUNT, "", count.scale),
        period=span,
        filer=book.filer,
        place=Place(told.filing.uid, told.filing.version, told.page, ((count.start, count.end),)),
        source=told.filing.name,
    )
    says = (f"“{count.printed} {count.things}” is told in a sentence without its day.",) if told.rank % 2 else ()
    narrow = (f"What is counted are “{count.things}”.",) if count.narrowed else ()
    return Operand(candidate, count.value, f"{label[:1].upper()}{label[1:]}", span, says=(*says, *narrow))
