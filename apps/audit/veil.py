"""What of the trail its readers may read in full: that something happened is told to all, what it is called is not.

The apps above name the kinds of subjects that not everybody may see. An event of such a subject keeps its time, actor,
action and counts; its name and words are told to whoever may see the subject, to the actor, and for an hour to a reader
who gave a reason, which is an event too. The database holds to the same (`audit_told`), and hides the words itself.
"""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Protocol, TypeVar

from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from apps.audit.models import Action, AuditEvent, ToldEvent
from apps.audit.trail import Person, Subject, record

CLOSED = "closed to you"
OPEN_FOR = timedelta(hours=1)
WORDLESS = {"state", "visibility", "part", "form", "tab", "version", "parser", "media_type", "change", "role", "reason"}
WORDLESS |= {"until", "undoes", "page", "what"}
PEOPLE = "user"
UNNAMED = (Action.UPLOAD_REFUSED, Action.TRAIL_READ, Action.EXPORTED, Action.ADMIN_VIEWED)  # words in the details alone


@dataclass(frozen=True, slots=True)
class Kind:
    """visible: the public ids of those that a reader may see, as a query that can be narrowed. owner: the public id of
    whose one is."""

    visible: Callable[[Any], QuerySet[Any]]
    owner: Callable[[uuid.UUID], uuid.UUID | None]


KINDS: dict[str, Kind] = {"search": Kind(lambda _: AuditEvent.objects.none().values("uid"), lambda _: None)}


def closes(kind: str, visible: Callable[[Any], QuerySet[Any]], owner: Callable[[uuid.UUID], uuid.UUID | None]) -> None:
    """From now on, events of subjects of this kind are told in full only to who may see the subject."""
    KINDS[kind] = Kind(visible, owner)


def opened(reader: Person, kind: str) -> QuerySet[Any]:
    """The public ids of what the reader opened with a reason, and may still look into."""
    return _openings(reader).filter(subject_type=kind).values("subject_uid")


def _openings(reader: Person) -> QuerySet[AuditEvent]:
    since = Now() - OPEN_FOR
    return AuditEvent.objects.filter(action=Action.OPENED, actor_uid=reader.uid, at__gt=since).order_by()


def _opened_now(reader: Person) -> dict[str, list[uuid.UUID]]:
    """By the kind of subject."""
    found: dict[str, list[uuid.UUID]] = {}
    for kind, uid in _openings(reader).values_list("subject_type", "subject_uid"):
        if uid:
            found.setdefault(kind, []).append(uid)
    return found


def readable(found: QuerySet[ToldEvent], reader: Person) -> QuerySet[ToldEvent]:
    """Of these events those that the reader may read all of: for a search by names, which must not find the rest."""
    open_now = _opened_now(reader)
    told = Q(actor_uid=reader.uid) | Q(actor_uid__in=open_now.get(PEOPLE, ()))
    told |= ~Q(subject_type__in=list(KINDS)) & ~Q(action__in=UNNAMED)
    for name, kind in KINDS.items():
        told |= Q(subject_type=name, subject_uid__in=kind.visible(reader))
        told |= Q(subject_type=name, subject_uid__in=open_now.get(name, ()))
    return found.filter(told)


class Veiled(Protocol):
    """What of an event decides who may read all of it."""

    @property
    def action(self) -> str: ...

    @property
    def actor_uid(self) -> uuid.UUID | None: ...

    @property
    def subject_type(self) -> str: ...

    @property
    def subject_uid(self) -> uuid.UUID | None: ...


Some = TypeVar("Some", bound=Veiled)


class Sight:
    """What of the trail one reader may read all of.

    Of each kind only the subjects that are named are looked up, once: asking for all that the reader may see, as part
    of the query for a page, took longer to plan than the page to read.
    """

    def __init__(self, reader: Person) -> None:
        self._reader, opened_now = reader, _opened_now(reader)
        self._people = {reader.uid, *opened_now.get(PEOPLE, ())}
        self._open = {kind: set(opened_now.get(kind, ())) for kind in KINDS}
        self._known: dict[str, set[uuid.UUID]] = {kind: set() for kind in KINDS}

    def open_of(self, events: Sequence[Some]) -> list[Some]:
        """Those of these events that may be read."""
        for kind, uids in self._named(events).items():
            new = uids - self._known[kind] - self._open[kind]
            self._open[kind] |= set(_visible(kind, new, self._reader)) if new else set()
            self._known[kind] |= new
        return [event for event in events if self._tells(event)]

    def _named(self, events: Sequence[Some]) -> dict[str, set[uuid.UUID]]:
        """The subjects of the kinds that not everybody may see."""
        found: dict[str, set[uuid.UUID]] = {}
        for event in events:
            if event.subject_type in KINDS and event.subject_uid and event.actor_uid not in self._people:
                found.setdefault(event.subject_type, set()).add(event.subject_uid)
        return found

    def _tells(self, event: Some) -> bool:
        if event.actor_uid in self._people:
            return True
        if event.subject_type in KINDS:
            return event.subject_uid in self._open[event.subject_type]
        return event.action not in UNNAMED


def veil(events: Sequence[ToldEvent], reader: Person) -> list[ToldEvent]:
    """These events as the reader may be shown them, each with `readable`: whether that is all of it."""
    told = {event.pk for event in Sight(reader).open_of(events)}
    return [_veiled(event, told=event.pk in told) for event in events]


def _visible(kind: str, uids: set[uuid.UUID], reader: Person) -> QuerySet[Any]:
    return KINDS[kind].visible(reader).filter(uid__in=uids).order_by().values_list("uid", flat=True)


def _veiled(event: ToldEvent, *, told: bool) -> ToldEvent:
    """Without its words where it may not be read."""
    event.__dict__["readable"] = told
    if not told:
        event.subject_name = CLOSED
        event.detail = {name: value for name, value in event.detail.items() if _wordless(event, name, value)}
    return event


def _wordless(event: ToldEvent, name: str, value: Any) -> bool:
    moves = event.action in {Action.TRANSITION, Action.RETRIED, Action.RESUMED} and name in {"from", "to"}
    return value is None or isinstance(value, (int, float)) or name in WORDLESS or moves


def openable(event: ToldEvent) -> Subject | None:
    """What a reader opens who gives a reason at this event: its subject, else all that its actor did."""
    if event.subject_uid and event.subject_type in KINDS:
        return Subject(event.subject_type, event.subject_uid, event.subject_name)
    return Subject(PEOPLE, event.actor_uid, event.actor_name) if event.actor_uid else None


def owner_of(subject: Subject) -> uuid.UUID | None:
    """Whose the subject is, who may know that it was opened."""
    if subject.kind == PEOPLE or subject.uid is None:
        return subject.uid
    return KINDS[subject.kind].owner(subject.uid)


def open_for(reader: Person, subject: Subject, reason: str, address: str | None) -> AuditEvent:
    """The event by which a subject is open to the reader for a while; its owner sees it."""
    until = (timezone.now() + OPEN_FOR).isoformat(timespec="minutes")
    told: dict[str, Any] = {"reason": reason, "until": until, "owner": str(owner_of(subject) or "")}
    return record(Action.OPENED, actor=reader, subject=subject, address=address, **told)


def openings_of(owner: Person) -> QuerySet[AuditEvent]:
    """Who opened what is this person's, newest first."""
    return AuditEvent.objects.filter(action=Action.OPENED, detail__owner=str(owner.uid))
