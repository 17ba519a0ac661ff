"""What happened to a document, from the audit trail, in words, and who opened it for a reason.

Who looked at it is for reviewers and not told here.
"""

import uuid
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from apps.audit.models import Action, AuditEvent
from apps.documents.models import Document, State

TOLD = (
    Action.UPLOADED,
    Action.TRANSITION,
    Action.RETRIED,
    Action.RESUMED,
    Action.DOCUMENT_EDITED,
    Action.DOCUMENT_DELETED,
    Action.DOCUMENT_RESTORED,
    Action.OPENED,
)
LONGEST = 500
WITH = ("file", "parser", "error", "visibility", "reason", "until")


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the history. `state`: where a transition led, "" for other events; `facts`: counts and the like."""

    uid: uuid.UUID
    at: datetime
    who: str
    what: str
    state: str
    seconds: float | None
    facts: tuple[tuple[str, str], ...]
    undoable: bool = False


def edits(document: Document) -> list[Step]:
    """The edits alone, newest first; those that were not taken back can be."""
    events = AuditEvent.objects.filter(subject_uid=document.uid, subject_type="document", action=Action.DOCUMENT_EDITED)
    told = list(events[:LONGEST])
    undone = {event.detail["undoes"] for event in told if "undoes" in event.detail}
    return [replace(step(event), undoable=str(event.uid) not in undone) for event in told]


def get_edit(document: Document, uid: uuid.UUID) -> AuditEvent | None:
    """The edit of this document with this uid."""
    events = AuditEvent.objects.filter(subject_uid=document.uid, action=Action.DOCUMENT_EDITED)
    return events.filter(uid=uid).first()


def steps(document: Document) -> list[Step]:
    """Newest first."""
    events = AuditEvent.objects.filter(subject_uid=document.uid, subject_type="document", action__in=TOLD)
    return [step(event) for event in events[:LONGEST]]


def step(event: AuditEvent) -> Step:
    state = str(event.detail.get("to", ""))
    label = State(state).label if state in State.values else ""
    what = f"became {label}" if event.action == Action.TRANSITION else event.get_action_display()
    seconds = event.detail.get("seconds")
    return Step(event.uid, event.at, event.actor_name, what, state, seconds, tuple(facts(event.detail)))


def facts(detail: dict[str, Any]) -> list[tuple[str, str]]:
    """What of an event's detail tells a person something."""
    told = [(name, f"{count:,}") for name, count in detail.get("artifacts", {}).items() if isinstance(count, int)]
    told += [(name, str(detail[name])) for name in WITH if detail.get(name)]
    if detail.get("attempt", 1) > 1:
        told.append(("attempt", str(detail["attempt"])))
    told += [(name, f"{old or '-'} → {new or '-'}") for name, (old, new) in detail.get("changes", {}).items()]
    return [(name.replace("_", " "), value) for name, value in told]
