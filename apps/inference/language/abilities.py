"""What each server understands of the protocol, learnt once from its complaints."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from apps.inference.endpoint import Endpoint
from apps.inference.messages import Message, system
from apps.inference.shapes import BOUND, Shape, Tool

NEXT = {"json_schema": "json_object", "json_object": "text"}  # how a reply in JSON is asked for, the strictest first
OTHER_LIMIT = "max_completion_tokens"
CALL_RULE = (
    'To call a tool, reply with one JSON object and nothing else: {"tool": NAME, "arguments": {...}}. The tools, each '
    "with the JSON schema of its arguments:\n"
)
# What is left out, by what a complaint names.
REFUSED = {"temperature": "temperature", "stream": "stream", BOUND.lower(): "bounds", "tool": "tools"}
OF_FORM = ("response_format", "schema", "json", "grammar")


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
        self, model: str, messages: Sequence[Message], most: int, shape: Shape[Any] | None, tools: Sequence[Tool]
    ) -> dict[str, Any]:
        """The request. Where the server cannot be given the schema or the tools, the model is, in words."""
        rules = [shape.in_words] if shape and self.form != "json_schema" else []
        rules += [CALL_RULE + "\n".join(tool.in_words for tool in tools)] if tools and not self.tools else []
        told = [message.as_json(tools=self.tools) for message in _with(messages, rules)]
        body: dict[str, Any] = {"model": model, "messages": told, self.limit: most}
        body |= {"temperature": 0} if self.temperature else {}
        body |= {"tools": [tool.as_json() for tool in tools]} if tools and self.tools else {}
        if shape and self.form != "text":
            by_schema = self.form == "json_schema"
            body["response_format"] = shape.response_format(bounds=self.bounds) if by_schema else {"type": self.form}
        return body

    def after(self, complaint: str, *, tools: bool) -> "Abilities | None":
        """What to try next when a server complains; None where its words name nothing that could be left out."""
        words = complaint.lower().replace("function", "tool")
        if self.limit in words and OTHER_LIMIT in words and self.limit != OTHER_LIMIT:
            return replace(self, limit=OTHER_LIMIT)
        for word, ability in REFUSED.items():
            if word in words and getattr(self, ability) and (tools or ability != "tools"):
                less: dict[str, Any] = {ability: False}
                return replace(self, **less)
        if self.form in NEXT and any(word in words for word in OF_FORM):
            return replace(self, form=NEXT[self.form])
        return None


def _with(messages: Sequence[Message], rules: Sequence[str]) -> Sequence[Message]:
    """`rules` at the end of the system's message: many chat templates allow but one."""
    if not rules:
        return messages
    own = messages[0].author == "system"
    told = system("\n\n".join([*([messages[0].text] if own else []), *rules]))
    return [told, *messages[own:]]


learnt: dict[tuple[str, str], Abilities] = {}  # by address and model


def known(endpoint: Endpoint) -> Abilities:
    return learnt.get((endpoint.url, endpoint.model), Abilities())
