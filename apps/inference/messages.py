"""What is said to a model, and what it asks to be called."""

import json
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from apps.inference.shapes import Tool, bare


@dataclass(frozen=True, slots=True)
class Image:
    """A picture for a model that sees."""

    content: bytes
    media_type: str = "image/png"

    def as_json(self) -> dict[str, Any]:
        address = f"data:{self.media_type};base64,{b64encode(self.content).decode()}"
        return {"type": "image_url", "image_url": {"url": address}}


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool that a model asks to be called. arguments: JSON as it wrote it, which may be none."""

    ident: str
    name: str
    arguments: str

    def as_json(self) -> dict[str, Any]:
        return {"id": self.ident, "type": "function", "function": {"name": self.name, "arguments": self.arguments}}

    @property
    def in_words(self) -> str:
        return f'{{"tool": "{self.name}", "arguments": {self.arguments or "{}"}}}'


@dataclass(frozen=True, slots=True)
class Message:
    """author: system, user, assistant, tool. calls: what an assistant asks for; answers: the call it results from."""

    author: str
    text: str
    images: tuple[Image, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    answers: str = ""

    def as_json(self, *, tools: bool = True) -> dict[str, Any]:
        """As the protocol wants it; tools: whether the server knows of them, else they are told in words."""
        if self.answers and not tools:
            return {"role": "user", "content": f"Result of the tool:\n{self.text}"}
        if self.answers:
            return {"role": "tool", "tool_call_id": self.answers, "content": self.text}
        if self.calls and tools:
            asked = [one.as_json() for one in self.calls]
            return {"role": self.author, "content": self.text or None, "tool_calls": asked}
        if self.images:
            parts = [{"type": "text", "text": self.text}, *(image.as_json() for image in self.images)]
            return {"role": self.author, "content": parts}
        return {"role": self.author, "content": self.text or "\n".join(one.in_words for one in self.calls)}

    def as_record(self) -> dict[str, Any]:
        """As it is kept: of a picture its digest."""
        pictures = {"images": [sha256(image.content).hexdigest() for image in self.images]} if self.images else {}
        asked = {"calls": [{"tool": one.name, "arguments": one.arguments} for one in self.calls]} if self.calls else {}
        return {"role": self.author, "text": self.text, **pictures, **asked}


def system(text: str) -> Message:
    return Message("system", text)


def user(text: str, *images: Image) -> Message:
    return Message("user", text, images)


def assistant(text: str, *calls: ToolCall) -> Message:
    return Message("assistant", text, calls=calls)


def result(call: ToolCall, text: str) -> Message:
    """What a tool gave."""
    return Message("tool", text, answers=call.ident)


def said_in(text: str, tools: Sequence[Tool]) -> Message:
    """A message with the calls that are written in its words, a line of JSON each: so a server without tools has them,
    and so they are kept in a record.
    """
    whole = bare(text).strip()
    lines = whole.splitlines() if "\n{" in whole else [whole]
    calls = [call for at, line in enumerate(lines) if (call := _written(at, line, tools))]
    return assistant("" if calls else text, *calls)


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
