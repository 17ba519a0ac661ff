"""Watching files that the workers read: how many are where, which are finished, and whether anybody works at all."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import monotonic, sleep

from celery import current_app
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from apps.documents import dispatch
from apps.documents.models import DocumentVersion, State
from apps.documents.progress import DOING
from finrag_site.heartbeat import queues_served

LOOK_SECONDS = 1.0
UNSERVED_SECONDS = 30.0  # a worker that is started again is missed for less
MOST_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Seen:
    """One look. finished: what got there since the last; unserved: queues without a worker, told once."""

    finished: tuple[DocumentVersion, ...]
    done: int
    words: str
    unserved: frozenset[str] = frozenset()


def unserved() -> frozenset[str]:
    """The queues of filings that no living worker takes from: all of them where the queue does not answer."""
    needed = frozenset(map(dispatch.queue_of, dispatch.TASKS))
    try:
        return needed - queues_served(current_app)
    except (OperationalError, RedisError, OSError):
        return needed


class Watch:
    """Of these versions, by their keys, until each is Ready, in Error, or gone."""

    def __init__(self, versions: Iterable[int]) -> None:
        self._open = set(versions)
        self._all = len(self._open)
        self._served = monotonic()
        self._told = False

    def until_finished(self) -> Iterator[Seen]:
        """Looks every second while the caller asks for the next."""
        while self._open:
            yield self._look()
            if self._open:
                sleep(LOOK_SECONDS)

    def _look(self) -> Seen:
        rows = DocumentVersion.objects.filter(pk__in=self._open).values_list("pk", "state")
        states = {pk: State(state) for pk, state in rows}
        ended = [pk for pk, state in states.items() if state in {State.READY, State.ERROR}][:MOST_AT_ONCE]
        finished = DocumentVersion.objects.filter(pk__in=ended).select_related("document").order_by("pk")
        self._open = states.keys() - set(ended)
        doing = Counter(DOING[states[pk]].lower() for pk in self._open)
        words = ", ".join(f"{number} {word}" for word, number in sorted(doing.items()))
        return Seen(tuple(finished), self._all - len(self._open), words or "none left", self._unserved())

    def _unserved(self) -> frozenset[str]:
        absent = unserved() if self._open else frozenset()
        if not absent:
            self._served, self._told = monotonic(), False
        if self._told or monotonic() - self._served < UNSERVED_SECONDS:
            return frozenset()
        self._told = True
        return absent
