"""What is said to a model."""

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
class Message:
    """author: system, user or assistant."""

    author: str
    text: str
    images: tuple[Image, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """As the protocol wants it."""
        if not self.images:
            return {"role": self.author, "content": self.text}
        parts = [{"type": "text", "text": self.text}, *(image.as_json() for image in self.images)]
        return {"role": self.author, "content": parts}

    def as_record(self) -> dict[str, Any]:
        """As it is kept: of a picture its digest."""
        pictures = {"images": [sha256(image.content).hexdigest() for image in self.images]} if self.images else {}
        return {"role": self.author, "text": self.text, **pictures}


def system(text: str) -> Message:
    return Message("system", text)


def user(text: str, *images: Image) -> Message:
    return Message("user", text, images)


def assistant(text: str) -> Message:
    return Message("assistant", text)
