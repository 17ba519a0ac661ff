"""What the workers run. Tasks take ids and leave quietly when there is nothing for them to do."""

import logging

from celery import shared_task

from apps.answers.run import asking, workflow

logger = logging.getLogger(__name__)


@shared_task
def answer_question(answer_id: int) -> None:
    workflow.answer(answer_id)


@shared_task
def sweep() -> None:
    if resumed := asking.sweep():
        logger.info("sent %s questions again", resumed)
