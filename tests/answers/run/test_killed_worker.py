"""A worker killed in the middle of an answer: a real process, a real kill -9, nothing doubled."""

import os
import signal
import subprocess
import sys
import time
import uuid
from collections import Counter
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from apps.answers.models import Answer, AnswerState
from apps.answers.run import stations, workflow
from apps.answers.run.asking import ask, sweep
from apps.audit.models import Action, AuditEvent
from finrag_site.embedded.paths import BASE
from tests.answers.asked import MAIN_ROAD
from tests.answers.store import hold
from tests.people import People

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]
ROAD, PLACES = "apps.answers.run.workflow", "apps.answers.run.stations"
READ, FINISH = (ROAD, "reading_of"), (ROAD, "save_citations")  # before the first station, and amid the last transaction
STATIONS = [(PLACES, name) for name in ("plan", "search", "calculate", "judge", "write", "check")]
WORKER = """
import sys, time
import django
django.setup()
from django.conf import settings
settings.DATABASES["default"]["NAME"] = {database!r}
from importlib import import_module
from apps.accounts import acting
from apps.answers.run import workflow
acting.begin(acting.SERVICE)
place = import_module({module!r})
def hanging(*args):
    print("there", flush=True)
    time.sleep(600)
setattr(place, {stage!r}, hanging)
workflow.answer({answer})
"""


def start_worker(answer: Answer, module: str, stage: str) -> "subprocess.Popen[str]":
    """A process that hangs where `module` calls its `stage`; returns when it is there."""
    database = str(connection.settings_dict["NAME"])
    program = WORKER.format(database=database, module=module, stage=stage, answer=answer.pk)
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "finrag_site.settings"}
    worker = subprocess.Popen(
        [sys.executable, "-c", program], cwd=BASE, env=environment, stdout=subprocess.PIPE, text=True
    )
    assert worker.stdout
    for line in worker.stdout:
        if line.startswith("there"):
            return worker
    raise AssertionError(f"the worker ended before {stage}")


@pytest.mark.parametrize("stage", [READ, *STATIONS, FINISH])
def test_the_answer_is_taken_up_again(people: People, stage: tuple[str, str]) -> None:
    hold(people.owner)
    answer = ask(people.owner, "What was Quillmark's operating income in fiscal 2023?")
    worker = start_worker(answer, *stage)
    if stage != FINISH:  # whose transaction holds the row
        assert not workflow.answer(answer.pk), "two workers at once"
    os.kill(worker.pid, signal.SIGKILL)
    worker.wait()
    past = timezone.now() - timedelta(seconds=1)
    Answer.objects.filter(pk=answer.pk).update(lease_until=past, enqueued=past - timedelta(minutes=1))

    assert sweep() == 1
    deadline = time.monotonic() + 300
    while not workflow.answer(answer.pk):  # a running worker may have been faster
        assert time.monotonic() < deadline
        answer.refresh_from_db()
        if answer.state == AnswerState.DONE:
            break
    answer.refresh_from_db()
    assert answer.state == AnswerState.DONE
    assert [one.name for one in answer.stages.filter(attempt=2)] == MAIN_ROAD
    assert answer.citations.count() == 1
    actions = Counter(AuditEvent.objects.filter(subject_uid=answer.uid).values_list("action", flat=True))
    assert actions == Counter({Action.ASKED: 1, Action.RESUMED: 1, Action.ANSWERED: 1})


def test_every_station_of_the_road_is_killed_in() -> None:
    assert len(STATIONS) + 1 == len(MAIN_ROAD)  # the first only tells what was read before it
    assert all(callable(getattr(stations, name)) for _, name in STATIONS)


def test_a_lease_that_another_took_saves_nothing(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that was thought dead comes back: the answer is no longer its own."""
    hold(people.owner)
    answer = ask(people.owner, "What was Quillmark's operating income in fiscal 2023?")
    result_of = workflow.result_of

    def taken(*args: object, **more: object) -> object:
        Answer.objects.filter(pk=answer.pk).update(lease=uuid.uuid4())
        return result_of(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(workflow, "result_of", taken)
    workflow.answer(answer.pk)

    answer.refresh_from_db()
    assert (answer.state, answer.result) == (AnswerState.WORKING, {})
    assert not answer.citations.exists() and not answer.candidates.exists()
