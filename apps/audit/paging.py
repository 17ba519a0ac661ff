"""Pages of events by key: page 1000 costs no more than page 1, and new events do not shift it."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self, TypeVar

from django.db.models import Q, QuerySet

from apps.audit.models import Event, ToldEvent

PAGE_SIZE = 50
OLDER, NEWER = "lt", "gt"
Some = TypeVar("Some", bound=Event)


@dataclass(frozen=True, slots=True)
class At:
    """The place of an event among the others."""

    pk: int
    at: datetime
    uid: uuid.UUID


@dataclass(frozen=True, slots=True)
class Slice:
    """A page of events, newest first, and the events to go on from; None where there is nothing further.

    looked_to: how far was looked for a name, where that is not to the end and the page is not full.
    """

    events: list[ToldEvent]
    newer: uuid.UUID | None = None
    older: uuid.UUID | None = None
    looked_to: datetime | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page begins: past this event, to older ones or to newer; None: with the newest of all."""

    after: At | None = None
    way: str = OLDER

    @classmethod
    def of(cls, before: uuid.UUID | None, after: uuid.UUID | None) -> Self:
        """Older than the event `before`, or just newer than `after`; an id of no event is as if it were not given."""
        named = after or before
        event = ToldEvent.objects.filter(uid=named).first() if named else None
        return cls(At(event.pk, event.at, event.uid), NEWER if after else OLDER) if event else cls()

    def past(self, found: QuerySet[Some]) -> QuerySet[Some]:
        """Those of `found` that come here, the next first."""
        beyond = found.filter(_side(found, self.after, self.way)) if self.after else found
        return beyond.reverse() if self.way == NEWER else beyond

    def up_to(self, found: QuerySet[Some], last: At) -> QuerySet[Some]:
        """Of these no further than `last`."""
        return self.past(found).filter(_side(found, last, NEWER if self.way == OLDER else OLDER, itself="e"))

    def sliced(self, events: list[ToldEvent], size: int, end: At | None = None) -> Slice:
        """events: in the order of the way, more than `size` where there are. end: no more were looked for past it."""
        more, shown = len(events) > size, events[:size]
        onward = shown[-1].uid if more else end.uid if end else None
        back = shown[0].uid if self.after and shown else end.uid if self.after and end else None
        looked = None if more or end is None else end.at
        if self.way == OLDER:
            return Slice(shown, newer=back, older=onward, looked_to=looked)
        return Slice(shown[::-1], newer=onward, older=back, looked_to=looked)


def cut(found: QuerySet[ToldEvent], place: Place | None = None, size: int = PAGE_SIZE) -> Slice:
    """The page of `found` that begins there."""
    place = place or Place()
    return place.sliced(list(place.past(found)[: size + 1]), size)


def by_time(found: QuerySet[Any]) -> bool:
    return "-at" in found.query.order_by


def _side(found: QuerySet[Any], last: At, way: str, itself: str = "") -> Q:
    """What lies on this side of `last` in the order of `found`; itself: "e" where `last` belongs to it."""
    if not by_time(found):
        return Q(**{f"id__{way}{itself}": last.pk})
    same = Q(at=last.at, **{f"id__{way}{itself}": last.pk})
    return Q(**{f"at__{way}e": last.at}) & (Q(**{f"at__{way}": last.at}) | same)
