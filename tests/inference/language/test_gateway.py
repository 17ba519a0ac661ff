"""The gateway against a real server: shapes, repairs, failures, dialects, budgets, and what is kept of a call."""

import json
import logging
from decimal import Decimal
from typing import Any, Literal

import pytest
from django.conf import settings
from django.test import override_settings
from pydantic import BaseModel, ConfigDict, Field

from apps.answers.run.budget import budget_of_answer
from apps.inference.errors import ModelUnavailable
from apps.inference.language import (
    Budget,
    CallFailed,
    Image,
    LanguageModel,
    ReplyInvalid,
    Role,
    Tool,
    language_model,
    result,
    system,
    user,
)
from tests.inference.language.server import (
    KEY,
    MODEL,
    Said,
    configured,
    endpoint_settings,
    model_server,
    refusal,
    streamed,
)


class Figure(BaseModel):
    """What the tests ask for."""

    model_config = ConfigDict(extra="forbid")

    metric: Literal["revenue", "profit"]
    value: int
    words: list[str] = Field(max_length=2)


GOOD = '{"metric": "revenue", "value": 12, "words": []}'
ASKED = [system("Read the figure."), user("Revenue was 12.")]


def model(role: Role = Role.WRITER) -> LanguageModel:
    found = language_model(role)
    assert found is not None
    return found


def test_a_good_reply_is_a_value_with_its_record() -> None:
    with configured([GOOD]) as server:
        reply = model().ask(Figure, ASKED, Budget())
    assert reply.value == Figure(metric="revenue", value=12, words=[])
    call = reply.call
    assert (call.role, call.model, call.repairs, call.attempts) == ("writer", MODEL, 0, 1)
    assert (call.tokens_in, call.tokens_out, call.estimated) == (100, 10, False)
    assert call.cost == Decimal("0.00028")  # 100 at 2 and 10 at 8 dollars a million
    assert call.replies == (GOOD,)
    assert json.loads(json.dumps(call.as_json()))["prompt"][1] == {"role": "user", "text": "Revenue was 12."}
    assert server.paths == ["/v1/chat/completions"]
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"


def test_the_request_is_strict_cold_and_bounded() -> None:
    with configured([GOOD], LLM_MAX_TOKENS=77) as server:
        model().ask(Figure, ASKED, Budget())
    body = server.requests[0]
    assert (body["temperature"], body["max_tokens"], body["model"]) == (0, 77, MODEL)
    described = body["response_format"]["json_schema"]
    assert described["strict"] is True
    assert described["schema"]["additionalProperties"] is False
    assert described["schema"]["required"] == ["metric", "value", "words"]


def test_no_model_is_none() -> None:
    empty = dict.fromkeys(("url", "key", "model"), "") | {
        "price_in": Decimal(0),
        "price_out": Decimal(0),
        "context": 16_384,
    }
    with override_settings(LLM_ENDPOINTS={role.value: empty for role in Role}):
        assert [language_model(role) for role in Role] == [None] * len(Role)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ("Revenue was 12.", "Invalid JSON"),
        ('{"metric": "revenue", "value": "twelve", "words": []}', "value: "),
        ('{"metric": "sales", "value": 1, "words": []}', "metric: "),
        ('{"metric": "revenue", "value": 1, "words": [], "more": 1}', "more: "),
        ('{"metric": "revenue", "value": 1}', "words: "),
        ('{"metric": "revenue", "value": 1, "words": ["a", "b", "c"]}', "words: "),
        ("", "Invalid JSON"),
    ],
)
def test_an_invalid_reply_is_sent_back_with_what_is_wrong(wrong: str, complaint: str) -> None:
    with configured([wrong, GOOD]) as server:
        reply = model().ask(Figure, ASKED, Budget())
    assert reply.value.value == 12
    assert reply.call.repairs == 1
    assert complaint in reply.call.problems[0]
    asked, replied, refused = server.requests[1]["messages"][-3:]
    assert asked["content"] == "Revenue was 12."
    assert replied == {"role": "assistant", "content": wrong}
    assert complaint in refused["content"]
    assert (reply.call.tokens_in, reply.call.tokens_out) == (200, 20)


def test_after_two_repairs_it_is_over() -> None:
    with configured(["no", "still no", "never", GOOD]) as server, pytest.raises(ReplyInvalid) as failed:
        model().ask(Figure, ASKED, Budget())
    assert len(server.requests) == 3
    assert failed.value.call.replies == ("no", "still no", "never")
    assert failed.value.call.repairs == 2
    assert isinstance(failed.value, ModelUnavailable)


def test_what_a_schema_cannot_say_is_checked_and_repaired() -> None:
    def known(figure: Figure) -> str:
        return "" if figure.value == 12 else f"{figure.value} does not stand in the text"

    with configured(['{"metric": "revenue", "value": 13, "words": []}', GOOD]) as server:
        reply = model().ask(Figure, ASKED, Budget(), check=known)
    assert reply.value.value == 12
    assert "13 does not stand in the text" in server.prompt()


def test_a_reply_cut_off_for_its_length_is_told_so() -> None:
    with configured([Said('{"metric": "rev', finish="length"), GOOD]) as server:
        assert model().ask(Figure, ASKED, Budget()).call.repairs == 1
    assert "cut off" in server.prompt()


@pytest.mark.parametrize("wrapped", [f"Here it is:\n```json\n{GOOD}\n```", f"<think>{{hm}}</think>\n{GOOD}"])
def test_wrapping_is_forgiven(wrapped: str) -> None:
    with configured([wrapped]):
        assert model().ask(Figure, ASKED, Budget()).call.repairs == 0


@pytest.mark.parametrize("status", [429, 500, 503])
def test_busy_servers_are_asked_again(status: int) -> None:
    with configured([refusal(status, "later"), refusal(status, "later"), GOOD]) as server:
        reply = model().ask(Figure, ASKED, Budget())
    assert reply.call.attempts == len(server.requests) == 3
    assert reply.call.repairs == 0


def test_a_server_that_asks_to_wait_is_waited_for() -> None:
    with configured([refusal(429, "later", retry_after_ms="300"), GOOD]):
        assert model().ask(Figure, ASKED, Budget()).call.seconds >= 0.3


def test_a_server_that_stays_down_ends_in_a_sentence() -> None:
    with configured([refusal(500, "boom")], LLM_RETRIES=1) as server, pytest.raises(CallFailed) as failed:
        model().ask(Figure, ASKED, Budget())
    assert len(server.requests) == failed.value.call.attempts == 2
    assert "fails with status 500" in str(failed.value)


def test_a_server_that_does_not_answer_in_time() -> None:
    with (
        configured([Said(GOOD, delay=3)], LLM_TIMEOUT_SECONDS=0.1, LLM_RETRIES=1) as server,
        pytest.raises(CallFailed, match="FINRAG_LLM_TIMEOUT"),
    ):
        model().ask(Figure, ASKED, Budget())
    assert len(server.requests) == 2


def test_nobody_there() -> None:
    with model_server([GOOD]) as gone:
        url = gone.url
    with override_settings(**endpoint_settings(url)), pytest.raises(CallFailed, match="cannot be reached"):
        model().ask(Figure, ASKED, Budget())


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (refusal(401, f"Incorrect API key provided: {KEY}"), "refuses the key: check FINRAG_LLM_KEY"),
        (refusal(403, f"{KEY} may not"), "FINRAG_LLM_WRITER_KEY"),
        (refusal(404, "no such model"), "FINRAG_LLM_MODEL"),
        (refusal(413, f"too long for {KEY}"), "refuses the request (413): too long for ***"),
        (Said(body=b"<html>hello</html>"), "does not speak the OpenAI protocol"),
        (Said(body=b'{"choices": []}'), "does not speak the OpenAI protocol"),
        (Said(body=b"[]"), "does not speak the OpenAI protocol"),
    ],
)
def test_what_waiting_cannot_mend_fails_at_once(said: Said, sentence: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with configured([said]) as server, pytest.raises(CallFailed) as failed:
        model().ask(Figure, ASKED, Budget())
    assert len(server.requests) == 1
    assert sentence in str(failed.value)
    cause = failed.value.__cause__
    told = f"{failed.value!r} {failed.value.call!r} {cause!r} {vars(cause)}"
    assert KEY not in told + caplog.text


def test_the_key_is_in_no_representation() -> None:
    with configured([GOOD]):
        asked = model()
        reply = asked.ask(Figure, ASKED, Budget())
    assert KEY not in f"{asked!r} {vars(asked)} {reply!r} {reply.call.as_json()}"


def test_an_endpoint_without_a_key_is_sent_none() -> None:
    with configured([GOOD]) as server:
        keyless = {role: one | {"key": ""} for role, one in settings.LLM_ENDPOINTS.items()}
        with override_settings(LLM_ENDPOINTS=keyless):
            model().ask(Figure, ASKED, Budget())
    assert "authorization" not in {name.lower() for name in server.headers[0]}


def test_no_redirect_is_followed() -> None:
    with (
        model_server([GOOD]) as other,
        configured([Said(status=307, headers={"Location": f"{other.url}/chat/completions"})]),
        pytest.raises(CallFailed, match="another address"),
    ):
        model().ask(Figure, ASKED, Budget())
    assert other.requests == []


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "ftp://host/v1", "http://", "http://user:word@host/v1", "http://["]
)
def test_only_plain_web_addresses(url: str) -> None:
    with override_settings(**endpoint_settings(url)), pytest.raises(CallFailed, match="http or https"):
        model().ask(Figure, ASKED, Budget())


def test_a_reply_without_end_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("apps.inference.language.client.MOST_BYTES", 1000)
    with configured(["x" * 5000]), pytest.raises(CallFailed, match="more than 1000 bytes"):
        model().ask(Figure, ASKED, Budget())


def without_schema(body: dict[str, Any]) -> Said:
    """A server that knows json_object alone."""
    wanted = body.get("response_format", {}).get("type")
    return Said(GOOD) if wanted == "json_object" else refusal(400, "response_format json_schema is not supported")


def test_a_server_without_schemas_is_given_the_schema_in_words_and_remembered() -> None:
    with configured(without_schema) as server:
        assert model().ask(Figure, ASKED, Budget()).call.attempts == 2
        assert model().ask(Figure, ASKED, Budget()).call.attempts == 1
    assert [message["role"] for message in server.requests[1]["messages"]] == ["system", "user"]
    assert '"metric"' in server.prompt()


def test_a_server_without_any_form_is_asked_in_words() -> None:
    def plain(body: dict[str, Any]) -> Said:
        return refusal(400, "unknown field response_format") if "response_format" in body else Said(GOOD)

    with configured(plain):
        assert model().ask(Figure, ASKED, Budget()).call.attempts == 3


def test_a_server_that_ignores_the_schema_is_repaired() -> None:
    with configured(["The revenue is 12, I would say.", GOOD]) as server:
        assert model().ask(Figure, ASKED, Budget()).call.repairs == 1
    assert '"additionalProperties":false' in server.prompt()


class Words(BaseModel):
    """Words alone."""

    said: str


class Bounded(BaseModel):
    """A string with a bound."""

    model_config = ConfigDict(extra="forbid")

    said: str = Field(max_length=5)


def test_bounds_of_strings_are_left_out_for_servers_that_refuse_them_and_checked_all_the_same() -> None:
    def strict(body: dict[str, Any]) -> Said:
        if "maxLength" in json.dumps(body["response_format"]):
            return refusal(400, "Invalid schema for response_format 'Bounded': 'maxLength' is not permitted.")
        return Said('{"said": "short"}' if len(body["messages"]) > 2 else '{"said": "far too long"}')

    with configured(strict) as server:
        reply = model().ask(Bounded, ASKED, Budget())
    assert reply.value.said == "short"
    assert reply.call.repairs == 1
    assert server.requests[-1]["response_format"]["type"] == "json_schema"


def test_models_with_other_names_for_things() -> None:
    def picky(body: dict[str, Any]) -> Said:
        if "max_tokens" in body:
            return refusal(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        return refusal(400, "'temperature' does not support 0") if "temperature" in body else Said(GOOD)

    with configured(picky) as server:
        assert model().ask(Figure, ASKED, Budget()).call.attempts == 3
    assert server.requests[-1]["response_format"]["type"] == "json_schema"


def test_a_complaint_about_something_else_is_no_reason_to_ask_again() -> None:
    with configured([refusal(400, "the moon is too full")]) as server, pytest.raises(CallFailed, match="too full"):
        model().ask(Figure, ASKED, Budget())
    assert len(server.requests) == 1


def test_a_prompt_longer_than_the_context_names_the_setting_and_does_not_end_the_road() -> None:
    complaint = refusal(400, "the request exceeds the available context size")
    with configured([complaint]) as server, pytest.raises(ReplyInvalid, match="FINRAG_LLM_CONTEXT"):
        model().ask(Figure, ASKED, Budget())
    assert len(server.requests) == 1


def test_what_came_too_late_once_is_not_asked_for_again_while_somebody_waits() -> None:
    with (
        configured([Said(GOOD, delay=3)], LLM_TIMEOUT_SECONDS=0.1, LLM_RETRIES=2) as server,
        pytest.raises(CallFailed, match="did not answer in time"),
    ):
        model().ask(Figure, ASKED, budget_of_answer())
    assert len(server.requests) == 1


def test_a_budget_of_tokens_ends_a_chain_of_calls() -> None:
    budget = Budget(tokens=150)
    with configured([GOOD]) as server:
        model().ask(Figure, ASKED, budget)
        model().ask(Figure, ASKED, budget)
        with pytest.raises(CallFailed, match="budget of 150 tokens"):
            model().ask(Figure, ASKED, budget)
    assert len(server.requests) == 2
    assert budget.tokens_spent == 220


def test_a_budget_of_money_and_one_of_time() -> None:
    with configured([GOOD]) as server:
        spent = Budget(cost=Decimal("0.0001"))
        model().ask(Figure, ASKED, spent)
        with pytest.raises(CallFailed, match="dollars"):
            model().ask(Figure, ASKED, spent)
        with pytest.raises(CallFailed, match="seconds"):
            model().ask(Figure, ASKED, Budget(seconds=0))
    assert len(server.requests) == 1


def test_time_left_is_all_that_a_request_gets() -> None:
    with (
        configured([Said(GOOD, delay=3)], LLM_TIMEOUT_SECONDS=60) as server,
        pytest.raises(CallFailed, match="did not answer in time"),
    ):
        model().ask(Figure, ASKED, Budget(seconds=0.2))
    assert len(server.requests) == 1


def test_the_budget_of_an_answer_comes_from_the_settings() -> None:
    with override_settings(LLM_BUDGET_TOKENS=5, LLM_BUDGET_SECONDS=0, LLM_BUDGET_COST=Decimal(0)):
        budget = budget_of_answer()
    assert (budget.tokens, budget.seconds, budget.cost) == (5, None, None)


def test_tokens_that_the_server_does_not_count_are_estimated_and_marked() -> None:
    with configured([Said(GOOD, usage=None)]):
        call = model().ask(Figure, ASKED, Budget()).call
    assert call.estimated
    assert call.tokens_in > 0
    assert call.tokens_out > 0


def test_words_without_a_shape() -> None:
    with configured(["Revenue rose."]) as server:
        reply = model().write(ASKED, Budget())
    assert reply.value == "Revenue rose."
    assert "response_format" not in server.requests[0]


def test_pictures_are_sent_and_kept_as_digests() -> None:
    with configured(["A chart."]) as server:
        reply = model(Role.VISION).write([user("What is this?", Image(b"\x89PNG"))], Budget())
    sent = server.requests[0]["messages"][0]["content"][1]
    assert sent["image_url"]["url"] == "data:image/png;base64,iVBORw=="
    assert "iVBOR" not in json.dumps(reply.call.as_json())
    assert len(reply.call.as_json()["prompt"][0]["images"][0]) == 64


def test_a_reply_is_heard_as_it_grows_and_counts_like_any_other() -> None:
    heard: list[str] = []
    with configured([streamed(GOOD[:20], GOOD[20:])]) as server:
        reply = model().ask(Figure, ASKED, Budget(), heard=heard.append)
    assert server.requests[0]["stream"] is True
    assert heard[-1] == GOOD and reply.call.replies == (GOOD,)
    assert (reply.call.tokens_in, reply.call.tokens_out, reply.call.estimated) == (7, 3, False)


def test_letters_of_several_bytes_may_be_cut_anywhere() -> None:
    heard: list[str] = []
    whole = b"".join(streamed('{"said": "', "Größe ", '€"}').pieces)
    said = Said(pieces=tuple(bytes([byte]) for byte in whole), headers={"Content-Type": "text/event-stream"})
    with configured([said]):
        assert model().ask(Words, ASKED, Budget(), heard=heard.append).value.said == "Größe €"
    assert heard[-1] == '{"said": "Größe €"}'


def test_a_server_that_does_not_stream_is_read_as_it_is() -> None:
    with configured([GOOD, refusal(400, "stream is not supported"), GOOD]) as server:
        model().ask(Figure, ASKED, Budget(), heard=lambda text: None)
        model().ask(Figure, ASKED, Budget(), heard=lambda text: None)
        model().ask(Figure, ASKED, Budget(), heard=lambda text: None)
    assert ["stream" in request for request in server.requests] == [True, True, False, False]


def test_a_stream_that_breaks_off_is_asked_for_again() -> None:
    broken = streamed(GOOD[:10], end="", finish=None)
    with configured([broken, GOOD], LLM_RETRIES=1) as server:
        assert model().ask(Figure, ASKED, Budget(), heard=lambda text: None).value.value == 12
    assert len(server.requests) == 2


def test_a_server_that_fails_in_mid_stream_has_failed() -> None:
    failing = Said(body=b'data: {"error": {"message": "out"}}\n\n', headers={"Content-Type": "text/event-stream"})
    with configured([failing], LLM_RETRIES=0), pytest.raises(CallFailed, match="fails with status 500"):
        model().ask(Figure, ASKED, Budget(), heard=lambda text: None)


def test_a_small_context_leaves_less_room_and_shorter_replies() -> None:
    wide = endpoint_settings("http://localhost:1/v1", LLM_MAX_TOKENS=2000)
    with override_settings(**wide):
        assert model().reply_tokens == 2000
        room = model().room(Figure, "Read the figure.")
    narrow = {role: one | {"context": 2048} for role, one in wide["LLM_ENDPOINTS"].items()}
    with override_settings(**wide | {"LLM_ENDPOINTS": narrow}):
        assert model().reply_tokens == 341
        assert 0 < model().room(Figure, "Read the figure.") < room / 5


def test_one_request_leaves_time_for_those_behind_it() -> None:
    with override_settings(LLM_BUDGET_SECONDS=100):
        assert 45 < budget_of_answer().patience <= 50


ADD = Tool("add", "Adds two numbers.", Figure)
CALLED = {"id": "c1", "type": "function", "function": {"name": "add", "arguments": GOOD}}


def asks_for_tools(*calls: dict[str, Any]) -> Said:
    message = {"role": "assistant", "content": None, "tool_calls": list(calls)}
    return Said(body=json.dumps({"choices": [{"message": message, "finish_reason": "tool_calls"}]}).encode())


def test_a_model_asks_for_tools_and_is_told_their_results() -> None:
    with configured([asks_for_tools(CALLED), "Twelve."]) as server:
        first = model().act(ASKED, [ADD], Budget()).value
        assert [(one.name, one.arguments) for one in first.calls] == [("add", GOOD)]
        last = model().act([*ASKED, first, result(first.calls[0], "24")], [ADD], Budget()).value
    assert (last.text, last.calls) == ("Twelve.", ())
    assert server.requests[0]["tools"][0]["function"]["parameters"]["required"] == ["metric", "value", "words"]
    asked, told = server.requests[1]["messages"][-2:]
    assert asked["tool_calls"] == [CALLED] and told == {"role": "tool", "tool_call_id": "c1", "content": "24"}


def test_a_server_without_tools_is_spoken_to_in_words_and_remembered() -> None:
    def plain(body: dict[str, Any]) -> Said:
        spoken = all(message["role"] != "tool" and message["content"] for message in body["messages"])
        return (
            refusal(400, "tools are not supported") if "tools" in body or not spoken else Said(f"```json\n{words}\n```")
        )

    words = json.dumps({"tool": "add", "arguments": json.loads(GOOD)})
    with configured(plain) as server:
        first = model().act(ASKED, [ADD], Budget()).value
        again = model().act([*ASKED, first, result(first.calls[0], "24")], [ADD], Budget())
    assert json.loads(again.value.calls[0].arguments) == json.loads(GOOD)
    assert len(server.requests) == 3 and "Adds two numbers." in server.prompt()


def test_settings_of_the_machine_lead_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-somebody-else")
    with configured([GOOD]) as server:
        model().ask(Figure, ASKED, Budget())
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"
