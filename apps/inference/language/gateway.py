"""Asking a model: for words, for something in a given shape with at most two repairs (A7), or what to do next."""

import json
import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from apps.inference.errors import ModelUnavailable
from apps.inference.language.abilities import Abilities, known, learn
from apps.inference.language.budget import Budget, BudgetSpent
from apps.inference.language.calls import Call, CallFailed, Reply, ReplyInvalid
from apps.inference.language.endpoint import CHARACTERS_PER_TOKEN, Endpoint, Role, endpoint_of
from apps.inference.language.messages import Message, ToolCall, assistant, user
from apps.inference.language.shape import Misshapen, Shape, Tool, bare

if TYPE_CHECKING:  # the package `openai` takes a second to load: only processes that ask a model wait for it
    from apps.inference.language.client import Arrived

T = TypeVar("T", bound=BaseModel)
REPAIRS = 2
SENT_BACK_CHARACTERS = 8000  # of an invalid reply
COUNTED_CHARACTERS = 4  # of a token, where the server does not count
COMPLAINTS = {400, 404, 415, 422, 500, 501}
LATE = -1

Check = Callable[[T], str]
Heard = Callable[[str], None]


_instead: ContextVar[str] = ContextVar("the model that is asked instead", default="")


@contextmanager
def another_model(name: str) -> Iterator[None]:
    """Within, every role that has an endpoint asks it for the model `name`; "" leaves each as it is configured."""
    token = _instead.set(name)
    try:
        yield
    finally:
        _instead.reset(token)


def language_model(role: Role) -> "LanguageModel | None":
    """The model configured for a role; None when none is."""
    endpoint = endpoint_of(role)
    if endpoint and (name := _instead.get()):
        endpoint = replace(endpoint, model=name)
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

    @property
    def abilities(self) -> Abilities:
        """What its server was found to understand so far."""
        return known(self._endpoint)

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
        said = _Record(self._endpoint, tuple(messages), budget)
        asked = Shape(shape)
        for _ in range(REPAIRS + 1):
            came = said.ask(asked, (), most, heard)
            try:
                value = asked.read(came.text)
            except Misshapen as problem:
                cut_off = "it was cut off for its length: be much shorter" if came.cut_off else ""
                said.refuse(came.text, cut_off or str(problem), asked.in_words if not cut_off else "")
                continue
            if wrong := check(value) if check else "":
                said.refuse(came.text, wrong)
                continue
            return Reply(value, said.call())
        told = f"{self.name} gives no valid reply, after {REPAIRS} repairs: {said.problems[-1]}"
        raise ReplyInvalid(told, said.call(), "its replies have not the form asked for")

    def write(self, messages: Sequence[Message], budget: Budget, *, most: int | None = None) -> Reply[str]:
        """A reply in words. Raises CallFailed."""
        said = _Record(self._endpoint, tuple(messages), budget)
        text = said.ask(None, (), most, None).text
        return Reply(text, said.call())

    def act(
        self, messages: Sequence[Message], tools: Sequence[Tool], budget: Budget, *, most: int | None = None
    ) -> Reply[Message]:
        """What the model says next: a message that asks for tools to be called, or words alone. Raises CallFailed."""
        said = _Record(self._endpoint, tuple(messages), budget)
        came = said.ask(None, tools, most, None)
        return Reply(assistant(came.text, *came.calls) if came.calls else said_in(came.text, tools), said.call())


def said_in(text: str, tools: Sequence[Tool]) -> Message:
    """A message with the calls that are written in its words, a line of JSON each: so a server without tools has them,
    and so they are kept in a record.
    """
    calls = [call for at, line in enumerate(_lines(bare(text))) if (call := _written(at, line, tools))]
    return assistant("" if calls else text, *calls)


def _lines(text: str) -> list[str]:
    whole = text.strip()
    return [whole] if whole.count("\n{") == 0 else whole.splitlines()


def _written(at: int, line: str, tools: Sequence[Tool]) -> ToolCall | None:
    try:
        asked = json.loads(line)
    except ValueError:  # of JSON: mere words
        return None
    if not isinstance(asked, dict) or asked.get("tool") not in {tool.name for tool in tools}:
        return None
    given = asked.get("arguments", {})
    arguments = given if isinstance(given, str) else json.dumps(given)
    return ToolCall(str(asked.get("id") or f"call-{at}"), asked["tool"], arguments)


@dataclass
class _Record:
    """A call as it goes on."""

    endpoint: Endpoint
    prompt: tuple[Message, ...]
    budget: Budget
    later: list[Message] = field(default_factory=list)
    replies: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    tokens_in: int = 0
    tokens_out: int = 0
    estimated: bool = False
    attempts: int = 0
    seconds: float = 0

    def ask(self, shape: Shape[Any] | None, tools: Sequence[Tool], most: int | None, heard: Heard | None) -> "Arrived":
        """One more reply to what was said, counted. Raises CallFailed."""
        start = time.monotonic()
        try:
            came = self._speak(shape, tools, most or self.endpoint.reply_tokens, heard)
        except ModelUnavailable as failure:
            self.seconds += time.monotonic() - start
            too_long = type(failure).__name__ == "TooLong"
            raise (ReplyInvalid if too_long else CallFailed)(str(failure), self.call(), _told(failure)) from failure
        self.seconds += time.monotonic() - start
        self._count(came)
        return came

    def _speak(self, shape: Shape[Any] | None, tools: Sequence[Tool], most: int, heard: Heard | None) -> "Arrived":
        """In the way that this model's server was found to understand, learning it where needed."""
        from apps.inference.language.client import Refused, Unheard, complete

        able = known(self.endpoint)
        while True:
            body = able.body(self.endpoint.model, [*self.prompt, *self.later], most, shape, tools)
            streams = heard is not None and able.stream
            body |= {"stream": True, "stream_options": {"include_usage": True}} if streams else {}
            try:
                came = complete(self.endpoint, body, self.budget, heard if streams else None)
            except Unheard as failure:
                self.attempts += failure.attempts
                heard = None
            except Refused as refusal:
                self.attempts += refusal.attempts
                other = able.after(refusal.said, tools=bool(tools)) if refusal.status in COMPLAINTS else None
                if other is None:
                    raise
                able = other
            else:
                self.attempts += came.attempts
                learn(self.endpoint, able)
                return came

    def _count(self, came: "Arrived") -> None:
        """Its tokens are counted and taken from the budget."""
        calls = ({"id": one.ident, "tool": one.name, "arguments": one.arguments} for one in came.calls)
        text = "\n".join(map(json.dumps, calls)) if came.calls else came.text
        characters = sum(len(message.text) for message in (*self.prompt, *self.later))
        estimate = math.ceil(characters / COUNTED_CHARACTERS), math.ceil(len(text) / COUNTED_CHARACTERS)
        tokens_in, tokens_out = came.tokens or estimate
        self.budget.spend(tokens_in + tokens_out, self.endpoint.cost(tokens_in, tokens_out))
        self.tokens_in, self.tokens_out = self.tokens_in + tokens_in, self.tokens_out + tokens_out
        self.estimated = self.estimated or came.tokens is None
        self.replies.append(text)

    def refuse(self, text: str, problem: str, again: str = "") -> None:
        """again: the form in words, where a reply had it not, because servers may leave a schema unread.

        Only the last refused reply goes back: an older one would teach the model its own mistake.
        """
        self.problems.append(problem)
        form = f"Reply again. {again}" if again else "Reply again, in the same form."
        most = min(SENT_BACK_CHARACTERS, int(self.endpoint.reply_tokens * CHARACTERS_PER_TOKEN))
        self.later = [assistant(text[:most]), user(f"That reply was refused: {problem}\n{form}")]

    def call(self) -> Call:
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
            cost=self.endpoint.cost(self.tokens_in, self.tokens_out),
        )


def _told(failure: ModelUnavailable) -> str:
    """What a reader is told of a failure."""
    if isinstance(failure, BudgetSpent):
        return "the budget of the answer is spent"
    if type(failure).__name__ == "TooLong":
        return "the question and its sources are longer than it can read"
    return "it did not answer in time" if getattr(failure, "status", None) == LATE else "its endpoint fails"
