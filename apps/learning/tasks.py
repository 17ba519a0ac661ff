"""What the workers run: the pointer to the model at work follows the rows."""

from celery import shared_task

from apps.learning import activation


@shared_task
def settle() -> None:
    activation.settle()
