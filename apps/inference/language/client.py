"""One request through the `openai` client, held to its limits; and the sentence for when it comes to nothing."""

import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import httpx2
from openai import APIConnectionError, APIStatusError, APITimeoutError, Omit, OpenAI, OpenAIError, Stream

from apps.inference.errors import ModelUnavailable
from apps.inference.language.budget import Budget
from apps.inference.language.endpoint import Endpoint, is_web_address
from apps.inference.language.messages import ToolCall

Heard = Callable[[str], None]
MOST_BYTES = 8 * 1024 * 1024
SAID_CHARACTERS = 300
EVENTS = "text/event-stream"
UNREACHABLE, TIMED_OUT = 0, -1  # in place of a status


@dataclass(frozen=True, slots=True)
class Arrived:
    """A reply. tokens: in and out as the server counts them, None where it does not. attempts: requests it took."""

    text: str
    calls: tuple[ToolCall, ...]
    cut_off: bool
    tokens: tuple[int, int] | None
    attempts: int


class Refused(ModelUnavailable):
    """The endpoint said no. `said` are its words, for us alone; str() is the sentence for people."""

    def __init__(self, sentence: str, status: int, said: str, attempts: int) -> None:
        super().__init__(sentence)
        self.status, self.said, self.attempts = status, said, attempts


class TooLong(Refused):
    """The prompt is longer than the model's context."""


class Unheard(Refused):
    """A stream that broke off."""


class _Halt(OpenAIError):
    """Raised under the client: it passes on at once, without another attempt."""

    def __init__(self, status: int, sentence: str = "") -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


class _Bounded(httpx2.SyncByteStream):
    """Neither a reply without end nor one that drips holds us longer than was given."""

    def __init__(self, inner: Any, endpoint: Endpoint, end: float) -> None:
        self._inner, self._endpoint, self._end = inner, endpoint, end

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for piece in self._inner:
            size += len(piece)
            if time.monotonic() > self._end:
                raise httpx2.ReadTimeout("the reply takes too long")
            if size > MOST_BYTES:
                raise _Halt(200, f"The endpoint {self._endpoint.host} replies with more than {MOST_BYTES} bytes.")
            yield piece

    def close(self) -> None:
        self._inner.close()


class _Guard(httpx2.BaseTransport):
    """Every attempt of one request: counted, with the seconds that are left to it, and none that nobody waits for."""

    def __init__(self, endpoint: Endpoint, budget: Budget) -> None:
        self._endpoint, self._budget = endpoint, budget
        self.attempts, self.body = 0, b""  # body: of the last reply, unless it is a stream

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        seconds = min(self._endpoint.timeout, self._budget.patience)
        if seconds <= 0:
            raise _Halt(TIMED_OUT)
        self.attempts += 1
        waits = dict.fromkeys(("connect", "read", "write", "pool"), seconds)
        request.extensions = {**request.extensions, "timeout": waits}
        try:
            return self._response(request, time.monotonic() + seconds)
        except httpx2.TimeoutException:
            if self._budget.awaited or self._budget.seconds_left <= 0:
                raise _Halt(TIMED_OUT) from None
            raise

    def _response(self, request: httpx2.Request, end: float) -> httpx2.Response:
        """Whole, so that what goes wrong in it is this attempt's; a stream of events alone is read as it comes."""
        came = _transport(os.getpid()).handle_request(request)
        stream = _Bounded(came.stream, self._endpoint, end)
        headers = [(name, value) for name, value in came.headers.items() if name != "content-encoding"]
        if _asked_to_wait(came) > self._budget.seconds_left:
            headers.append(("x-should-retry", "false"))
        if came.status_code == 200 and came.headers.get("content-type", "").startswith(EVENTS):
            return httpx2.Response(200, headers=headers, stream=stream)
        try:
            self.body = b"".join(stream)
            return httpx2.Response(came.status_code, headers=headers, content=self.body)
        finally:
            stream.close()


def _asked_to_wait(came: httpx2.Response) -> float:
    header = came.headers.get("retry-after", "")
    return float(header) if header.replace(".", "", 1).isdecimal() else 0


@cache
def _transport(process: int) -> httpx2.HTTPTransport:
    """One per process, for its kept connections; a forked child must not share its parent's."""
    return httpx2.HTTPTransport(limits=httpx2.Limits(max_connections=64))


def complete(endpoint: Endpoint, body: dict[str, Any], budget: Budget, heard: Heard | None = None) -> Arrived:
    """Ask; the client tries again where the endpoint is busy or breaks down. No redirect is followed.

    heard: told the text of the reply as it grows. Raises BudgetSpent and Refused.
    """
    if not is_web_address(endpoint.url):
        raise ModelUnavailable("FINRAG_LLM_URL must be an http or https address without a password in it.")
    budget.require()
    guard = _Guard(endpoint, budget)
    try:
        unnamed: dict[str, Any] = {} if endpoint.key else {"Authorization": Omit()}
        got = _client(endpoint, guard).chat.completions.create(**body, extra_headers=unnamed)
        whole = _streamed(got, heard, guard.body) if heard and isinstance(got, Stream) else got
        return _arrived(endpoint, whole, guard.attempts)
    except _Halt as halt:
        raise _refused(endpoint, halt.status, "", guard.attempts, halt.sentence) from None
    except (APITimeoutError, httpx2.TimeoutException):
        raise _refused(endpoint, TIMED_OUT, "", guard.attempts) from None
    except APIStatusError as error:
        raise _refused(endpoint, error.status_code, _said(endpoint, error), guard.attempts) from None
    except (httpx2.TransportError, _BrokenOff):
        raise Unheard("The reply broke off.", UNREACHABLE, "", guard.attempts) from None
    except APIConnectionError:
        raise _refused(endpoint, UNREACHABLE, "", guard.attempts) from None
    except OpenAIError as error:  # of a stream in which the server reports a failure
        raise _refused(endpoint, 500, endpoint.without_key(str(error)), guard.attempts) from None
    except ValueError:  # of JSON
        return _arrived(endpoint, {}, guard.attempts)


class _BrokenOff(Exception):
    """A stream that ended before its reply did."""


def _client(endpoint: Endpoint, guard: _Guard) -> OpenAI:
    return OpenAI(
        api_key=endpoint.key or "none",
        base_url=endpoint.base,
        max_retries=endpoint.retries,
        default_headers={"Accept-Encoding": "identity"},
        http_client=httpx2.Client(transport=guard, follow_redirects=False, trust_env=False),
    )


def _streamed(stream: Any, heard: Heard, body: bytes) -> dict[str, Any]:
    """The pieces of a stream as one reply. body: what came instead of one, where a server does not stream."""
    if body:
        return dict(json.loads(body))
    text, finish, usage = "", None, None
    for event in stream:
        usage = event.usage or usage
        for choice in (event.choices or [])[:1]:
            text += (choice.delta.content if choice.delta else None) or ""
            finish = choice.finish_reason or finish
            heard(text)
    if not finish:
        raise _BrokenOff
    return {"choices": [{"message": {"content": text}, "finish_reason": finish}], "usage": usage and usage.to_dict()}


def _arrived(endpoint: Endpoint, got: Any, attempts: int) -> Arrived:
    """Read from plain JSON: a server may leave out or bend what the protocol promises."""
    plain = got if isinstance(got, dict) else got.to_dict() if hasattr(got, "to_dict") else {}
    choices = plain.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else None
    if choice is None:
        sentence = (
            f"What answers at {endpoint.host} does not speak the OpenAI protocol: FINRAG_LLM_URL is the address that "
            "/chat/completions is added to, often one that ends in /v1."
        )
        raise _refused(endpoint, 200, "", attempts, sentence)
    message = choice.get("message")
    message = message if isinstance(message, dict) else {}
    text = message.get("content")
    cut_off = choice.get("finish_reason") == "length"
    calls = tuple(_calls(message.get("tool_calls")))
    return Arrived(text if isinstance(text, str) else "", calls, cut_off, _tokens(plain.get("usage")), attempts)


def _calls(raw: Any) -> Iterator[ToolCall]:
    for number, one in enumerate(raw if isinstance(raw, list) else []):
        asked = one.get("function") if isinstance(one, dict) else None
        if isinstance(asked, dict) and isinstance(asked.get("name"), str):
            yield ToolCall(str(one.get("id") or f"call-{number}"), asked["name"], str(asked.get("arguments") or "{}"))


def _tokens(usage: Any) -> tuple[int, int] | None:
    counted = [usage.get(name) for name in ("prompt_tokens", "completion_tokens")] if isinstance(usage, dict) else []
    counts = [count for count in counted if isinstance(count, int) and count >= 0]
    return (counts[0], counts[1]) if len(counts) == 2 else None


def _said(endpoint: Endpoint, error: APIStatusError) -> str:
    """The server's own words about what is wrong, without the key."""
    body = error.body
    inner = body.get("error", body) if isinstance(body, dict) else body
    words = inner.get("message") if isinstance(inner, dict) else inner
    return endpoint.without_key(" ".join(str(words or "").split()))[:SAID_CHARACTERS]


def _refused(endpoint: Endpoint, status: int, said: str, attempts: int, sentence: str = "") -> Refused:
    if status in {400, 413} and "context" in said.lower():
        told = (
            f"The prompt is longer than {endpoint.model} sees at once: set FINRAG_LLM_CONTEXT to its context in tokens."
        )
        return TooLong(told, status, said, attempts)
    return Refused(sentence or endpoint.problem(status, said), status, said, attempts)
