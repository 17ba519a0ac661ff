"""What processes log: whose work it was, and nothing of what people wrote."""

import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from celery.signals import before_task_publish, task_postrun, task_prerun
from django.db import IntegrityError, OperationalError, transaction
from django.test import Client
from structlog.contextvars import bind_contextvars, bound_contextvars, clear_contextvars, get_contextvars

from apps.accounts.models import User
from apps.audit.models import AuditEvent
from finrag_site import environment, logs
from finrag_site.celery import REQUEST, app
from finrag_site.embedded.paths import layout
from tests.people import People

NOTE = "Sell everything before the zeppelin lands"


@pytest.fixture
def line() -> Iterator[Callable[..., dict[str, Any]]]:
    """`line(message, *args, error=...)` logs, and gives the JSON object that a file gets."""
    formatter = logs.Discreet(**formatter_of("json"))

    def told(message: str, *args: Any, error: Exception | None = None, name: str = "apps.test") -> dict[str, Any]:
        info = (type(error), error, error.__traceback__) if error else None
        record = logging.LogRecord(name, logging.ERROR, __file__, 1, message, args, info)
        found: dict[str, Any] = json.loads(formatter.format(record))
        return found

    yield told
    clear_contextvars()


def formatter_of(form: str) -> dict[str, Any]:
    told: dict[str, Any] = logs.configuration(form, "info")["formatters"]["line"]
    return {name: value for name, value in told.items() if name != "()"}


def raised(error: Exception, cause: Exception | None = None) -> Exception:
    try:
        raise error from cause
    except Exception as caught:  # noqa: BLE001 - any is raised here to have its frames
        return caught


def test_a_line_says_whose_work_it_was(line: Callable[..., dict[str, Any]]) -> None:
    with bound_contextvars(request="r-1", task="t-1", answer="a-1"):
        told = line("sent %s questions again", 3)
    assert told["event"] == "sent 3 questions again"
    assert (told["request"], told["task"], told["answer"]) == ("r-1", "t-1", "a-1")
    assert (told["level"], told["logger"]) == ("error", "apps.test")


def test_the_words_of_an_exception_are_not_told(line: Callable[..., dict[str, Any]]) -> None:
    error = raised(ValueError(NOTE), raised(IntegrityError(f"DETAIL: Failing row contains ({NOTE}).")))
    told = line("an attempt failed: %s", error, error=error)
    assert "zeppelin" not in json.dumps(told)
    assert told["event"] == "an attempt failed: ValueError"
    assert [one["what"] for one in told["exception"]] == ["ValueError", "IntegrityError"]
    assert told["exception"][0]["where"][-1].startswith("tests/site/test_logs.py:")


def test_a_task_of_a_loop_that_fails_brings_no_words(line: Callable[..., dict[str, Any]]) -> None:
    told = line(f"Task exception was never retrieved\nfuture: exception=ValueError({NOTE!r})", name="asyncio")
    assert told["event"] == "Task exception was never retrieved"


def test_the_words_of_the_system_are_told(line: Callable[..., dict[str, Any]]) -> None:
    assert line("no file: %s", FileNotFoundError(2, "No such file"))["event"].endswith("No such file")
    assert line("%s", OperationalError("server closed the connection\nmore"))["event"].endswith("the connection")


def test_a_task_that_fails_brings_no_words(line: Callable[..., dict[str, Any]]) -> None:
    """Celery gives the exception and its traceback as text."""
    given = {"name": "n", "exc": NOTE, "traceback": NOTE}
    told = line("Task %(name)s raised: %(exc)s\n%(traceback)s", given, error=raised(ValueError(NOTE)))
    assert "zeppelin" not in json.dumps(told)
    assert told["event"].strip() == "Task n raised: ValueError"


@pytest.mark.parametrize(
    ("name", "came_back", "told"),
    [("apps.sweep", "None", False), ("apps.sweep", "0", False), ("apps.sweep", "3", True), ("apps.read", "None", True)],
)
def test_a_sweep_that_found_nothing_leaves_no_line(name: str, came_back: str, told: bool) -> None:
    args = {"name": name, "return_value": came_back}
    record = logging.LogRecord("celery.app.trace", logging.INFO, __file__, 1, "ended", (args,), None)

    assert logs.Eventful({"apps.sweep"}).filter(record) is told


def test_a_secret_in_a_sentence_is_masked(line: Callable[..., dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "READ", {})
    monkeypatch.setenv("FINRAG_LLM_KEY", "sk-0123456789")
    monkeypatch.setenv("CELERY_BROKER_URL", "redis://:hidden-word@queue:6379/0")
    for name in ("FINRAG_LLM_KEY", "CELERY_BROKER_URL"):
        environment.text(name)
    assert line("refused sk-0123456789 and hidden-word")["event"] == "refused (secret) and (secret)"


def test_a_terminal_gets_lines_for_people() -> None:
    error = raised(ValueError(NOTE))
    info = (ValueError, error, error.__traceback__)
    record = logging.LogRecord("apps.test", logging.ERROR, __file__, 1, "failed", (), info)
    text = logs.Discreet(**formatter_of("text")).format(record)
    assert "failed" in text and "ValueError" in text and "zeppelin" not in text
    assert not text.startswith("{")


def test_a_request_is_told_by_its_route_and_never_by_its_query(
    people: People, client_for: Callable[[User], Client], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        reply = client_for(people.owner).get("/library/", {"q": NOTE}, headers={"X-Request-ID": "somebody-elses"})
    assert reply.status_code == 200
    assert "GET library/ 200" in caplog.text and "zeppelin" not in caplog.text
    assert len(reply["X-Request-ID"]) == 32  # no proxy of ours was there to number it


def test_a_task_knows_the_request_that_sent_it() -> None:
    headers: dict[str, Any] = {}
    with bound_contextvars(request="r-1"):
        before_task_publish.send(sender="x", headers=headers)
    assert headers == {REQUEST: "r-1"}
    task = app.tasks["celery.backend_cleanup"]
    task.push_request(id="t-1", **headers)
    bind_contextvars(answer="of the task before")
    try:
        task_prerun.send(sender=task, task_id="t-1", task=task)
        assert get_contextvars() == {"task": "t-1", "request": "r-1"}
    finally:
        task.pop_request()
        task_postrun.send(sender=task, task_id="t-1", task=task)
    assert get_contextvars() == {}


@pytest.mark.django_db
def test_the_log_of_the_embedded_database_holds_no_words_either() -> None:
    """Neither the statement that it refused nor the row."""
    with pytest.raises(IntegrityError), transaction.atomic():
        AuditEvent.objects.create(at=None, action="asked", subject_name=NOTE)
    log = (layout().logs / "postgres.log").read_text(errors="replace")
    assert 'null value in column "at"' in log
    assert NOTE not in log
