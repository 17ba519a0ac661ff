import pytest
from django.conf import LazySettings
from kombu.exceptions import OperationalError as BrokerError

from apps.answers.run import asking
from apps.answers.run.asking import CannotAskError, ask, retry, stop, sweep
from apps.answers.models import Answer, AnswerState
from apps.audit.models import Action, AuditEvent
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


@pytest.mark.parametrize("question", ["", "   \n ", "\x00", "x" * 4001])
def test_nonsense_is_refused_in_a_sentence(people: People, question: str) -> None:
    with pytest.raises(CannotAskError, match=r"\.$"):
        ask(people.owner, question)
    assert not Answer.objects.exists() and not AuditEvent.objects.exists()


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
