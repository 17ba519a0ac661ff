"""What each server understands of the protocol, learnt from its complaints."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from apps.inference.language.budget import Budget
from apps.inference.language.endpoint import Endpoint
from apps.inference.language.messages import Message, system
from apps.inference.language.patience import Arrived, Refused, send
from apps.inference.language.shape import BOUND, Shape
from apps.inference.language.streaming import Heard

COMPLAINTS = {400, 415, 422, 501}


class Form(StrEnum):
    """How a server is made to reply in JSON, the strictest first."""

    SCHEMA = "json_schema"
    OBJECT = "json_object"
    TEXT = "text"


NEXT = {Form.SCHEMA: Form.OBJECT, Form.OBJECT: Form.TEXT}


@dataclass(frozen=True, slots=True)
class Dialect:
    """form: of the reply. limit: the name of the most tokens to write. temperature, bounds of strings: whether they may
    be given. stream: whether a reply may be asked for piece by piece.
    """

    form: Form = Form.SCHEMA
    limit: str = "max_tokens"
    temperature: bool = True
    bounds: bool = True
    stream: bool = True

    def body(self, model: str, messages: Sequence[Message], shape: Shape[Any] | None, most: int) -> dict[str, Any]:
        """The request. Where the server cannot be given the schema, the model is."""
        if shape is not None and self.form != Form.SCHEMA:
            messages = _with_rule(messages, shape.in_words)
        body: dict[str, Any] = {"model": model, "messages": [message.as_json() for message in messages]}
        body |= {self.limit: most} | ({"temperature": 0} if self.temperature else {})
        if shape is not None and self.form != Form.TEXT:
            body["response_format"] = (
                shape.response_format(self.bounds) if self.form == Form.SCHEMA else {"type": "json_object"}
            )
        return body

    def streamed(self) -> dict[str, Any]:
        """What a request says besides where somebody listens."""
        return {"stream": True, "stream_options": {"include_usage": True}} if self.stream else {}

    def after(self, complaint: str) -> "Dialect | None":
        """What to try next when a server complains; None where its words name nothing that could be left out."""
        words = complaint.lower()
        if self.limit in words and "max_completion_tokens" in words and self.limit != "max_completion_tokens":
            return replace(self, limit="max_completion_tokens")
        if "temperature" in words and self.temperature:
            return replace(self, temperature=False)
        if "stream" in words and self.stream:
            return replace(self, stream=False)
        if BOUND.lower() in words and self.bounds:
            return replace(self, bounds=False)
        if self.form in NEXT and any(word in words for word in ("response_format", "schema", "json", "grammar")):
            return replace(self, form=NEXT[self.form])
        return None


def _with_rule(messages: Sequence[Message], rule: str) -> list[Message]:
    """`rule` at the end of the system's message: many chat templates allow but one."""
    first, *rest = messages
    if first.author == "system":
        return [system(f"{first.text}\n\n{rule}"), *rest]
    return [system(rule), first, *rest]


_learnt: dict[tuple[str, str], Dialect] = {}


def speak(
    endpoint: Endpoint,
    messages: Sequence[Message],
    shape: Shape[Any] | None,
    most: int,
    budget: Budget,
    heard: Heard | None = None,
) -> Arrived:
    """Send `messages` in the dialect that this model's server was found to understand, learning it where needed.

    heard: told the reply as it grows, where the server can stream.

    Raises BudgetSpent and Refused.
    """
    key = (endpoint.url, endpoint.model)
    dialect: Dialect | None = _learnt.get(key, Dialect())
    tried = 0
    while dialect:
        try:
            body = dialect.body(endpoint.model, messages, shape, most) | (dialect.streamed() if heard else {})
            arrived = send(endpoint, body, budget, heard)
        except Refused as refusal:
            tried += refusal.attempts
            dialect = dialect.after(refusal.said) if refusal.status in COMPLAINTS else None
            if dialect is None:
                refusal.attempts = tried
                raise
        else:
            _learnt[key] = dialect
            return Arrived(arrived.payload, tried + arrived.attempts)
    raise AssertionError("a dialect ends with a reply or a refusal")
