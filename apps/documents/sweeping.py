"""Finding work that was left behind, from the rows alone: messages may be lost, workers killed, queues flushed."""

import logging
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from kombu.exceptions import OperationalError

from apps.audit.models import Action
from apps.documents import dispatch
from apps.documents.leases import free
from apps.documents.models import Document, DocumentVersion, State
from apps.documents.transitions import record

logger = logging.getLogger(__name__)

HINT_SECONDS = 5  # a version whose hint is younger than this is not sent again


def wanted() -> Q:
    """Versions of documents that nobody deleted: there is nothing to do for the others."""
    return Q(document__in=Document.objects.filter(deleted=None))


def sweep() -> int:
    """Send again what was left behind: dead leases always, versions that merely wait only when their queue is empty.

    Returns how many were sent. A long queue therefore does not grow with every sweep, and a flushed one fills again.
    """
    resumed = sum(_resume(version) for version in _left_behind())
    return resumed + sum(dispatch.send(pk, state) for pk, state in _forgotten())


def _left_behind() -> list[DocumentVersion]:
    rows = DocumentVersion.objects.filter(wanted(), state__in=dispatch.TASKS, lease_until__lt=Now())
    return list(rows.select_related("document"))


def _resume(version: DocumentVersion) -> bool:
    """Take a dead worker's lease away and record it, once however many sweepers there are."""
    state = State(version.state)
    with transaction.atomic():
        rows = DocumentVersion.objects.filter(free(), pk=version.pk, state=state, lease=version.lease)
        if rows.update(lease=None, lease_until=None) != 1:
            return False
        record(Action.RESUMED, version, state=state, attempt=version.attempts)
        transaction.on_commit(lambda: dispatch.send(version.pk, state))
    return True


def _forgotten() -> list[tuple[int, State]]:
    """Versions that wait though nothing waits in the queue for them."""
    rows = DocumentVersion.objects.filter(wanted(), state__in=dispatch.TASKS, lease=None)
    rows = rows.exclude(enqueued__gt=Now() - timedelta(seconds=HINT_SECONDS))
    found = [(pk, State(state)) for pk, state in rows.values_list("pk", "state")]
    try:
        empty = {state for state in {state for _, state in found} if dispatch.waiting(state) == 0}
    except OperationalError as error:
        logger.warning("the queue is not there: %s", error)
        return []
    return [(pk, state) for pk, state in found if state in empty]
