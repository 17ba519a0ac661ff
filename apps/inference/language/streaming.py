"""A reply that arrives piece by piece, put together as if it had come whole."""

import codecs
import json
from collections.abc import Callable
from typing import Any

Heard = Callable[[str], None]
MEDIA_TYPE = "text/event-stream"
END = "[DONE]"


class Assembly:
    """The events of one streamed reply. heard: told the text so far, whenever there is more of it."""

    def __init__(self, heard: Heard) -> None:
        self._heard = heard
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._rest = ""
        self._text = ""
        self._finish: str | None = None
        self._usage: Any = None
        self._error: Any = None
        self._ended = False

    def feed(self, piece: bytes) -> None:
        """Bytes as they come, cut anywhere."""
        *lines, self._rest = (self._rest + self._decoder.decode(piece)).split("\n")
        before = len(self._text)
        for line in lines:
            if line.startswith("data:"):
                self._take(line.removeprefix("data:").strip())
        if len(self._text) > before:
            self._heard(self._text)

    @property
    def whole(self) -> bool:
        """Whether the reply came to its end, rather than the connection to its."""
        return self._ended or self._finish is not None or self._error is not None

    def payload(self) -> dict[str, Any]:
        """The reply in the form of one that was not streamed; {"error": ...} where the server gave up on the way."""
        if self._error is not None:
            return {"error": self._error}
        choice = {"message": {"role": "assistant", "content": self._text}, "finish_reason": self._finish}
        return {"choices": [choice], "usage": self._usage}

    def _take(self, data: str) -> None:
        if data == END:
            self._ended = True
            return
        try:
            event = json.loads(data)
        except ValueError:  # of JSON: a line that is none says nothing
            return
        if not isinstance(event, dict):
            return
        self._error = event.get("error", self._error)
        self._usage = event.get("usage") or self._usage
        choices = event.get("choices")
        first = choices[0] if isinstance(choices, list) and choices else None
        if isinstance(first, dict):
            self._add(first)

    def _add(self, choice: dict[str, Any]) -> None:
        delta = choice.get("delta")
        more = delta.get("content") if isinstance(delta, dict) else None
        self._text += more if isinstance(more, str) else ""
        self._finish = choice.get("finish_reason") or self._finish
