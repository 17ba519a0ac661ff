"""What the workers run. Tasks take ids and leave quietly when there is nothing for them to do."""

import logging

from celery import shared_task

from apps.documents import left_files, life_cycle, planner_statistics
from apps.documents.models import State
from apps.documents.scoring import serve_askers
from apps.documents.time_limits import Timed

logger = logging.getLogger(__name__)


def give_up(version_id: int) -> None:
    life_cycle.out_of_time(version_id)


@shared_task(base=Timed, out_of_time=staticmethod(give_up))
def parse_version(version_id: int) -> None:
    life_cycle.walk(version_id, frozenset({State.UPLOADED, State.NORMALIZED}))


@shared_task(base=Timed, out_of_time=staticmethod(give_up))
def index_version(version_id: int) -> None:
    life_cycle.walk(version_id, frozenset({State.ANALYZED, State.INDEXED}))
    planner_statistics.refresh_when_due()


@shared_task
def score() -> None:
    """A hint that askers wait for scores: whoever was hinted at first answers all of them."""
    serve_askers()


@shared_task
def sweep() -> None:
    if resumed := life_cycle.sweep():
        logger.info("sent %s versions again", resumed)
    if removed := left_files.sweep():
        logger.info("removed %s files of deleted documents", removed)
