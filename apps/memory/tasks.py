"""What the workers run for the memory bank alone. Filling needs answers, and is a task of that floor."""

import logging

from celery import shared_task

from apps.memory import ending, work
from apps.memory.radar import take_up

logger = logging.getLogger(__name__)


@shared_task
def sweep() -> None:
    """New filings are taken up, cells whose time is over end, and work that nobody does is sent again."""
    take_up()
    ending.sweep()
    if sent := work.sweep():
        logger.info("told the workers of %s grids and filings that wait", sent)
