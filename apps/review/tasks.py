"""What the workers run each night."""

import logging

from celery import shared_task

from apps.review import error_rate, retention

logger = logging.getLogger(__name__)


@shared_task
def plant_errors() -> None:
    """Over the answers of the day that has ended."""
    logger.info("planted errors: %s", error_rate.measure(error_rate.yesterday()))


@shared_task
def expire_records() -> None:
    if removed := retention.expire():
        logger.info("removed %s expired records", removed)
