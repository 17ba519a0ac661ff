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

from apps.answers.run import workflow
from apps.answers.run.asking import ask, sweep
from apps.answers.models import Answer, AnswerState, StageName
from apps.audit.models import Action, AuditEvent
from finrag_site.embedded.paths import BASE
from tests.answers.store import hold
from tests.people import People

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]
WORKER = """
import sys, time
import django
django.setup()
from django.conf import settings
settings.DATABASES["default"]["NAME"] = {database!r}
from apps.answers.run import workflow
real = getattr(workflow, {stage!r})
def hanging(*args):
    print("there", flush=True)
    time.sleep(600)
    return real(*args)
setattr(workflow, {stage!r}, hanging)
workflow.answer({answer})
"""


def start_worker(answer: Answer, stage: str) -> "subprocess.Popen[str]":
    """A process that hangs inside `stage`; returns when it is there."""
    database = str(connection.settings_dict["NAME"])
    program = WORKER.format(database=database, stage=stage, answer=answer.pk)
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "finrag_site.settings"}
    worker = subprocess.Popen(
        [sys.executable, "-c", program], cwd=BASE, env=environment, stdout=subprocess.PIPE, text=True
    )
    assert worker.stdout
    for line in worker.stdout:
        if line.startswith("there"):
            return worker
    raise AssertionError(f"the worker ended before {stage}")


@pytest.mark.parametrize("stage", ["read_question", "gather", "curate", "checked_twice"])
def test_the_answer_is_taken_up_again(people: People, stage: str) -> None:
    hold(people.owner)
    answer = ask(people.owner, "What was Quillmark's operating income in fiscal 2023?")
    worker = start_worker(answer, stage)
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
    assert [one.name for one in answer.stages.filter(attempt=2)] == list(StageName)
    assert answer.citations.count() == 1
    actions = Counter(AuditEvent.objects.filter(subject_uid=answer.uid).values_list("action", flat=True))
    assert actions == Counter({Action.ASKED: 1, Action.RESUMED: 1, Action.ANSWERED: 1})


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
