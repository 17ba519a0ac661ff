"""`/healthz`: is every part alive? 200 when all are, else 503 and which is not."""

import threading
import time
from collections.abc import Callable

from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

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


findings = Findings({"database": database, "queue": queue, "workers": workers})


@login_not_required
@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Open to everybody and says nothing but which part is not alive."""
    parts = {"web": OK} | findings.now()
    return JsonResponse(parts, status=200 if set(parts.values()) == {OK} else 503)
