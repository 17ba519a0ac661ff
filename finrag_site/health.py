"""`/healthz`: is every part alive and at work? 200 when all are, else 503 and which is not."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.db.models import Max, Min, QuerySet
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
from apps.documents.leases import free
from apps.documents.models import DocumentVersion, State
from finrag_site import tables
from finrag_site.celery import app
from finrag_site.heartbeat import queues_served, redis_of

OK = "ok"
KEEP_SECONDS = 1.0  # whoever asks more often gets the last finding


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
    needed = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}
    try:
        unserved = needed - queues_served(app)
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


@dataclass(frozen=True, slots=True)
class Backlog:
    """What waits in a queue: the oldest since when, when something last left it, whether a worker holds a row of it."""

    oldest: datetime | None
    moved: datetime | None
    held: bool

    def stands(self, now: datetime, patience: timedelta) -> bool:
        """Nothing left it and nobody works on it for so long. A long queue that moves stands not, however long."""
        if self.oldest is None or self.held:
            return False
        return now - max(filter(None, (self.oldest, self.moved))) > patience


def waiting() -> str:
    """Whether work waits longer than it should: processes may live and do nothing."""
    now = timezone.now()
    try:
        late = [*_late_questions(now), *_late_files(now)]
    except DatabaseError:
        return OK  # another part says so
    return "; ".join(late) or OK


def _late_questions(now: datetime) -> Iterator[str]:
    """Somebody sits before it: a question may not wait long even behind others."""
    with serving():
        since = _oldest(Answer.objects.filter(state__in=UNFINISHED))
    if since is not None and now - since > timedelta(seconds=settings.WAIT_ANSWER_SECONDS):
        yield f"answer: the oldest waits for {_minutes(now - since)} minutes"


def _late_files(now: datetime) -> Iterator[str]:
    patience = timedelta(seconds=settings.WAIT_FILE_SECONDS)
    for queue, backlog in _backlogs().items():
        if backlog.oldest is not None and backlog.stands(now, patience):
            since = max(filter(None, (backlog.oldest, backlog.moved)))
            yield f"{queue}: files wait, and none has moved for {_minutes(now - since)} minutes"


@serving()
def _backlogs() -> dict[str, Backlog]:
    """A row's `waiting_since` is when it came into its state: the newest beyond a queue tells when it last moved."""
    rows = DocumentVersion.objects.filter(document__deleted=None)
    beyond_gpu = (State.READY, State.ERROR)
    beyond_parse = (State.ANALYZED, State.INDEXED, *beyond_gpu)
    return {
        "parse": _backlog(rows, (State.UPLOADED, State.NORMALIZED), beyond_parse),
        "gpu": _backlog(rows, (State.ANALYZED, State.INDEXED), beyond_gpu),
    }


def _backlog(rows: QuerySet[Any], states: tuple[State, ...], beyond: tuple[State, ...]) -> Backlog:
    inside = rows.filter(state__in=states)
    if (oldest := _oldest(inside)) is None:
        return Backlog(None, None, held=False)
    moved = rows.filter(state__in=beyond).aggregate(Max("waiting_since"))["waiting_since__max"]
    return Backlog(oldest, moved, held=inside.exclude(free()).exists())


def _oldest(rows: QuerySet[Any]) -> datetime | None:
    since: datetime | None = rows.aggregate(Min("waiting_since"))["waiting_since__min"]
    return since


def _minutes(passed: timedelta) -> str:
    return f"{passed.total_seconds() / 60:.0f}"


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
