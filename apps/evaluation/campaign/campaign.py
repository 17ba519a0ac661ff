"""Injecting failures one after another into an installation of the campaign's own, and judging what came of each."""

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import InterfaceError, OperationalError, connection
from django.db.models.functions import Now
from kombu.exceptions import OperationalError as BrokerError

from apps.evaluation.campaign import faults
from apps.evaluation.campaign.faults import Fault
from apps.evaluation.campaign.hints import waits
from apps.evaluation.campaign.plan import QUEUES, Injection
from apps.evaluation.campaign.processes import Failed, begun, done, ended
from apps.evaluation.campaign.subjects import SUBJECTS, Item, Shelf

PATIENCE = 120.0  # seconds until work must have come to its end again
PAUSE = 0.2
UNREACHABLE = (OperationalError, InterfaceError, BrokerError)


@dataclass(frozen=True, slots=True)
class Result:
    """ending: how the work ended, "" where it did not. wrong: what must not be. died: whether the worker was killed."""

    injection: Injection
    ending: str
    wrong: tuple[str, ...]
    died: bool
    seconds: float

    @property
    def good(self) -> bool:
        return bool(self.ending) and not self.wrong


def run(wanted: Iterable[Injection]) -> Iterator[Result]:
    """Raises Failed where the installation itself does not work. Holds no connection: processes are forked."""
    done(Shelf().prepare)
    for number, injection in enumerate(wanted, start=1):
        yield injected(injection, number)


def injected(injection: Injection, number: int) -> Result:
    started, subject = time.monotonic(), SUBJECTS[injection.subject]
    try:
        item = done(partial(subject.prepare, number))
        died = _suffered(injection, item)
        ending, wrong = done(partial(_recovered, injection, item))
    except Failed as failed:
        return Result(injection, "", (str(failed),), died=False, seconds=time.monotonic() - started)
    return Result(injection, ending, tuple(wrong), died, time.monotonic() - started)


def _suffered(injection: Injection, item: Item) -> bool:
    """Work under the fault, in one process or two; whether one was killed."""
    count = 2 if injection.fault is Fault.TWO else 1
    children = [begun(partial(_work, injection, item)) for _ in range(count)]
    told = [ended(child) for child in children]
    return not all(told)


def _work(injection: Injection, item: Item) -> None:
    subject, fault = SUBJECTS[injection.subject], injection.fault
    if fault in QUEUES:
        faults.STRIKES[fault]()  # while the hint lies in the queue and nobody has taken it
        return
    if fault is Fault.STALL:
        faults.STRIKES[fault] = partial(_taken_over, subject.rows(item))
    faults.set_up(fault, injection.place)
    subject.work(item)


def _taken_over(rows: Any) -> None:
    """What a sweeper and another worker do to a claim that ran out; the other dies as well."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT gen_random_uuid()")
        (token,) = cursor.fetchone() or (None,)
    children = begun(lambda: rows.update(lease=token, lease_until=Now() + timedelta(seconds=1)))
    ended(children)


def _recovered(injection: Injection, item: Item) -> tuple[str, list[str]]:
    """Sweep and work until it has ended, as the workers that are still there do; how it ended, and what is wrong."""
    subject, until, ending = SUBJECTS[injection.subject], time.monotonic() + PATIENCE, ""
    lost = injection.fault in QUEUES
    while not ending and time.monotonic() < until:
        with suppress(*UNREACHABLE):
            if lost and not waits(subject.queue, item):
                subject.sweep()
            else:
                subject.recover(item)
            ending = subject.ending(item)
        if not ending:
            time.sleep(PAUSE)
    return ending, subject.wrong(item) if ending else ["it came to no end"]
