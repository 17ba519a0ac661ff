"""Many users at once: as many processes, each asking everything, all beginning together."""

import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

from django.db import connection

from apps.accounts.acting import begin, key_of
from apps.accounts.models import User
from apps.evaluation import user_process
from apps.evaluation.metrics import percentiles
from apps.retrieval.search import search_text


@dataclass(frozen=True, slots=True)
class Throughput:
    """wall: from the first question asked to the last one answered."""

    users: int
    wall: float
    seconds: list[float]

    def as_json(self) -> dict[str, Any]:
        answered = len(self.seconds)
        rate = {"searches": answered, "searches_per_second": round(answered / self.wall, 2)}
        return {"users": self.users, "wall_seconds": round(self.wall, 2)} | rate | percentiles(self.seconds)


def throughput(questions: Sequence[str], user: User, users: int) -> Throughput:
    """Real processes against the store, each with its own connection and model; each begins at another question."""
    context = get_context("spawn")  # a fork would inherit connections and the model's threads
    given = (str(connection.settings_dict["NAME"]), context.Barrier(users))
    with ProcessPoolExecutor(users, context, initializer=user_process.prepare, initargs=given) as pool:
        turns = [_turned(questions, number * len(questions) // users) for number in range(users)]
        done = [future.result() for future in [pool.submit(_ask_all, turn, user.pk) for turn in turns]]
    wall = max(ended for _, ended, _ in done) - min(began for began, _, _ in done)
    return Throughput(users, wall, [seconds for _, _, one in done for seconds in one])


def _turned(questions: Sequence[str], first: int) -> list[str]:
    return [*questions[first:], *questions[:first]]


def _ask_all(questions: list[str], user_pk: int) -> tuple[float, float, list[float]]:
    """In a process of its own: when it began and ended, by the clock of the machine, and the seconds of each search."""
    user = User.objects.get(pk=user_pk)
    begin(key_of(user))
    search_text(questions[0], viewer=user)  # the model is loaded before the clock runs
    user_process.all_ready()
    began, seconds = time.time(), []
    for question in questions:
        asked = time.perf_counter()
        search_text(question, viewer=user)
        seconds.append(time.perf_counter() - asked)
    return began, time.time(), seconds
