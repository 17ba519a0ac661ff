"""Tasks with limits (CELERY_TASK_ANNOTATIONS): what takes too long is stopped, and its row says so."""

import logging
from collections.abc import Callable
from typing import Any

from celery import Task
from celery.worker.request import Request
from django.db import DatabaseError, connection

from apps.accounts.acting import serving

logger = logging.getLogger(__name__)


class TimedRequest(Request):
    """Lives in the worker's main process, which goes on while the task holds the interpreter of its own."""

    def on_timeout(self, soft: bool, timeout: float) -> None:
        """At the soft limit the task hears of it itself; at the hard one its process is killed, and we say so."""
        super().on_timeout(soft, timeout)
        if soft:
            return
        try:
            task: Any = self.task
            with serving():
                task.out_of_time(*self.args)
        except DatabaseError as error:
            logger.warning("%s %s ran out of time, and cannot be marked: %s", self.task.name, self.args, error)
        finally:
            connection.close()


class Timed(Task):  # type: ignore[type-arg]
    """A task on one row; `out_of_time` takes the same arguments and ends that row."""

    Request = "apps.documents.time_limits:TimedRequest"
    out_of_time: Callable[..., Any]
