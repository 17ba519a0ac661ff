"""What the workers run. Tasks take ids and leave quietly when there is nothing for them to do."""

import logging

from celery import shared_task

from apps.answers.run import asking, cells, workflow
from apps.documents.time_limits import Timed
from apps.memory import work

logger = logging.getLogger(__name__)


def give_up(answer_id: int) -> None:
    workflow.out_of_time(answer_id)


@shared_task(base=Timed, out_of_time=staticmethod(give_up))
def answer_question(answer_id: int) -> None:
    """A hint says that a question waits; whose turn it is says the store. One hint is one question's work."""
    for pk in asking.next_in_turn():
        if workflow.answer(pk):
            return


@shared_task
def sweep() -> None:
    if resumed := asking.sweep():
        logger.info("sent %s questions again", resumed)


@shared_task
def fill_grid(grid_id: int, lane: int, sent: str) -> None:
    """Some seconds of a grid; then what else waits in the queue has its turn. Idle workers take part in it."""
    if not work.is_due(grid_id, lane, sent):
        return
    if work.is_left(grid_id):
        work.send(grid_id, lane + 1)
    if cells.fill_grid(grid_id):
        work.send(grid_id, lane)


@shared_task
def check_filing(check_id: int) -> None:
    """A new filing beside the memory bank and the filings before it; then the next one, behind what waits meanwhile."""
    if cells.check_filing(check_id):
        work.send_check()
