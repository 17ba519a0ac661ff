"""Recording events: one function, called inside the transaction of the act that it records."""

import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Protocol

from django.db.models.functions import Now

from apps.audit.models import Action, AuditEvent


class Person(Protocol):
    """Whoever acts: any user model with a public id, a name, and the token by which it acts, if by one."""

    uid: uuid.UUID

    def get_username(self) -> str: ...

    @property
    def acts_by(self) -> str: ...


SAME_LOOK = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Subject:
    """What was acted upon: its kind ("document", "answer", ...), public id and name at that time."""

    kind: str
    uid: uuid.UUID | None  # None: something that was named but may not exist, as in a failed log-in
    name: str


def storable(value: Any) -> Any:
    """`value` without NUL characters, which PostgreSQL cannot hold: a hostile name must not lose its event."""
    if isinstance(value, str):
        return value.replace("\0", "\ufffd")
    if isinstance(value, dict):
        return {storable(key): storable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [storable(item) for item in value]
    return value


def record(
    action: Action,
    *,
    actor: Person | None = None,
    subject: Subject | None = None,
    address: str | None = None,
    anonymous: bool = False,
    **detail: Any,
) -> AuditEvent:
    """Append one event. `actor` None means the system, or with `anonymous` somebody who is not logged in.

    Dated by the database's clock: a machine whose own is wrong dates nothing wrong.

    `detail` must be JSON. Raises ValueError for an action that is not one of `Action`.
    """
    if by := getattr(actor, "acts_by", ""):
        detail["token"] = by
    return AuditEvent.objects.create(
        at=Now(),
        action=Action(action),
        actor_uid=actor.uid if actor else None,
        actor_name=actor.get_username() if actor else "anonymous" if anonymous else "system",
        subject_type=subject.kind if subject else "",
        subject_uid=subject.uid if subject else None,
        subject_name=storable(subject.name)[:300] if subject else "",
        detail=storable(detail),
        address=address,
    )


def record_look(
    action: Action, *, actor: Person, address: str | None, subject: Subject | None = None, **detail: Any
) -> None:
    """Record that somebody looked; the same look again within a minute, as by turning pages, is the same event."""
    same = {"actor_uid": actor.uid, "action": action, "subject_uid": subject.uid if subject else None}
    since = Now() - SAME_LOOK
    if not AuditEvent.objects.filter(**same, detail=storable(detail), at__gt=since).exists():
        record(action, actor=actor, subject=subject, address=address, **detail)
