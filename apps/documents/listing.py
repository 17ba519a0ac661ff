"""The library as a query: what a user may see, filtered and sorted."""

import uuid
from dataclasses import dataclass, field

from django.db.models import F, OrderBy, OuterRef, Prefetch, Q, QuerySet, Subquery

from apps.accounts.models import User
from apps.documents.models import Document, DocumentVersion, Kind, State

SORTS = {
    "name": "name",
    "company": "company__name",
    "type": "report_type",
    "year": "fiscal_year",
    "period": "period_end",
    "pages": "pages",
    "state": "state",
    "uploaded": "created",
}
WORKING = tuple(state for state in State if state not in {State.READY, State.ERROR})
STATE_FILTERS = {"ready": (State.READY,), "working": WORKING, "error": (State.ERROR,)} | {
    str(state): (state,) for state in WORKING
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Filters of the library; empty means all. `report_type` may be "note" as well.

    `sort` is a key of SORTS, "-" before it turns the order round.
    """

    text: str = ""
    company: uuid.UUID | None = None
    report_type: str = ""
    year: int | None = None
    state: str = ""
    sort: str = "-uploaded"
    documents: tuple[uuid.UUID, ...] = field(default=())

    @property
    def narrowed(self) -> bool:
        return bool(self.text or self.company or self.report_type or self.year or self.state)


def documents(user: User, wanted: Wanted) -> QuerySet[Document]:
    """The documents that `user` may see and asked for, with `state` and `pages` of their newest version."""
    newest = DocumentVersion.objects.filter(document=OuterRef("pk")).order_by("-id")
    found = Document.objects.visible_to(user).annotate(
        state=Subquery(newest.values("state")[:1]), pages=Subquery(newest.values("page_count")[:1])
    )
    light = DocumentVersion.objects.defer("diagnostics")
    related = found.filter(conditions(wanted)).select_related("company", "owner", "team")
    return related.prefetch_related(Prefetch("versions", light)).order_by(*order(wanted.sort))


def conditions(wanted: Wanted) -> Q:
    met = Q()
    if wanted.text:
        for word in wanted.text.split():
            met &= Q(name__icontains=word) | Q(title__icontains=word) | Q(company__name__icontains=word)
    if wanted.company:
        met &= Q(company__uid=wanted.company)
    if wanted.report_type:
        met &= Q(kind=Kind.NOTE) if wanted.report_type == Kind.NOTE else Q(report_type=wanted.report_type)
    if wanted.year:
        met &= Q(fiscal_year=wanted.year)
    if wanted.state:
        met &= Q(state__in=STATE_FILTERS[wanted.state])
    if wanted.documents:
        met &= Q(uid__in=wanted.documents)
    return met


def order(sort: str) -> list[OrderBy]:
    """Unknown values last in either direction; the newest first among equals."""
    field_of = F(SORTS[sort.lstrip("-")])
    first = field_of.desc(nulls_last=True) if sort.startswith("-") else field_of.asc(nulls_last=True)
    return [first, F("id").desc()]


def unfinished(user: User, limit: int) -> QuerySet[Document]:
    """What `user` uploaded and is still being read, oldest first: workers take it in that order."""
    return documents(user, Wanted(state="working", sort="uploaded")).filter(owner=user)[:limit]
