"""What the workers run: the pointer to the model at work follows the rows; training again by night."""

import logging

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from apps.learning import activation
from apps.learning.builders.readers import WRITTEN

logger = logging.getLogger(__name__)


@shared_task
def settle() -> None:
    activation.settle()


@shared_task
def retrain() -> None:
    """Of the queue `train`, which only a worker with requirements-gpu.txt serves."""
    from apps.learning.retraining import retrain as train_again

    if settings.RETRAIN_MINUTES:
        row = train_again(WRITTEN, timezone.now().date(), logger.info)
        logger.info("%s: %s", row, row.gate["told"])
