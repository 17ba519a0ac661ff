"""The parts of a plan go side by side, and come back in their order."""

import threading

import pytest
from django.db import connection, transaction

from apps.answers import subquestions
from apps.answers.gather import gather
from apps.answers.intent import read_question
from apps.answers.run.settings import PipelineSettings
from apps.answers.planning import Plan, SubQuestion, make_plan
from apps.answers.subquestions import each, gather_parts
from apps.retrieval.found import Scope
from tests.answers.store import hold
from tests.people import People

WHOLE = "Compare the operating income and the staff of Quillmark in fiscal 2023"
PARTS = (
    SubQuestion("What was Quillmark's operating income in fiscal 2023?"),
    SubQuestion("How many people did Quillmark employ at the end of 2023?"),
)


def planned() -> Plan:
    plan = make_plan(read_question(WHOLE), Scope(), PipelineSettings())
    return Plan(plan.question, plan.scope, plan.settings, parts=PARTS)


@pytest.mark.django_db(transaction=True)
def test_parts_meet_in_the_midst_of_their_work() -> None:
    both = threading.Barrier(2, timeout=60)

    def work(part: str) -> str:
        with connection.cursor() as cursor:
            cursor.execute("select %s", [part])
            found = str(cursor.fetchone()[0])
        both.wait()  # one after the other would wait for ever
        return found

    assert each(["a", "b"], work) == ["a", "b"]


@pytest.mark.django_db(transaction=True)
def test_threads_leave_no_connection_behind() -> None:
    def pid(part: int) -> int:
        with connection.cursor() as cursor:
            cursor.execute("select pg_backend_pid()")
            return int(cursor.fetchone()[0])

    backends = set(each([1, 2, 3], pid))
    with connection.cursor() as cursor:
        cursor.execute("select pg_backend_pid()")
        assert cursor.fetchone()[0] not in backends
        for _ in range(200):
            cursor.execute("select count(*) from pg_stat_activity where pid = any(%s)", [list(backends)])
            if (left := cursor.fetchone()[0]) == 0:
                break
            cursor.execute("select pg_sleep(0.05)")
    assert left == 0


@pytest.mark.django_db(transaction=True)
def test_what_goes_wrong_in_a_part_is_raised() -> None:
    def work(part: int) -> int:
        return 1 // part

    with pytest.raises(ZeroDivisionError):
        each([1, 0], work)


@pytest.mark.django_db(transaction=True)
def test_side_by_side_finds_what_one_after_the_other_does(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    hold(people.owner)
    threads: set[str] = set()

    def noted(plan: Plan, asker: object) -> object:
        threads.add(threading.current_thread().name)
        return gather(plan, people.owner)

    monkeypatch.setattr(subquestions, "gather", noted)
    plan = planned()
    whole = gather(plan, people.owner)
    together = gather_parts(plan, people.owner, whole)
    assert threads and all(name.startswith("part") for name in threads)
    threads.clear()
    with transaction.atomic():
        in_turn = gather_parts(plan, people.owner, whole)
    assert threads == {threading.current_thread().name}
    assert [one.found.chunk_id for one in together.passages] == [one.found.chunk_id for one in in_turn.passages]
