"""What the workers run. Tasks take ids and leave quietly when there is nothing for them to do."""

import logging

from celery import shared_task

from apps.documents import life_cycle
from apps.documents.models import State

logger = logging.getLogger(__name__)


@shared_task
def parse_version(version_id: int) -> None:
    life_cycle.walk(version_id, frozenset({State.UPLOADED, State.NORMALIZED}))


@shared_task
def index_version(version_id: int) -> None:
    life_cycle.walk(version_id, frozenset({State.ANALYZED, State.INDEXED}))


@shared_task
def sweep() -> None:
    if resumed := life_cycle.sweep():
        logger.info("sent %s versions again", resumed)
