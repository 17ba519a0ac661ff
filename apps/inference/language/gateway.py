"""Asking a model: for words, for something in a given shape with at most two repairs (A7), or what to do next."""

import json
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from apps.inference.budget import Budget
from apps.inference.calls import Call, CallFailed, Reply, ReplyInvalid
from apps.inference.endpoint import CHARACTERS_PER_TOKEN, Endpoint, Role, endpoint_of
from apps.inference.errors import ModelUnavailable
from apps.inference.language.abilities import Abilities, known, learnt
from apps.inference.messages import Message, assistant, said_in, user
from apps.inference.shapes import Misshapen, Shape, Tool

if TYPE_CHECKING:  # the package `openai` takes a second to load: only processes that ask a model wait for it
    from apps.inference.language.client import Arrived

T = TypeVar("T", bound=BaseModel)
REPAIRS = 2
SENT_BACK_CHARACTERS = 8000  # of an invalid reply
COUNTED_CHARACTERS = 4  # of a token, where the server does not count
COMPLAINTS = {400, 404, 415, 422, 500, 501}
CUT_OFF = "it was cut off for its length: be much shorter"

Check = Callable[[T], str]
Heard = Callable[[str], None]


def language_model(role: Role) -> "LanguageModel | None":
    """The model configured for a role; None when none is."""
    endpoint = endpoint_of(role)
    return LanguageModel(endpoint) if endpoint else None


class LanguageModel:
    """A model behind an endpoint. May be shared by threads. Never called inside a transaction."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self.role, self.name, self.context = endpoint.role, endpoint.model, endpoint.context
        self.reply_tokens = endpoint.reply_tokens  # most of one reply

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
        said, asked = _Record.of(self._endpoint, messages, budget), Shape(shape)
        for _ in range(REPAIRS + 1):
            came = said.ask(asked, (), most, heard)
            try:
                value = asked.read(came.text)
            except Misshapen as problem:
                said.refuse(
                    came.text, CUT_OFF if came.cut_off else str(problem), "" if came.cut_off else asked.in_words
                )
                continue
            if not (wrong := check(value) if check else ""):
                return Reply(value, said.call)
            said.refuse(came.text, wrong)
        told = f"{self.name} gives no valid reply, after {REPAIRS} repairs: {said.call.problems[-1]}"
        raise ReplyInvalid(told, said.call, "its replies have not the form asked for")

    def write(self, messages: Sequence[Message], budget: Budget, *, most: int | None = None) -> Reply[str]:
        """A reply in words. Raises CallFailed."""
        said = _Record.of(self._endpoint, messages, budget)
        return Reply(said.ask(None, (), most).text, said.call)

    def act(
        self, messages: Sequence[Message], tools: Sequence[Tool], budget: Budget, *, most: int | None = None
    ) -> Reply[Message]:
        """What the model says next: a message that asks for tools to be called, or words alone. Raises CallFailed."""
        said = _Record.of(self._endpoint, messages, budget)
        came = said.ask(None, tools, most)
        return Reply(assistant(came.text, *came.calls) if came.calls else said_in(came.text, tools), said.call)


@dataclass
class _Record:
    """A call as it goes on. later: the last refused reply and what is wrong with it."""

    endpoint: Endpoint
    budget: Budget
    call: Call
    later: list[Message] = field(default_factory=list)

    @classmethod
    def of(cls, endpoint: Endpoint, messages: Sequence[Message], budget: Budget) -> "_Record":
        return cls(endpoint, budget, Call(endpoint.role.value, endpoint.model, tuple(messages)))

    def ask(
        self, shape: Shape[Any] | None, tools: Sequence[Tool], most: int | None, heard: Heard | None = None
    ) -> "Arrived":
        """One more reply to what was said, counted. Raises CallFailed."""
        start = time.monotonic()
        try:
            came = self._speak(shape, tools, most or self.endpoint.reply_tokens, heard)
        except ModelUnavailable as failure:
            self._add(seconds=time.monotonic() - start)
            kind = ReplyInvalid if failure.passing else CallFailed
            raise kind(str(failure), self.call, failure.told) from failure
        self._add(seconds=time.monotonic() - start)
        self._count(came)
        return came

    def _speak(self, shape: Shape[Any] | None, tools: Sequence[Tool], most: int, heard: Heard | None) -> "Arrived":
        """In the way that this model's server was found to understand, learning it where needed."""
        from apps.inference.language.client import BrokenOff, Refused, complete

        able = known(self.endpoint)
        while True:
            body = able.body(self.endpoint.model, [*self.call.prompt, *self.later], most, shape, tools)
            listens = heard if able.stream else None
            body |= {"stream": True, "stream_options": {"include_usage": True}} if listens else {}
            try:
                came = complete(self.endpoint, body, self.budget, listens)
            except Refused as refusal:
                self._add(attempts=refusal.attempts)
                heard = None if isinstance(refusal, BrokenOff) else heard
                other = able.after(refusal.said, tools=bool(tools)) if refusal.status in COMPLAINTS else None
                if other is None and not isinstance(refusal, BrokenOff):
                    raise
                able = other or able
            else:
                self._add(attempts=came.attempts)
                learnt[self.endpoint.url, self.endpoint.model] = able
                return came

    def _count(self, came: "Arrived") -> None:
        """Its tokens are counted and taken from the budget."""
        calls = ({"id": one.ident, "tool": one.name, "arguments": one.arguments} for one in came.calls)
        text = "\n".join(map(json.dumps, calls)) if came.calls else came.text
        asked = sum(len(message.text) for message in (*self.call.prompt, *self.later))
        tokens_in, tokens_out = came.tokens or [math.ceil(size / COUNTED_CHARACTERS) for size in (asked, len(text))]
        cost = self.endpoint.cost(tokens_in, tokens_out)
        self.budget.spend(tokens_in + tokens_out, cost)
        self._add(replies=(text,), tokens_in=tokens_in, tokens_out=tokens_out, cost=cost)
        self.call = replace(self.call, estimated=self.call.estimated or came.tokens is None)

    def refuse(self, text: str, problem: str, again: str = "") -> None:
        """again: the form in words, where a reply had it not, because servers may leave a schema unread.

        Only the last refused reply goes back: an older one would teach the model its own mistake.
        """
        self._add(problems=(problem,))
        form = f"Reply again. {again}" if again else "Reply again, in the same form."
        most = min(SENT_BACK_CHARACTERS, int(self.endpoint.reply_tokens * CHARACTERS_PER_TOKEN))
        self.later = [assistant(text[:most]), user(f"That reply was refused: {problem}\n{form}")]

    def _add(self, **more: Any) -> None:
        self.call = replace(self.call, **{name: getattr(self.call, name) + value for name, value in more.items()})
