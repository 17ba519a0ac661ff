"""One request through the `openai` client, held to its limits; and the sentence for when it comes to nothing."""

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import httpx2
from openai import APIConnectionError, APIStatusError, APITimeoutError, Omit, OpenAI, OpenAIError, Stream
from openai.lib.streaming.chat import ChatCompletionStreamState
from openai.types.chat import ChatCompletion

from apps.inference.budget import Budget
from apps.inference.endpoint import TIMED_OUT, UNREACHABLE, Endpoint, is_web_address
from apps.inference.errors import ModelUnavailable
from apps.inference.messages import ToolCall

Heard = Callable[[str], None]
MOST_BYTES = 8 * 1024 * 1024
SAID_CHARACTERS = 300
ENDING, EVENTS = "/chat/completions", "text/event-stream"
TOLD_TOO_LONG = "the question and its sources are longer than it can read"
TOLD_LATE = "it did not answer in time"
TOO_LONG = "The prompt is longer than {model} sees at once: set FINRAG_LLM_CONTEXT to its context in tokens."


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

    def __init__(self, endpoint: Endpoint, attempts: int, status: int, said: str = "", sentence: str = "") -> None:
        self.status, self.attempts = status, attempts
        self.said = endpoint.without_key(" ".join(said.split()))[:SAID_CHARACTERS]
        self.passing = status in {400, 413} and "context" in said.lower()
        sentence = TOO_LONG.format(model=endpoint.model) if self.passing else sentence
        super().__init__(sentence or endpoint.problem(status, self.said))
        self.told = TOLD_TOO_LONG if self.passing else TOLD_LATE if status == TIMED_OUT else self.told


class BrokenOff(Refused):
    """A stream that ended before its reply did."""


class _Halt(OpenAIError):
    """Raised under the client: it passes on at once, without another attempt."""

    def __init__(self, status: int, sentence: str = "") -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


class _Guard(httpx2.BaseTransport):
    """Every attempt of one request: counted, with the seconds that are left to it, and none that nobody waits for."""

    def __init__(self, endpoint: Endpoint, budget: Budget) -> None:
        self._endpoint, self._budget, self.attempts = endpoint, budget, 0

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        seconds = min(self._endpoint.timeout, self._budget.patience)
        if seconds <= 0:
            raise _Halt(TIMED_OUT)
        self.attempts += 1
        request.extensions = {**request.extensions, "timeout": httpx2.Timeout(seconds).as_dict()}
        try:
            return self._response(request, time.monotonic() + seconds)
        except httpx2.TimeoutException:
            if self._budget.awaited or self._budget.seconds_left <= 0:
                raise _Halt(TIMED_OUT) from None
            raise

    def _response(self, request: httpx2.Request, end: float) -> httpx2.Response:
        """Whole, so that what goes wrong in it is this attempt's; a stream of events alone is read as it comes."""
        came = _transport(os.getpid()).handle_request(request)
        came.stream = _Bounded(came.stream, end)
        came.headers.pop("content-encoding", None)  # none was asked for: what is unpacked has no bound
        wait = came.headers.get("retry-after", "")
        if wait.isdecimal() and float(wait) > self._budget.seconds_left:
            came.headers["x-should-retry"] = "false"
        if came.status_code != 200 or not _in_events(came):
            try:
                came.read()
            finally:
                came.close()
        return came


class _Bounded(httpx2.SyncByteStream):
    """Neither a reply without end nor one that drips holds us longer than was given."""

    def __init__(self, inner: Any, end: float) -> None:
        self._inner, self._end = inner, end

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for piece in self._inner:
            size += len(piece)
            if time.monotonic() > self._end:
                raise httpx2.ReadTimeout("the reply takes too long")
            if size > MOST_BYTES:
                raise _Halt(200, f"The endpoint replies with more than {MOST_BYTES} bytes.")
            yield piece

    def close(self) -> None:
        self._inner.close()


def _in_events(came: httpx2.Response) -> bool:
    return str(came.headers.get("content-type", "")).startswith(EVENTS)


@cache
def _transport(_process: int) -> httpx2.HTTPTransport:
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
        return _arrived(_asked(endpoint, guard, body, heard), guard.attempts)
    except _Halt as halt:
        raise Refused(endpoint, guard.attempts, halt.status, sentence=halt.sentence) from None
    except APITimeoutError:
        raise Refused(endpoint, guard.attempts, TIMED_OUT) from None
    except APIStatusError as error:
        said = error.body.get("message") if isinstance(error.body, dict) else error.body
        raise Refused(endpoint, guard.attempts, error.status_code, str(said or "")) from None
    except APIConnectionError:
        raise Refused(endpoint, guard.attempts, UNREACHABLE) from None
    except EOFError:
        raise BrokenOff(endpoint, guard.attempts, UNREACHABLE) from None
    except OpenAIError as error:  # of a stream in which the server reports a failure
        raise Refused(endpoint, guard.attempts, 500, str(error)) from None
    except ValueError:  # of JSON, or of JSON that is none of the protocol's
        raise Refused(endpoint, guard.attempts, 200) from None


def _asked(endpoint: Endpoint, guard: _Guard, body: dict[str, Any], heard: Heard | None) -> Any:
    """The reply. Raises OpenAIError, EOFError of a stream, and ValueError of what is no JSON."""
    client = OpenAI(
        api_key=endpoint.key or "none",
        base_url=endpoint.url.rstrip("/").removesuffix(ENDING),
        max_retries=endpoint.retries,
        default_headers={"Accept-Encoding": "identity"},
        http_client=httpx2.Client(transport=guard, follow_redirects=False, trust_env=False),
    )
    unnamed: dict[str, Any] = {} if endpoint.key else {"Authorization": Omit()}
    got: Any = client.chat.completions.create(**body, extra_headers=unnamed)
    if not isinstance(got, Stream):
        return got
    if not _in_events(got.response):  # a server that does not stream
        plain = json.loads(got.response.read())
        return ChatCompletion.construct(**plain) if isinstance(plain, dict) else plain
    state = ChatCompletionStreamState[Any]()
    for text in _growing(got, state):
        if heard:
            heard(text)
    return state.current_completion_snapshot


def _growing(stream: Stream[Any], state: ChatCompletionStreamState[Any]) -> Iterator[str]:
    """The text of a stream so far, at each piece. Raises EOFError where it breaks off, or is none of the protocol's."""
    finished = False
    try:
        for event in stream:
            state.handle_chunk(event)
            for choice in state.current_completion_snapshot.choices[:1]:
                finished = bool(choice.finish_reason)
                yield choice.message.content or ""
    except APITimeoutError:
        raise
    except (APIConnectionError, AssertionError, AttributeError, LookupError, TypeError, RuntimeError):
        finished = False
    if not finished:
        raise EOFError


def _arrived(got: Any, attempts: int) -> Arrived:
    """A server may leave out or bend what the protocol promises. Raises ValueError of what is none of it."""
    try:
        choice, usage = got.choices[0], got.usage
        text, calls = choice.message.content, tuple(_calls(choice.message.tool_calls or []))
    except (AttributeError, LookupError, TypeError):
        raise ValueError("no choice") from None
    counts: list[Any] = [getattr(usage, name, None) for name in ("prompt_tokens", "completion_tokens")]
    tokens = (counts[0], counts[1]) if all(isinstance(count, int) and count >= 0 for count in counts) else None
    return Arrived(str(text or ""), calls, getattr(choice, "finish_reason", "") == "length", tokens, attempts)


def _calls(asked: Sequence[Any]) -> Iterator[ToolCall]:
    for number, one in enumerate(asked):
        function = getattr(one, "function", None)
        if isinstance(name := getattr(function, "name", None), str):
            ident, arguments = getattr(one, "id", None), getattr(function, "arguments", None)
            yield ToolCall(str(ident or f"call-{number}"), name, str(arguments or "{}"))
