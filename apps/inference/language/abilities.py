"""What each server understands of the protocol, learnt once from its complaints."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from apps.inference.language.endpoint import Endpoint
from apps.inference.language.messages import Message, system
from apps.inference.language.shape import BOUND, Shape, without_bounds

NEXT = {"json_schema": "json_object", "json_object": "text"}  # how a reply in JSON is asked for, the strictest first
CALL_RULE = (
    'To call a tool, reply with one JSON object and nothing else: {"tool": NAME, "arguments": {...}}. The tools, each '
    "with the JSON schema of its arguments:\n"
)


@dataclass(frozen=True, slots=True)
class Abilities:
    """form: of a reply in JSON. limit: the name of the most tokens to write. The others: whether they are known."""

    form: str = "json_schema"
    limit: str = "max_tokens"
    temperature: bool = True
    bounds: bool = True
    stream: bool = True
    tools: bool = True

    def body(
        self, model: str, messages: Sequence[Message], most: int, shape: Shape[Any] | None, tools: Sequence[Any]
    ) -> dict[str, Any]:
        """The request. Where the server cannot be given the schema or the tools, the model is, in words."""
        if shape is not None and self.form != "json_schema":
            messages = _with_rule(messages, shape.in_words)
        if tools and not self.tools:
            messages = _with_rule(messages, CALL_RULE + "\n".join(tool.in_words for tool in tools))
        told = [message.as_json(tools=self.tools) for message in messages]
        body: dict[str, Any] = {"model": model, "messages": told, self.limit: most}
        body |= {"temperature": 0} if self.temperature else {}
        body |= {"tools": [tool.as_json() for tool in tools]} if tools and self.tools else {}
        if shape is not None and self.form != "text":
            asked = shape.response_format if self.bounds else without_bounds(shape.response_format)
            body["response_format"] = asked if self.form == "json_schema" else {"type": "json_object"}
        return body

    def after(self, complaint: str, *, tools: bool) -> "Abilities | None":
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
        if tools and self.tools and any(word in words for word in ("tool", "function")):
            return replace(self, tools=False)
        if self.form in NEXT and any(word in words for word in ("response_format", "schema", "json", "grammar")):
            return replace(self, form=NEXT[self.form])
        return None


def _with_rule(messages: Sequence[Message], rule: str) -> list[Message]:
    """`rule` at the end of the system's message: many chat templates allow but one."""
    first, *rest = messages
    if first.author == "system":
        return [system(f"{first.text}\n\n{rule}"), *rest]
    return [system(rule), first, *rest]


_learnt: dict[tuple[str, str], Abilities] = {}


def known(endpoint: Endpoint) -> Abilities:
    return _learnt.get((endpoint.url, endpoint.model), Abilities())


def learn(endpoint: Endpoint, found: Abilities) -> None:
    _learnt[endpoint.url, endpoint.model] = found
