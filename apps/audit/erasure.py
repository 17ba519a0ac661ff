"""Erasing what an event says of a person, while the hashes in the log, and the proofs of the rest, stay what they are.

Content goes, and so does its salt, without which nobody can try names against the hash. The trail refuses changes, so
its trigger rests for the one statement; only the owner of the table can do that, and each erasure is an event itself.
"""

import json
import uuid
from collections.abc import Collection, Iterable
from typing import Any

from django.db import connection, transaction

from apps.audit.commitments import FIELDS, NO_SALT, PERSONAL, SALT_BYTES
from apps.audit.models import Action, AuditEvent, SealedEvent
from apps.audit.trail import record

ERASED_VALUES: dict[str, str | None] = {
    "actor_name": "erased",
    "subject_name": "erased",
    "detail": "{}",
    "address": None,
}
RECORDED = """
    SELECT e.detail::text FROM audit_auditevent e
    WHERE e.action = %s AND EXISTS (SELECT 1 FROM audit_sealedevent s WHERE s.number = e.id)"""
WAIT = "5s"  # for those who write the trail at this moment; they are many and short
MOST = 1000  # events in one erasure, so that its own event stays readable


class ErasureRefused(ValueError):
    """Nothing was erased; one sentence says why."""


def erase(events: Collection[uuid.UUID], fields: Collection[str], *, reason: str, by: str) -> AuditEvent:
    """Erase `fields` of the events for good; the event that says so. Raises ErasureRefused, DatabaseError."""
    _check(events, fields, reason)
    with transaction.atomic():
        rows = list(SealedEvent.objects.select_for_update().filter(event__in=events).order_by("index"))
        if missing := set(events) - {row.event for row in rows}:
            raise ErasureRefused(f"Only sealed events can be erased, and {min(missing)} is not sealed.")
        numbers = [row.number for row in rows]
        if AuditEvent.objects.filter(pk__in=numbers, action=Action.ERASED).exists():
            raise ErasureRefused("What an erasure says of itself stays.")
        _blank(numbers, fields)
        for row in rows:
            row.salts = _without(bytes(row.salts), fields)
        SealedEvent.objects.bulk_update(rows, ["salts"])
        told = [str(row.event) for row in rows]
        return record(Action.ERASED, events=told, fields=sorted(fields), reason=reason, by=by)


def recorded_erasures() -> dict[str, set[str]]:
    """Of each erased event, the fields that a sealed event says were erased."""
    found: dict[str, set[str]] = {}
    with connection.cursor() as cursor:
        cursor.execute(RECORDED, [Action.ERASED])
        for (detail,) in cursor.fetchall():
            events, fields = _told(detail)
            for event in events:
                found.setdefault(event, set()).update(fields)
    return found


def _told(detail: str) -> tuple[list[str], list[str]]:
    """Events and fields of an erasure, nothing for what only looks like one."""
    try:
        told = json.loads(detail)
        return list(map(str, told["events"])), list(map(str, told["fields"]))
    except (ValueError, TypeError, KeyError, RecursionError):
        return [], []


def _check(events: Collection[uuid.UUID], fields: Collection[str], reason: str) -> None:
    if not events or len(events) > MOST:
        raise ErasureRefused(f"Name at least one event, and at most {MOST} at once.")
    if not fields or set(fields) - PERSONAL:
        raise ErasureRefused(f"Only these fields can be erased: {', '.join(sorted(PERSONAL))}.")
    if not reason.strip():
        raise ErasureRefused("An erasure needs a reason.")


def _blank(numbers: Iterable[int], fields: Collection[str]) -> None:
    values: dict[str, Any] = {**ERASED_VALUES, "detail": {}}
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, true)", [WAIT])
        cursor.execute("ALTER TABLE audit_auditevent DISABLE TRIGGER audit_append_only")
        AuditEvent.objects.filter(pk__in=list(numbers)).update(**{name: values[name] for name in fields})
        cursor.execute("ALTER TABLE audit_auditevent ENABLE ALWAYS TRIGGER audit_append_only")


def _without(salts: bytes, fields: Collection[str]) -> bytes:
    kept = [salts[n * SALT_BYTES : (n + 1) * SALT_BYTES] for n in range(len(FIELDS))]
    return b"".join(NO_SALT if name in fields else salt for name, salt in zip(FIELDS, kept, strict=True))
