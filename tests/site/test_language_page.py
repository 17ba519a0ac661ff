"""The administrators' page on language models, its test, and the command that does the same."""

import json
from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from apps.accounts.models import User
from tests.inference.language.server import KEY, MODEL, Said, configured, refusal
from tests.people import People

READY = '{"ready": "yes"}'


def called(arguments: str) -> Said:
    """The tool of the test, called with these arguments."""
    function = {"name": "report", "arguments": arguments}
    message = {"role": "assistant", "tool_calls": [{"id": "a", "type": "function", "function": function}]}
    choice = {"index": 0, "finish_reason": "tool_calls", "message": message}
    return Said(body=json.dumps({"object": "chat.completion", "model": MODEL, "choices": [choice]}).encode())


Browser = Callable[[User], Client]


def test_the_page_names_what_is_configured_and_asks_nobody(people: People, client_for: Browser) -> None:
    with configured([READY], judge=True) as server:
        page = client_for(people.administrator).get("/models/")
    assert page.status_code == 200
    assert [row.configured for row in page.context["roles"]] == [True] * 6
    assert MODEL in page.content.decode()
    assert KEY not in page.content.decode()
    assert server.requests == []


def test_without_settings_nothing_is_configured(people: People, client_for: Browser) -> None:
    page = client_for(people.administrator).get("/models/")
    assert "Not configured" in page.content.decode()


def test_a_test_asks_the_model_of_one_role(people: People, client_for: Browser) -> None:
    with configured([READY], judge=True) as server:
        page = client_for(people.administrator).post("/models/test", {"role": "writer"})
    assert {request["model"] for request in server.requests} == {MODEL}
    words = " ".join(page.content.decode().split())
    assert "Answers in JSON; 110 tokens." in words
    assert "JSON by schema, calls no tools, does not stream" in words


@pytest.mark.parametrize(
    ("replies", "told"),
    [
        ([Said('{"answer": "I am ready"}'), READY], "JSON after its schema was told in words, too, calls no tools"),
        ([Said(READY, usage=None)], "tokens, which it does not count."),
        ([Said(READY), called(READY)], "JSON by schema, calls tools, does not stream"),
        ([Said(READY), called('{"ready": "perhaps"}')], "calls tools with wrong arguments, does not stream"),
    ],
)
def test_what_an_endpoint_can_do_is_told_as_it_was_seen(
    people: People, client_for: Browser, replies: list[Said], told: str
) -> None:
    with configured(replies):
        page = client_for(people.administrator).post("/models/test", {"role": "writer"})
    assert told in " ".join(page.content.decode().split())


def test_a_test_that_fails_says_what_to_do(people: People, client_for: Browser) -> None:
    with configured([refusal(401, f"wrong key {KEY}")], judge=True):
        page = client_for(people.administrator).post("/models/test", {"role": "judge"})
    assert "check FINRAG_LLM_KEY" in page.content.decode()
    assert KEY not in page.content.decode()


def test_a_role_that_is_none(people: People, client_for: Browser) -> None:
    assert client_for(people.administrator).post("/models/test", {"role": "poet"}).status_code == 400


def test_others_stay_outside(people: People, client_for: Browser) -> None:
    for person in people:
        if person != people.administrator:
            assert client_for(person).get("/models/").status_code == 403
            assert client_for(person).post("/models/test", {"role": "writer"}).status_code == 403


def test_the_command_prints_a_line_for_each_role(capsys: pytest.CaptureFixture[str]) -> None:
    with configured([READY], judge=True):
        call_command("check_llm")
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [
        [role, "ok"] for role in ("planner", "curator", "writer", "judge", "reader", "vision")
    ]


def test_the_command_fails_where_a_model_does(capsys: pytest.CaptureFixture[str]) -> None:
    with configured([refusal(401)], judge=True), pytest.raises(CommandError, match="6 of 6 roles"):
        call_command("check_llm")
    assert "check FINRAG_LLM_KEY" in capsys.readouterr().out


def test_the_command_is_content_without_models(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("check_llm")
    assert "Not configured" in capsys.readouterr().out
