"""Asking a model for something in a given shape: JSON schema, validation, at most two repairs (A7)."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel

from apps.inference.errors import ModelUnavailable
from apps.inference.language.budget import Budget, BudgetSpent
from apps.inference.language.calls import Call, CallFailed, Reply, ReplyInvalid
from apps.inference.language.dialect import speak
from apps.inference.language.endpoint import CHARACTERS_PER_TOKEN, Endpoint, Role, endpoint_of
from apps.inference.language.messages import Message, assistant, user
from apps.inference.language.patience import Arrived, Refused, TooLong
from apps.inference.language.shape import Misshapen, Shape
from apps.inference.language.streaming import Heard
from apps.inference.language.wire import TIMED_OUT

T = TypeVar("T", bound=BaseModel)
REPAIRS = 2
SENT_BACK_CHARACTERS = 8000  # of an invalid reply
COUNTED_CHARACTERS = 4  # of a token, where the server does not count

Check = Callable[[T], str]


def language_model(role: Role) -> "LanguageModel | None":
    """The model configured for a role; None when none is."""
    endpoint = endpoint_of(role)
    return LanguageModel(endpoint) if endpoint else None


class LanguageModel:
    """A model behind an endpoint. May be shared by threads. Never called inside a transaction."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    def __repr__(self) -> str:
        return f"LanguageModel({self.role}, {self.name})"

    @property
    def role(self) -> Role:
        return self._endpoint.role

    @property
    def name(self) -> str:
        """The model's own name, as the settings give it."""
        return self._endpoint.model

    @property
    def reply_tokens(self) -> int:
        """Most tokens of one reply."""
        return self._endpoint.reply_tokens

    @property
    def context(self) -> int:
        """Tokens that it sees at once."""
        return self._endpoint.context

    def room(self, shape: type[BaseModel], told: str) -> int:
        """Characters of material that fit beside the words of a system message, the shape and two replies."""
        return self._endpoint.room(len(told) + len(Shape(shape).in_words))

    def ask(
        self,
        shape: type[T],
        messages: Sequence[Message],
        budget: Budget,
        *,
        check: Check[T] | None = None,
        most: int | None = None,
        heard: Heard | None = None,
    ) -> Reply[T]:
        """A reply in `shape`, whose every field the model must give.

        check: what is wrong with a well-formed reply, in words for the model; "" when nothing is. An invalid reply is
        sent back with what is wrong, at most twice. most: tokens of one reply; by default FINRAG_LLM_MAX_TOKENS,
        or what the context leaves. heard: told the raw reply as it grows, one that is refused later included.

        Raises ReplyInvalid after the second repair, or for a prompt longer than the context, and CallFailed when the
        endpoint fails or the budget is spent; both are ModelUnavailable and carry the call.
        """
        said = _Record(self._endpoint, tuple(messages))
        asked = Shape(shape)
        for _ in range(REPAIRS + 1):
            text = self._one(said, asked, budget, most, heard)
            try:
                value = asked.read(text)
            except Misshapen as problem:
                said.refuse(text, said.cut_off or str(problem), asked)
                continue
            if wrong := check(value) if check else "":
                said.refuse(text, wrong)
                continue
            return Reply(value, said.call())
        raise ReplyInvalid(
            f"{self.name} gives no valid reply, after {REPAIRS} repairs: {said.problems[-1]}",
            said.call(),
            "its replies have not the form asked for",
        )

    def write(self, messages: Sequence[Message], budget: Budget, *, most: int | None = None) -> Reply[str]:
        """A reply in words. Raises CallFailed."""
        said = _Record(self._endpoint, tuple(messages))
        text = self._one(said, None, budget, most, None)
        return Reply(text, said.call())

    def _one(
        self, said: "_Record", shape: Shape[Any] | None, budget: Budget, most: int | None, heard: Heard | None
    ) -> str:
        """One more reply to what was said, counted."""
        start = time.monotonic()
        try:
            arrived = speak(self._endpoint, said.messages, shape, most or self.reply_tokens, budget, heard)
        except ModelUnavailable as failure:
            said.attempts += failure.attempts if isinstance(failure, Refused) else 0
            said.seconds += time.monotonic() - start
            failed = ReplyInvalid if isinstance(failure, TooLong) else CallFailed
            raise failed(str(failure), said.call(), _told(failure)) from failure
        said.seconds += time.monotonic() - start
        return said.take(arrived, budget)


def _told(failure: ModelUnavailable) -> str:
    """What a reader is told of a failure."""
    if isinstance(failure, BudgetSpent):
        return "the budget of the answer is spent"
    if isinstance(failure, TooLong):
        return "the question and its sources are longer than it can read"
    late = isinstance(failure, Refused) and failure.status == TIMED_OUT
    return "it did not answer in time" if late else "its endpoint fails"


@dataclass
class _Record:
    """A call as it goes on."""

    endpoint: Endpoint
    prompt: tuple[Message, ...]
    later: list[Message] = field(default_factory=list)
    replies: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    tokens_in: int = 0
    tokens_out: int = 0
    estimated: bool = False
    attempts: int = 0
    seconds: float = 0
    cut_off: str = ""

    @property
    def messages(self) -> list[Message]:
        return [*self.prompt, *self.later]

    def take(self, arrived: Arrived, budget: Budget) -> str:
        """The text of a reply; its tokens are counted and taken from the budget."""
        text = _text(arrived.payload)
        tokens_in, tokens_out, estimated = _tokens(arrived.payload, self.messages, text)
        budget.spend(tokens_in + tokens_out, self.endpoint.cost(tokens_in, tokens_out))
        self.tokens_in, self.tokens_out = self.tokens_in + tokens_in, self.tokens_out + tokens_out
        self.estimated = self.estimated or estimated
        self.attempts += arrived.attempts
        self.replies.append(text)
        self.cut_off = _cut_off(arrived.payload)
        return text

    def refuse(self, text: str, problem: str, shape: Shape[Any] | None = None) -> None:
        """shape: told again where a reply had not the shape, because servers may leave a schema unread.

        Only the last refused reply goes back: an older one would teach the model its own mistake.
        """
        self.problems.append(problem)
        form = "Reply again, in the same form." if shape is None or self.cut_off else f"Reply again. {shape.in_words}"
        complaint = f"That reply was refused: {problem}\n{form}"
        most = min(SENT_BACK_CHARACTERS, int(self.endpoint.reply_tokens * CHARACTERS_PER_TOKEN))
        self.later = [assistant(text[:most]), user(complaint)]

    def call(self) -> Call:
        cost = self.endpoint.cost(self.tokens_in, self.tokens_out)
        return Call(
            role=self.endpoint.role.value,
            model=self.endpoint.model,
            prompt=self.prompt,
            replies=tuple(self.replies),
            problems=tuple(self.problems),
            tokens_in=self.tokens_in,
            tokens_out=self.tokens_out,
            estimated=self.estimated,
            attempts=self.attempts,
            seconds=self.seconds,
            cost=cost,
        )


def _choice(payload: dict[str, Any]) -> dict[str, Any]:
    choices = payload["choices"]
    first = choices[0] if isinstance(choices, list) else {}
    return first if isinstance(first, dict) else {}


def _text(payload: dict[str, Any]) -> str:
    """What the model said; nothing where it refused or the server left it out."""
    message = _choice(payload).get("message")
    content = message.get("content") if isinstance(message, dict) else ""
    return content if isinstance(content, str) else ""


def _cut_off(payload: dict[str, Any]) -> str:
    ended = _choice(payload).get("finish_reason") == "length"
    return "it was cut off for its length: be much shorter" if ended else ""


def _tokens(payload: dict[str, Any], messages: Sequence[Message], text: str) -> tuple[int, int, bool]:
    """Tokens in and out as the server counts them, or from the length of the texts; whether it is the latter."""
    usage = payload.get("usage")
    counted = [usage.get(name) for name in ("prompt_tokens", "completion_tokens")] if isinstance(usage, dict) else []
    counts = [count for count in counted if isinstance(count, int) and count >= 0]
    if len(counts) == 2:
        return counts[0], counts[1], False
    characters = sum(len(message.text) for message in messages)
    return math.ceil(characters / COUNTED_CHARACTERS), math.ceil(len(text) / COUNTED_CHARACTERS), True
