import uuid
from datetime import timedelta

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import LazySettings
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from apps.answers.models import Answer, AnswerState
from apps.answers.run import asking, workflow
from apps.answers.run.asking import CannotAskError, ask, next_in_turn, retry, stop, sweep
from apps.answers.tasks import answer_question
from apps.audit.models import Action, AuditEvent
from apps.documents.leases import claim
from tests.people import People

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What was told to the workers."""
    told: list[int] = []
    monkeypatch.setattr(asking.current_app, "send_task", lambda name, args, **options: told.append(args[0]))
    return told


def test_a_question_is_kept_then_sent(
    people: People, sent: list[int], django_capture_on_commit_callbacks: pytest.FixtureRequest
) -> None:
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        answer = ask(people.owner, "  What were net sales?  ", address="10.0.0.7")
        assert sent == []

    assert sent == [answer.pk]
    assert answer.question == "What were net sales?"
    assert AuditEvent.objects.get(action=Action.ASKED).address == "10.0.0.7"


@pytest.mark.parametrize("question", ["", "   \n ", "\x00", "x" * 2001])
def test_nonsense_is_refused_in_a_sentence(people: People, question: str) -> None:
    with pytest.raises(CannotAskError, match=r"\.$"):
        ask(people.owner, question)
    assert not Answer.objects.exists() and not AuditEvent.objects.exists()


def test_long_white_space_is_one_blank(people: People) -> None:
    assert ask(people.owner, f"net{' ' * 3900}\n income\u00a0?").question == "net income ?"


def test_nobodys_questions_hold_anothers(people: People) -> None:
    first = [ask(people.owner, f"What were net sales in {year}?") for year in range(1960, 2020)]
    other = ask(people.stranger, "What were net sales?")
    assert next_in_turn()[:3] == [first[0].pk, other.pk, first[1].pk]

    Answer.objects.filter(pk=first[0].pk).update(
        state=AnswerState.WORKING, lease=uuid.uuid4(), lease_until=timezone.now() + timedelta(minutes=1)
    )
    assert next_in_turn()[:2] == [other.pk, first[1].pk]


def test_a_hint_serves_whose_turn_it_is(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[int] = []
    monkeypatch.setattr(workflow, "answer", lambda pk: not served.append(pk))
    mine = [ask(people.owner, "What were net sales?") for _ in range(3)]
    Answer.objects.filter(pk=mine[0].pk).update(state=AnswerState.DONE)
    answer_question(mine[2].pk)
    assert served == [mine[1].pk]


def test_the_hard_limit_ends_a_question_whoever_holds_it(people: People) -> None:
    answer = ask(people.owner, "What were net sales?")
    workflow.out_of_time(answer.pk)
    answer.refresh_from_db()
    assert answer.state == AnswerState.QUEUED
    assert claim(Answer.objects.filter(pk=answer.pk)) is not None
    workflow.out_of_time(answer.pk)
    answer.refresh_from_db()
    assert (answer.state, answer.lease) == (AnswerState.FAILED, None)
    assert "took longer than 300 seconds" in answer.error
    assert AuditEvent.objects.filter(action=Action.ANSWER_FAILED).count() == 1


def test_the_soft_limit_ends_a_question(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*args: object) -> None:
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(workflow, "walk", late)
    answer = ask(people.owner, "What were net sales?")
    assert workflow.answer(answer.pk)
    answer.refresh_from_db()
    assert (answer.state, answer.diagnostics["exception"]) == (AnswerState.FAILED, "SoftTimeLimitExceeded")
    assert "took longer than" in answer.error


def test_a_broker_that_is_down_loses_nothing(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*args: object, **options: object) -> None:
        raise BrokerError("nobody there")

    answer = ask(people.owner, "What were net sales?")
    monkeypatch.setattr(asking.current_app, "send_task", down)
    assert not asking.send(answer.pk)

    Answer.objects.update(enqueued=None)
    told: list[int] = []
    monkeypatch.setattr(asking.current_app, "send_task", lambda name, args, **options: told.append(args[0]))
    assert sweep() == 1
    assert told == [answer.pk]
    assert not AuditEvent.objects.filter(action=Action.RESUMED).exists()


def test_a_question_with_a_fresh_hint_is_not_sent_again(people: People, sent: list[int]) -> None:
    asking.send(ask(people.owner, "What were net sales?").pk)

    assert sweep() == 0
    assert len(sent) == 1


def test_stop_once(people: People, settings: LazySettings) -> None:
    answer = ask(people.owner, "What were net sales?")
    stop(answer, people.owner)

    assert answer.state == AnswerState.STOPPED
    with pytest.raises(CannotAskError):
        stop(answer, people.owner)
    assert AuditEvent.objects.filter(action=Action.ANSWER_STOPPED).count() == 1
    assert sweep() == 0


def test_retry_only_what_ended_without_an_answer(people: People) -> None:
    answer = ask(people.owner, "What were net sales?")
    with pytest.raises(CannotAskError):
        retry(answer, people.owner)
    stop(answer, people.owner)
    retry(answer, people.owner)

    assert answer.state == AnswerState.QUEUED
    assert AuditEvent.objects.filter(action=Action.RETRIED, actor_uid=people.owner.uid).count() == 1
