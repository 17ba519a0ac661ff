"""What runs, waits and has failed: files, questions and grids of the memory bank, each with the queue it goes through.

The rows are the truth, not the messages of the queue. It is told whose they are, and of no question or file the words.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from django.db import connection
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from apps.accounts.acting import serving
from apps.accounts.models import User
from apps.answers.models import Answer
from apps.answers.run import asking
from apps.documents import life_cycle
from apps.documents.models import Document, DocumentVersion
from apps.memory import grids
from apps.memory.models import Grid
from finrag_site.celery import app
from finrag_site.figures import QUEUES
from finrag_site.heartbeat import redis_of, workers_seen


class Phase(StrEnum):
    WORKING = "working"
    WAITING = "waiting"
    FAILED = "failed"


class JobKind(StrEnum):
    FILE = "file"
    QUESTION = "question"
    GRID = "grid"


class CannotRetryError(ValueError):
    """It did not fail, or is gone; str() is one sentence for the user."""


@dataclass(frozen=True, slots=True)
class Job:
    """done, total: pages or passages of a step, cells of a grid; 0 where nobody counts. name, link: of a document that
    the reader may see."""

    kind: JobKind
    uid: uuid.UUID
    queue: str
    step: str
    phase: Phase
    since: datetime
    attempts: int
    done: int
    total: int
    owner: str
    error: str
    document: uuid.UUID | None = None
    name: str = ""

    @property
    def again(self) -> bool:
        return self.phase is Phase.FAILED


@dataclass(frozen=True, slots=True)
class Queue:
    """messages: that no worker has taken. None where the queue's server does not answer."""

    name: str
    messages: int | None
    workers: Sequence[str]
    working: int = 0
    waiting: int = 0
    failed: int = 0
    oldest: datetime | None = None


JOBS = """
    SELECT 'file' AS kind, version.uid, CASE WHEN coalesce(nullif(failed_in, ''), state) IN ('uploaded', 'normalized')
            THEN 'parse' ELSE 'gpu' END AS queue,
        coalesce(nullif(failed_in, ''), state) AS step,
        CASE WHEN state = 'error' THEN 'failed' WHEN lease_until > now() THEN 'working' ELSE 'waiting' END AS phase,
        waiting_since AS since, attempts, progress_done AS done, progress_total AS total, owner_id, error,
        document.uid AS document
    FROM documents_documentversion AS version JOIN documents_document AS document ON document.id = document_id
    WHERE state <> 'ready' AND deleted IS NULL
    UNION ALL
    SELECT 'question', uid, 'answer', state,
        CASE WHEN state = 'failed' THEN 'failed' WHEN lease_until > now() THEN 'working' ELSE 'waiting' END,
        coalesce(finished, waiting_since), attempts, 0, 0, asker_id, error, NULL
    FROM answers_answer WHERE state IN ('queued', 'working', 'failed')
    UNION ALL
    SELECT 'grid', grid.uid, 'answer', CASE WHEN paused THEN 'paused' ELSE 'cells' END,
        CASE WHEN bool_or(lease_until > now()) THEN 'working'
            WHEN bool_or(work = 'waiting') THEN 'waiting' ELSE 'failed' END,
        max(changed), max(attempts), count(*) FILTER (WHERE work = ''), count(*), owner_id,
        CASE WHEN bool_or(work = 'failed') THEN count(*) FILTER (WHERE work = 'failed') || ' cells failed.' ELSE '' END,
        NULL
    FROM memory_grid AS grid JOIN memory_cell AS cell ON cell.grid_id = grid.id
    GROUP BY grid.id HAVING bool_or(work <> '')"""
PAGE = f"""
    SELECT kind, jobs.uid, queue, step, phase, since, attempts, done, total, coalesce(username, ''), error, document
    FROM ({JOBS}) AS jobs LEFT JOIN accounts_user ON accounts_user.id = owner_id
    WHERE phase = ANY(%s) AND queue = ANY(%s)
    ORDER BY array_position(ARRAY['working', 'waiting', 'failed'], phase),
        CASE WHEN phase = 'failed' THEN -extract(epoch FROM since) ELSE extract(epoch FROM since) END, jobs.uid
    LIMIT %s OFFSET %s"""  # noqa: S608 - of this file
COUNTS = f"SELECT queue, phase, count(*), min(since) FROM ({JOBS}) AS jobs GROUP BY 1, 2"  # noqa: S608


@serving()
def page_of(phases: Sequence[Phase], queues: Sequence[str], first: int, most: int) -> list[Job]:
    """In work first, then what waits, the oldest first; then what failed, the newest first."""
    with connection.cursor() as cursor:
        cursor.execute(PAGE, [list(phases), list(queues), most, first])
        rows = cursor.fetchall()
    return [Job(JobKind(kind), uid, queue, step, Phase(phase), *rest) for kind, uid, queue, step, phase, *rest in rows]


def named(jobs: Sequence[Job], reader: User) -> list[Job]:
    """The same, with the names of the documents that the reader may see anyway."""
    wanted = [job.document for job in jobs if job.document]
    names = {one.uid: str(one) for one in Document.objects.visible_to(reader).filter(uid__in=wanted)}
    return [replace(job, name=names[job.document]) if job.document in names else job for job in jobs]


def queues() -> list[Queue]:
    """Every queue with what is in it, and the workers that take from it."""
    counts = _counts()
    try:
        with redis_of(app) as redis:
            depth: dict[str, int | None] = {name: int(redis.llen(name)) for name in QUEUES}
        seen = workers_seen(app)
    except (OperationalError, RedisError, OSError):
        depth, seen = dict.fromkeys(QUEUES), {}
    return [_queue(name, depth[name], seen, counts) for name in QUEUES]


def _queue(
    name: str, messages: int | None, seen: dict[str, list[str]], counts: dict[tuple[str, str], tuple[int, datetime]]
) -> Queue:
    number = {phase: counts[name, phase][0] if (name, phase) in counts else 0 for phase in Phase}
    oldest = counts[name, Phase.WAITING][1] if (name, Phase.WAITING) in counts else None
    workers = [worker for worker, taken in seen.items() if name in taken]
    working, waiting, failed = (number[phase] for phase in Phase)
    return Queue(name, messages, workers, working, waiting, failed, oldest)


@serving()
def _counts() -> dict[tuple[str, str], tuple[int, datetime]]:
    with connection.cursor() as cursor:
        cursor.execute(COUNTS)
        return {(queue, phase): (number, oldest) for queue, phase, number, oldest in cursor.fetchall()}


@serving()
def retry(kind: JobKind, uid: uuid.UUID, actor: User, address: str | None) -> None:
    """Try again what failed. Recorded as the actor's act. Raises CannotRetryError."""
    try:
        if kind is JobKind.FILE:
            life_cycle.retry(DocumentVersion.objects.select_related("document").get(uid=uid), actor)
        elif kind is JobKind.QUESTION:
            asking.retry(Answer.objects.get(uid=uid), actor, address)
        elif not grids.retry_failed(Grid.objects.get(uid=uid), actor):
            raise CannotRetryError("No cell of it has failed.")
    except (DocumentVersion.DoesNotExist, Answer.DoesNotExist, Grid.DoesNotExist):
        raise CannotRetryError("It is not there any more.") from None
    except (life_cycle.NotFailedError, asking.CannotAskError) as error:
        raise CannotRetryError(str(error)) from error
