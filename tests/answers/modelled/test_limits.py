"""Models that see little at once, and replies that are told while they are written."""

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection

from apps.answers.modelled.context import LEAST, fitting
from apps.answers.modelled.replies import said_so_far
from apps.answers.models import Answer, StageName, Status
from apps.answers.run import workflow
from apps.answers.run.asking import ask
from apps.chat.progress import progress_of
from tests.answers.modelled.replies import answer as written
from tests.answers.modelled.replies import by_shape, curation, plan, short_answer
from tests.answers.modelled.test_road import BOTH, GREW, WHY, answered
from tests.answers.store import hold
from tests.inference.language.server import Said, configured, streamed
from tests.people import People

NARROW = 2048
PATIENCE = 120.0
BARE = GREW.removesuffix(" [1].") + "."


@pytest.mark.django_db
def test_prompts_fit_a_small_context_and_replies_are_short(people: People) -> None:
    hold(people.owner)
    script = by_shape(plan=plan(WHY), curate=curation(1, 2), write=short_answer(BARE, 1, 2))
    with configured(script, context=NARROW) as server:
        answer = answered(people, WHY)

    assert all(request["max_tokens"] == NARROW // 6 for request in server.requests)
    assert all(len(server.prompt(at)) / 2.5 < NARROW * 3 / 4 for at in range(len(server.requests)))
    assert answer.status == Status.WRITTEN
    assert answer.trace["object"]["summary"] == f"{BARE} [1][2]"


def test_passages_are_cut_before_they_are_left_out() -> None:
    passages: Any = [f"passage {number}" for number in range(10)]
    assert fitting(passages, 2000, 100_000) == (tuple(passages), 2000)
    kept, each = fitting(passages, 2000, 10_000)
    assert (len(kept), each) == (10, 750)
    kept, each = fitting(passages, 2000, 2_000)
    assert len(kept) == 3 and each >= LEAST
    assert len(fitting(passages, 2000, 0)[0]) == 1


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ("", ""),
        ('{"answerable": true, "summary": "Net sa', "Net sa"),
        ('{"summary": "A \\"quoted\\" word\\u20', 'A "quoted" word'),
        ('{"summary": "Two\\nlines", "insights": []}', "Two\nlines"),
        ('{"sentences": [{"text": "One.", "sources": [1]}, {"text": "Tw', "One. Tw"),
    ],
)
def test_what_is_said_so_far(raw: str, words: str) -> None:
    assert said_so_far(raw) == words


@pytest.mark.django_db(transaction=True)
def test_a_reply_is_told_while_it_is_written(people: People) -> None:
    hold(people.owner)
    answer, seen = ask(people.owner, WHY), threading.Event()
    rest = by_shape(plan=plan(WHY), curate=curation(1, 2), write=_held_back(json.dumps(written(BOTH)), seen))

    def work() -> None:
        workflow.answer(answer.pk)
        connection.close()

    with configured(rest) as server:
        worker = threading.Thread(target=work)
        worker.start()
        told = _told(answer)
        seen.set()
        worker.join()

    assert told == f"Not checked yet: {GREW[:40]}"
    assert ["stream" in request for request in server.requests] == [False, False, True]
    answer.refresh_from_db()
    assert answer.status == Status.WRITTEN and "draft" not in answer.stages.get(name=StageName.WRITE).detail


def _held_back(reply: str, seen: threading.Event) -> Said:
    """The first 40 letters of the summary, and the rest when the test has seen them."""
    cut = reply.index("Net sales") + 40
    first, *others = streamed(reply[:cut], reply[cut:]).pieces

    def pieces() -> Iterator[bytes]:
        yield first
        assert seen.wait(PATIENCE)
        yield from others

    return Said(pieces=pieces(), headers={"Content-Type": "text/event-stream"})


def _told(answer: Answer) -> str:
    """What the stages tell as soon as one of them writes."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for step in progress_of(answer.uid, mine=True).steps:
            if step.told and not step.ended:
                return step.told
        time.sleep(0.05)
    return ""
