"""Hints to the workers. A hint may be lost or doubled: the row says what is to be done, and a lease who does it."""

import logging
from typing import Any

from celery import current_app
from django.conf import settings
from django.db.models.functions import Now
from kombu.exceptions import ChannelError, OperationalError

from apps.documents.models import DocumentVersion, State

logger = logging.getLogger(__name__)

PARSE = "apps.documents.tasks.parse_version"
INDEX = "apps.documents.tasks.index_version"
TASKS = {State.UPLOADED: PARSE, State.NORMALIZED: PARSE, State.ANALYZED: INDEX, State.INDEXED: INDEX}


def queue_of(state: State) -> str:
    return str(settings.CELERY_TASK_ROUTES[TASKS[state]]["queue"])


def send(version_id: int, state: State) -> bool:
    """Tell the workers that a version waits in `state`. Call after commit; a broker that is down is only logged."""
    DocumentVersion.objects.filter(pk=version_id).update(enqueued=Now())
    try:
        current_app.send_task(TASKS[state], args=[version_id], queue=queue_of(state), retry=False)
    except OperationalError as error:
        logger.warning("the queue is not there; the sweeper will send version %s again: %s", version_id, error)
        return False
    return True


def waiting(state: State) -> int:
    """How many hints wait in the queue that serves `state`; raises kombu's OperationalError without a broker."""
    with current_app.connection_for_read() as broker:
        channel: Any = broker.default_channel  # every transport's channel has it, the stubs' base class has not
        try:
            return int(channel.queue_declare(queue_of(state), passive=True).message_count)
        except ChannelError:  # Redis has no empty queues
            return 0
