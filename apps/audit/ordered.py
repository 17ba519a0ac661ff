"""What was deleted for good leaves the trail too: its words go from the events, what happened and when stays.

The application may not change the trail. It orders the erasure, and the owner of the table carries it out once the
events are sealed: the worker of the queue `audit` runs `manage.py audit erase --ordered`, which connects as the owner.
"""

import json
import uuid
from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.utils import timezone

from apps.audit.erasure import MOST, erase
from apps.audit.models import Action, AuditEvent, ErasureOrder, SealedEvent

WORDS = ("subject_name", "detail")
SHORTEST_NAME = 6  # characters; a shorter one stands in too much that is about something else
REASON = "Deleted for good by its owner, or after its time in the bin."
STAYING = (Action.ERASED, Action.DELETED_FOR_GOOD)


def order(subjects: Iterable[uuid.UUID], names: Iterable[str] = ()) -> None:
    """Erase the words of all events of these subjects, and of events that name them. Call in the transaction."""
    known = sorted({name for name in names if len(name) >= SHORTEST_NAME})
    if wanted := sorted(set(subjects)):
        ErasureOrder.objects.create(subjects=wanted, names=known)


def waiting() -> bool:
    return ErasureOrder.objects.filter(done=None).exists()


def carry_out() -> int:
    """Erase what was ordered, as the owner of the table; how many events. What is not sealed yet waits."""
    return sum(_carry_out(one) for one in ErasureOrder.objects.filter(done=None).order_by("pk"))


def _carry_out(ordered: ErasureOrder) -> int:
    events = list(_telling(ordered).values_list("uid", flat=True))
    sealed = list(SealedEvent.objects.filter(event__in=events).values_list("event", flat=True))
    for start in range(0, len(sealed), MOST):
        erase(sealed[start : start + MOST], WORDS, reason=REASON, by="erasure order")
    if len(sealed) == len(events):
        ErasureOrder.objects.filter(pk=ordered.pk).update(done=timezone.now(), names=[])
    return len(sealed)


def _telling(ordered: ErasureOrder) -> QuerySet[AuditEvent]:
    about = Q(subject_uid__in=ordered.subjects) | Q(subject_name__in=ordered.names)
    for name in ordered.names:
        about |= Q(detail__icontains=json.dumps(name, ensure_ascii=False)[1:-1])
    told = AuditEvent.objects.filter(about).exclude(action__in=STAYING)
    return told.exclude(subject_name="erased", detail={})
