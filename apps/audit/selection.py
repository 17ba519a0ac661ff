"""Which events somebody wants to see: one definition for the page, the export and the API."""

import uuid
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime, time
from typing import Any

from django.db.models import Q, QuerySet

from apps.audit.looking import Search
from apps.audit.models import NamedEvent, ToldEvent
from apps.audit.paging import PAGE_SIZE, Place, Slice, cut
from apps.audit.trail import Person
from apps.audit.veil import readable, veil


def _uid(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def _words(text: str) -> bool:
    """Whether it is a part of a name, and no public id."""
    return text != "" and not _uid(text)


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

    def condition(self) -> Q:
        found = Q()
        if self.actions:
            found &= Q(action__in=self.actions)
        if self.actor:
            found &= _named("actor", self.actor)
        if self.subject:
            found &= _named("subject", self.subject)
        if self.subject_type:
            found &= Q(subject_type=self.subject_type)
        if self.since:
            found &= Q(at__gte=datetime.combine(self.since, time.min, UTC))
        if self.until:
            found &= Q(at__lte=datetime.combine(self.until, time.max, UTC))
        return found

    def events(self) -> QuerySet[ToldEvent]:
        """Newest first: as they came; between two days by time, which leads there without reading what is newer."""
        if not _words(self.subject):
            return ToldEvent.objects.filter(self.condition()).order_by(*self._order)
        named = self.named().order_by().values("pk")
        return ToldEvent.objects.filter(pk__in=named, told=True).order_by(*self._order)

    def named(self) -> QuerySet[NamedEvent]:
        """The same to look for a name among: keys, of which the reader is told what he may be."""
        return NamedEvent.objects.filter(self.condition()).order_by(*self._order)

    @property
    def _order(self) -> tuple[str, ...]:
        return ("-at", "-id") if self.since or self.until else ("-id",)

    def events_for(self, reader: Person) -> QuerySet[ToldEvent]:
        """The same, not veiled yet. What is closed to this reader is not found by its name."""
        return readable(self.events(), reader) if _words(self.subject) else self.events()

    def page_for(
        self,
        reader: Person,
        *,
        before: uuid.UUID | None = None,
        after: uuid.UUID | None = None,
        size: int = PAGE_SIZE,
    ) -> Slice:
        """A page of them, as this reader may be shown them: see `veil`. Where names are looked for, see `Search`."""
        place = Place.of(before, after)
        if _words(self.actor) or _words(self.subject):
            among = Selection(since=self.since, until=self.until).named()
            page = Search(self.named(), among, reader if _words(self.subject) else None, size).page(place)
        else:
            page = cut(self.events(), place, size)
        return replace(page, events=veil(page.events, reader))

    def told(self) -> dict[str, Any]:
        """What narrows, as an event of the trail says it."""
        narrowed = {name: value for name, value in asdict(self).items() if value}
        return {name: value if isinstance(value, (str, tuple)) else str(value) for name, value in narrowed.items()}
