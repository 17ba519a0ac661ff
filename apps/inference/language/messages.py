"""What is said to a model, and what it asks to be called."""

from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Any


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
        if self.answers:
            return self._told() if not tools else {"role": "tool", "tool_call_id": self.answers, "content": self.text}
        if self.calls and tools:
            return {
                "role": self.author,
                "content": self.text or None,
                "tool_calls": [_asked(one) for one in self.calls],
            }
        if not self.images:
            return {"role": self.author, "content": self.text or _in_words(self.calls)}
        parts = [{"type": "text", "text": self.text}, *(image.as_json() for image in self.images)]
        return {"role": self.author, "content": parts}

    def as_record(self) -> dict[str, Any]:
        """As it is kept: of a picture its digest."""
        pictures = {"images": [sha256(image.content).hexdigest() for image in self.images]} if self.images else {}
        asked = {"calls": [{"tool": one.name, "arguments": one.arguments} for one in self.calls]} if self.calls else {}
        return {"role": self.author, "text": self.text, **pictures, **asked}

    def _told(self) -> dict[str, Any]:
        return {"role": "user", "content": f"Result of the tool:\n{self.text}"}


def _asked(call: ToolCall) -> dict[str, Any]:
    return {"id": call.ident, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}


def _in_words(calls: tuple[ToolCall, ...]) -> str:
    return "\n".join(f'{{"tool": "{one.name}", "arguments": {one.arguments or "{}"}}}' for one in calls)


def system(text: str) -> Message:
    return Message("system", text)


def user(text: str, *images: Image) -> Message:
    return Message("user", text, images)


def assistant(text: str, *calls: ToolCall) -> Message:
    return Message("assistant", text, calls=calls)


def result(call: ToolCall, text: str) -> Message:
    """What a tool gave."""
    return Message("tool", text, answers=call.ident)
