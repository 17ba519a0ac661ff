"""Looking for a name in a long trail: a page comes soon, however many events bear the name and however few are open.

Next to where the page begins all events are looked through. A name that is rare there is then asked of the index of
names, which gives whatever bears it in no order; of one that many bear the next events are looked through, and the
next. What a reader may read is asked of the subjects that were met, not of all that there are. What takes longer than
somebody waits ends there, and says so: the page leads on.
"""

import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple

from django.db.models import QuerySet

from apps.audit.models import NamedEvent, ToldEvent
from apps.audit.paging import OLDER, PAGE_SIZE, At, Place, Slice, by_time
from apps.audit.trail import Person
from apps.audit.veil import Sight

NEAR = 20_000  # events that are looked through at once
RARE = 20_000  # events that have a name: so many are taken from the index of names
FEW = 400  # of those near: with fewer the name is looked up there
BATCH = 1000  # of which the veil is asked at once
PATIENCE = 0.1  # seconds, after which no third look is begun


class Met(NamedTuple):
    """What the veil must know of an event that has the name."""

    pk: int
    at: datetime
    uid: uuid.UUID
    action: str
    actor_uid: uuid.UUID | None
    subject_type: str
    subject_uid: uuid.UUID | None

    @property
    def place(self) -> At:
        return At(self.pk, self.at, self.uid)


Batch = tuple[list[Met], At | None]  # events, and the place up to which all are among them; None: the end


@dataclass(frozen=True, slots=True)
class Search:
    """found: events that have a name; among: all between the same days, in the same order. reader: who finds only what
    he may read all of; None: anything is found."""

    found: QuerySet[NamedEvent]
    among: QuerySet[NamedEvent]
    reader: Person | None
    size: int = PAGE_SIZE

    def page(self, place: Place) -> Slice:
        sight = Sight(self.reader) if self.reader else None
        chosen: list[int] = []
        end, begun = None, time.monotonic()
        for number, (met, to) in enumerate(self._batches(place)):
            chosen += [one.pk for one in (sight.open_of(met) if sight else met)]
            end = to
            if len(chosen) > self.size or (number and time.monotonic() - begun > PATIENCE):
                break
        shown = ToldEvent.objects.filter(pk__in=chosen[: self.size + 1]).order_by()
        rows = {event.pk: event for event in (shown.filter(told=True) if self.reader else shown)}
        return place.sliced([rows[pk] for pk in chosen[: self.size + 1] if pk in rows], self.size, end)

    @property
    def _most(self) -> int:
        """Events of a batch: where nothing can be closed, a page is enough."""
        return BATCH if self.reader else self.size + 1

    def _batches(self, place: Place) -> Iterator[Batch]:
        met, end = self._near(place)
        yield met, end
        if end and len(met) < FEW:
            rest = self._named(Place(end, place.way))
            if len(rest) <= RARE:
                yield from _cut_up(rest)
                return
        while end:
            met, end = self._near(Place(end, place.way))
            yield met, end

    def _near(self, place: Place) -> Batch:
        """What has the name among the next events; of many that have it, the next of these."""
        end = self._end(place)
        here = place.up_to(self.found, end) if end else place.past(self.found)
        met = _met(here, self._most)
        return (met, met[-1].place) if len(met) == self._most else (met, end)

    def _end(self, place: Place) -> At | None:
        """The last of the next events; None where the trail ends before. Numbers of events may leave gaps, not more."""
        if by_time(self.among):
            last = place.past(self.among)[NEAR - 1 : NEAR]
        else:
            first = place.after.pk if place.after else self.among.values_list("pk", flat=True).first()
            number = (first or 0) + (-NEAR if place.way == OLDER else NEAR)
            last = Place(way=place.way).past(self.among).filter(**{f"pk__{place.way}e": number})
        found = last.values_list("pk", "at", "uid").first()
        return At(*found) if found else None

    def _named(self, place: Place) -> list[Met]:
        """All that have the name, by the index of names, next first; one more than RARE where there are too many."""
        met = _met(place.past(self.found).order_by(), RARE + 1)
        order = attrgetter("at", "pk") if by_time(self.found) else attrgetter("pk")
        return sorted(met, key=order, reverse=place.way == OLDER)


def _met(found: QuerySet[NamedEvent], most: int) -> list[Met]:
    return [Met(*row) for row in found.values_list(*Met._fields)[:most]]


def _cut_up(met: list[Met]) -> Iterator[Batch]:
    for start in range(0, max(len(met), 1), BATCH):
        some = met[start : start + BATCH]
        yield some, some[-1].place if start + BATCH < len(met) else None  # of nothing, too: that is the end
