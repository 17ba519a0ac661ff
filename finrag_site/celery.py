"""The queue. Messages are hints: the truth of the work is in Postgres, and a sweeper sends lost hints again."""

import os
import signal
import threading
from typing import Any

from celery import Celery
from celery.signals import (
    before_task_publish,
    celeryd_init,
    setup_logging,
    task_postrun,
    task_prerun,
    worker_process_init,
)
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

from apps.accounts import acting
from finrag_site.embedded.processes import die_with_parent
from finrag_site.garbage import keep_what_is_loaded
from finrag_site.heartbeat import Heartbeat
from finrag_site.pairing import refuse_before_forking
from finrag_site.warming import load_models, read_words

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "finrag_site.settings")

REQUEST = "finrag_request"  # the header of a message

app = Celery("finrag")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(Heartbeat)


@celeryd_init.connect
def _fit_the_store(options: dict[str, Any] | None = None, **_: Any) -> None:
    """Workers that embed passages or questions; those that read files need no model."""
    from django.db import connection

    queues = set((options or {}).get("queues") or [app.conf.task_default_queue])
    if not {"gpu", "answer"} & queues:
        return

    refuse_before_forking()
    if "answer" in queues:
        read_words()
        worker_process_init.connect(_load_models, weak=False)
    connection.close()  # pool processes are forked from here


def _load_models(**_: Any) -> None:
    """Beside what comes first: a pool process must tell soon that it is there."""
    threading.Thread(target=load_models, daemon=True).start()


@worker_process_init.connect
def _end_with_the_worker(**_: Any) -> None:
    """A pool process ends with its worker even when that is killed; its claim on a row then simply runs out."""
    die_with_parent(signal.SIGKILL, parent=os.getppid())()


@task_postrun.connect
def _keep_what_the_first_task_loaded(**_: Any) -> None:
    keep_what_is_loaded()


@setup_logging.connect
def _log_as_settings_say(**_: Any) -> None:
    """Somebody listens, so that Celery leaves the loggers as Django's settings made them."""


@before_task_publish.connect
def _name_the_request(headers: dict[str, Any] | None = None, **_: Any) -> None:
    """A task tells in its lines which request sent it."""
    if headers is not None and (request := get_contextvars().get("request")):
        headers[REQUEST] = request


@task_prerun.connect
def _serve_everybody(task_id: str = "", task: Any = None, **_: Any) -> None:
    """A task works for all users until it says for whom: an answer is made as its asker sees the store."""
    acting.begin(acting.SERVICE)
    clear_contextvars()
    sent_by = getattr(task.request, REQUEST, None) if task else None
    bind_contextvars(task=task_id, **({"request": sent_by} if isinstance(sent_by, str) else {}))


@task_postrun.connect
def _serve_nobody(**_: Any) -> None:
    acting.begin(acting.NOBODY)
    clear_contextvars()
