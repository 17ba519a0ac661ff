"""`/healthz`: is every part alive and at work? 200 when all are, else 503 and which is not."""

import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.db.models import Min, QuerySet
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from apps.accounts.acting import serving
from apps.answers.models import Answer
from apps.answers.run.workflow import UNFINISHED
from apps.documents import embedders
from apps.documents.models import DocumentVersion, State
from finrag_site import tables
from finrag_site.celery import app
from finrag_site.heartbeat import queues_served, redis_of

OK = "ok"
KEEP_SECONDS = 1.0  # whoever asks more often gets the last finding
QUEUES = {"parse", "gpu", "answer", "audit"}


class Findings:
    """The last finding about every part, and when it was made. One look at a time, whoever asks."""

    def __init__(self, looks: dict[str, Callable[[], str]]) -> None:
        self._looks = looks
        self._lock = threading.Lock()
        self._made = float("-inf")
        self._last: dict[str, str] = {}

    def now(self) -> dict[str, str]:
        with self._lock:
            if time.monotonic() - self._made > KEEP_SECONDS:
                self._last = {part: look() for part, look in self._looks.items()}
                self._made = time.monotonic()
            return self._last


def database() -> str:
    """Whether the database answers and holds every table that this code expects."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
        return _migrations()
    except DatabaseError:
        return "the database does not answer"


def queue() -> str:
    try:
        with redis_of(app) as redis:
            redis.ping()
        return OK
    except (OperationalError, RedisError, OSError):
        return "the queue does not answer"


def workers() -> str:
    try:
        unserved = QUEUES - queues_served(app)
    except (OperationalError, RedisError, OSError):
        return "unknown: the queue does not answer"
    return f"no worker takes from: {', '.join(sorted(unserved))}" if unserved else OK


_migrated = False


def _migrations() -> str:
    """Looked up until all are applied: they are not taken back under a running process."""
    global _migrated
    if not _migrated:
        _migrated = tables.complete()
    return OK if _migrated else "migrations are not applied: run `manage.py migrate`"


def waiting() -> str:
    """Whether work waits longer than it should: processes may live and do nothing."""
    now = timezone.now()
    late = [
        f"{queue}: the oldest waits for {(now - since).total_seconds() / 60:.0f} minutes"
        for queue, (since, seconds) in _oldest().items()
        if since is not None and now - since > timedelta(seconds=seconds)
    ]
    return "; ".join(late) or OK


@serving()
def _oldest() -> dict[str, tuple[datetime | None, int]]:
    """Of each queue, since when its oldest row is there, and how long it may be. {} without a database."""
    wanted = DocumentVersion.objects.filter(document__deleted=None)
    rows: dict[str, tuple[QuerySet[Any], int]] = {
        "answer": (Answer.objects.filter(state__in=UNFINISHED), settings.WAIT_ANSWER_SECONDS),
        "parse": (wanted.filter(state__in=(State.UPLOADED, State.NORMALIZED)), settings.WAIT_FILE_SECONDS),
        "gpu": (wanted.filter(state__in=(State.ANALYZED, State.INDEXED)), settings.WAIT_FILE_SECONDS),
    }
    try:
        since = {
            queue: found.aggregate(Min("waiting_since"))["waiting_since__min"] for queue, (found, _) in rows.items()
        }
    except DatabaseError:
        return {}
    return {queue: (since[queue], seconds) for queue, (_, seconds) in rows.items()}


_paired: str | None = None


@serving()
def embedder() -> str:
    """Whether this process may ask for the store's vectors. A pairing that was right stays so; see `embedders`."""
    global _paired
    if _paired != OK:
        try:
            _paired = embedders.mismatch() or OK
        except DatabaseError:
            return "unknown: the database does not answer"
    return _paired


@serving()
def embedding_model() -> str:
    """Which model that is."""
    try:
        return embedders.told()
    except DatabaseError:
        return "unknown"


findings = Findings(
    {"database": database, "queue": queue, "workers": workers, "waiting": waiting, "embedder": embedder}
)


@login_not_required
@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Open to everybody and says nothing but which part is not alive."""
    parts = {"web": OK} | findings.now()
    status = 200 if set(parts.values()) == {OK} else 503
    return JsonResponse(parts | {"embedding model": embedding_model()}, status=status)
