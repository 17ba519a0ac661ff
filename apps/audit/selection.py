"""Which events somebody wants to see: one definition for the page, the export and the API."""

import uuid
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime, time
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet
from django.db.models.expressions import RawSQL

from apps.audit.models import ToldEvent
from apps.audit.trail import Person
from apps.audit.veil import readable, veil

PAGE_SIZE = 50
Span = tuple[int, int]
EVERY: Span = (0, 2**63 - 1)
NEAR = 20_000  # events that are looked through for a name before the index of names is asked for all who have it
MOST = 500  # of these that have the name: of so many it is asked whether the reader may read them


def _uid(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def _having(part: str, span: Span) -> Q:
    """Events with this in their subject's name, by the index of names.

    In the view a name is what the reader is told, which no index has.
    """
    wanted = (connection.ops.prep_for_like_query(part), *span)
    return Q(pk__in=RawSQL("SELECT audit_named(%s, %s, %s)", wanted))


def _named(field: str, text: str) -> Q:
    """A public id is met exactly, anything else as a part of the name."""
    uid = _uid(text)
    return Q(**{f"{field}_uid": uid}) if uid else Q(**{f"{field}_name__icontains": text})


@dataclass(frozen=True, slots=True)
class Selection:
    """Empty fields do not narrow. `actor` and `subject` are a public id or part of a name; both days are included."""

    actions: tuple[str, ...] = ()
    actor: str = ""
    subject: str = ""
    subject_type: str = ""
    since: date | None = None
    until: date | None = None

    def condition(self, span: Span = EVERY) -> Q:
        found = Q() if span == EVERY else Q(pk__range=span)
        if self.actions:
            found &= Q(action__in=self.actions)
        if self.actor:
            found &= _named("actor", self.actor)
        if self.subject:
            found &= _named("subject", self.subject)
        if self._by_subjects_name():
            found &= _having(self.subject, span)
        if self.subject_type:
            found &= Q(subject_type=self.subject_type)
        if self.since:
            found &= Q(at__gte=datetime.combine(self.since, time.min, UTC))
        if self.until:
            found &= Q(at__lte=datetime.combine(self.until, time.max, UTC))
        return found

    def events(self, span: Span = EVERY) -> QuerySet[ToldEvent]:
        """Newest first: as they came; between two days by time, which leads there without reading what is newer.

        span: the first and the last key of those in which to look for a name.
        """
        found = ToldEvent.objects.filter(self.condition(span))
        return found.order_by("-at", "-id") if self.since or self.until else found.order_by("-id")

    def events_for(self, reader: Person) -> QuerySet[ToldEvent]:
        """The same, not veiled yet. What is closed to this reader is not found by its name."""
        return readable(self.events(), reader) if self._by_subjects_name() else self.events()

    def page_for(
        self,
        reader: Person,
        *,
        before: uuid.UUID | None = None,
        after: uuid.UUID | None = None,
        size: int = PAGE_SIZE,
    ) -> "Slice":
        """A page of them, as this reader may be shown them: see `veil`."""
        found = self.events_for(reader)
        near = Near(self, reader if self._by_subjects_name() else None) if self._by_words() else None
        page = cut(found, before=before, after=after, size=size, near=near)
        return replace(page, events=veil(page.events, reader))

    def _by_words(self) -> bool:
        """Whether parts of names choose, and no days that already bound what is looked through."""
        return not (self.since or self.until) and any(text and not _uid(text) for text in (self.actor, self.subject))

    def _by_subjects_name(self) -> bool:
        return self.subject != "" and not _uid(self.subject)

    def told(self) -> dict[str, Any]:
        """What narrows, as an event of the trail says it."""
        narrowed = {name: value for name, value in asdict(self).items() if value}
        return {name: value if isinstance(value, (str, tuple)) else str(value) for name, value in narrowed.items()}


@dataclass(frozen=True, slots=True)
class Slice:
    """A page of events, newest first, and the events to go on from; None where there is nothing further."""

    events: list[ToldEvent]
    newer: uuid.UUID | None
    older: uuid.UUID | None


def cut(
    found: QuerySet[ToldEvent],
    *,
    before: uuid.UUID | None = None,
    after: uuid.UUID | None = None,
    size: int = PAGE_SIZE,
    near: "Near | None" = None,
) -> Slice:
    """`size` events older than the event `before`, or just newer than `after`; by key, so that page 1000 costs no more
    than page 1 and new events do not shift it. An id that no event has is as if it were not given.

    near: where to look first, for a page that `found` begins with.
    """
    named = after or before
    anchor = ToldEvent.objects.filter(uid=named).first() if named else None
    way = "gt" if anchor and after else "lt"
    events = (near and near.first(anchor, way, size + 1)) or list(_past(found, anchor, way)[: size + 1])
    more, events = len(events) > size, events[:size]
    if way == "gt":
        events = events[::-1]
        return Slice(events, events[0].uid if more else None, events[-1].uid if events else None)
    return Slice(events, events[0].uid if anchor and events else None, events[-1].uid if more else None)


@dataclass(frozen=True, slots=True)
class Near:
    """Events next to where a page begins, and the reader who may find only what is open; None: anything is found.

    The index of names gives all events that have one, in no order, and what of them a reader may read takes longer to
    plan than to find. Of a name that many have a page is among the nearest; of these few the veil is asked.
    """

    selection: Selection
    reader: Person | None

    def first(self, anchor: ToldEvent | None, way: str, count: int) -> list[ToldEvent] | None:
        """So many past `anchor`, in order; None where the nearest have fewer."""
        start = anchor or ToldEvent.objects.order_by("-id").first()
        if start is None:
            return None
        span = (start.pk - NEAR + 1, EVERY[1]) if way == "lt" else (EVERY[0], start.pk + NEAR - 1)
        found = list(_past(self.selection.events(span), anchor, way)[: MOST if self.reader else count])
        if self.reader:
            found = [event for event in veil(found, self.reader) if event.__dict__["readable"]]
        return found[:count] if len(found) >= count else None


def _past(found: QuerySet[ToldEvent], anchor: ToldEvent | None, way: str) -> QuerySet[ToldEvent]:
    beyond = found.filter(_beyond(found, anchor, way)) if anchor else found
    return beyond.reverse() if way == "gt" else beyond


def _beyond(found: QuerySet[ToldEvent], anchor: ToldEvent, way: str) -> Q:
    """Past `anchor` in the order of `found`; way: lt for what is older, gt for what is newer."""
    if "-at" not in found.query.order_by:
        return Q(**{f"id__{way}": anchor.pk})
    same = Q(at=anchor.at, **{f"id__{way}": anchor.pk})
    return Q(**{f"at__{way}e": anchor.at}) & (Q(**{f"at__{way}": anchor.at}) | same)
