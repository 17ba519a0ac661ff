"""What the workers run now and then."""

import logging

from celery import shared_task

from apps.chat import erasing

logger = logging.getLogger(__name__)


@shared_task
def empty_bin() -> None:
    if erased := erasing.empty_bin():
        logger.info("deleted %s things for good: their time in the bin was over", erased)
