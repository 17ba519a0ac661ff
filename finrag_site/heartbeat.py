"""Workers say that they live: a key per worker in the queue's Redis, gone soon after the worker."""

from typing import Any

from celery import Celery, bootsteps

PREFIX = "finrag:worker:"
EVERY_SECONDS = 2.0
LIVES_SECONDS = 8


class Heartbeat(bootsteps.StartStopStep):  # type: ignore[misc]
    """Writes `finrag:worker:<name>` = queues, comma-separated, every two seconds from the worker's own loop."""

    requires = ("celery.worker.components:Timer",)

    def start(self, parent: Any) -> None:
        self._beat(parent)
        parent.timer.call_repeatedly(EVERY_SECONDS, self._beat, (parent,))

    def _beat(self, worker: Any) -> None:
        with worker.app.connection_for_write() as connection:
            queues = ",".join(sorted(worker.app.amqp.queues.consume_from))
            connection.default_channel.client.set(PREFIX + worker.hostname, queues, ex=LIVES_SECONDS)


def queues_served(app: Celery) -> set[str]:
    """The queues that living workers take from; raises kombu's OperationalError when the queue is not there."""
    with app.connection_for_read() as connection:
        connection.ensure_connection(max_retries=1, timeout=3)
        client = connection.default_channel.client
        keys = list(client.scan_iter(match=PREFIX + "*", count=100))
        values = client.mget(keys) if keys else []
    return {queue for value in values if value for queue in _text(value).split(",")}


def _text(value: bytes | str) -> str:
    return value.decode() if isinstance(value, bytes) else value
