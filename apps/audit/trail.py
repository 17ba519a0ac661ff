"""Recording events: one function, called inside the transaction of the act that it records."""

import uuid
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils import timezone

from apps.audit.models import Action, AuditEvent


class Person(Protocol):
    """Whoever acts: any user model with a public id and a name."""

    uid: uuid.UUID

    def get_username(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Subject:
    """What was acted upon: its kind ("document", "answer", ...), public id and name at that time."""

    kind: str
    uid: uuid.UUID
    name: str


def record(
    action: Action,
    *,
    actor: Person | None = None,
    subject: Subject | None = None,
    address: str | None = None,
    **detail: Any,
) -> AuditEvent:
    """Append one event. `actor` None means the system; `detail` must be JSON."""
    return AuditEvent.objects.create(
        at=timezone.now(),
        action=action,
        actor_uid=actor.uid if actor else None,
        actor_name=actor.get_username() if actor else "system",
        subject_type=subject.kind if subject else "",
        subject_uid=subject.uid if subject else None,
        subject_name=subject.name[:300] if subject else "",
        detail=detail,
        address=address,
    )
