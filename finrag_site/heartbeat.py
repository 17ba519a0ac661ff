"""Workers say that they live: a key per worker in the queue's Redis, gone soon after the worker."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from celery import Celery, bootsteps
from redis import Redis

PREFIX = "finrag:worker:"
EVERY_SECONDS = 2.0
LIVES_SECONDS = 8


class Heartbeat(bootsteps.StartStopStep):
    """Writes `finrag:worker:<name>` = queues, comma-separated, every two seconds from the worker's own loop."""

    requires = ("celery.worker.components:Timer",)

    def start(self, parent: Any) -> None:
        self._beat(parent)
        parent.timer.call_repeatedly(EVERY_SECONDS, self._beat, (parent,))

    def _beat(self, worker: Any) -> None:
        queues = ",".join(sorted(worker.app.amqp.queues.consume_from))
        with redis_of(worker.app) as redis:
            redis.set(PREFIX + worker.hostname, queues, ex=LIVES_SECONDS)


@contextmanager
def redis_of(app: Celery) -> Iterator[Redis]:
    """The Redis or Valkey behind the queue, whichever way its address is written.

    Raises:
        kombu.exceptions.OperationalError: nobody answers there.
    """
    with app.connection_for_write() as connection:
        connection.ensure_connection(max_retries=1, timeout=3)
        channel: Any = connection.default_channel
        yield channel.client


def queues_served(app: Celery) -> set[str]:
    """The queues that living workers take from; raises kombu's OperationalError when the queue is not there."""
    return {queue for taken in workers_seen(app).values() for queue in taken}


def workers_seen(app: Celery) -> dict[str, list[str]]:
    """The queues of each living worker, by its name; raises kombu's OperationalError when the queue is not there."""
    with redis_of(app) as redis:
        keys = sorted(redis.scan_iter(match=PREFIX + "*", count=100))
        values = redis.mget(keys) if keys else []
    named = zip(keys, values, strict=True)
    return {_text(key).removeprefix(PREFIX): _text(value).split(",") for key, value in named if value}


def _text(value: bytes | str) -> str:
    return value.decode() if isinstance(value, bytes) else value
