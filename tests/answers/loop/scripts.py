"""A model that calls tools, written down turn by turn."""

import json
import threading
from collections.abc import Callable
from typing import Any

from tests.inference.language.server import Said

Turn = dict[str, Any] | Said | Callable[[dict[str, Any]], "dict[str, Any] | Said"]


def asks(*calls: tuple[str, dict[str, Any]], tokens: int = 100) -> Said:
    """A reply that asks for these tools."""
    asked = [
        {"id": f"c{at}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
        for at, (name, arguments) in enumerate(calls)
    ]
    message = {"role": "assistant", "content": None, "tool_calls": asked}
    usage = {"prompt_tokens": tokens, "completion_tokens": 10}
    return Said(body=json.dumps({"choices": [{"message": message, "finish_reason": "stop"}], "usage": usage}).encode())


def submits(*sentences: tuple[str, list[str]], missing: str = "") -> Said:
    told = [{"text": text, "ids": ids} for text, ids in sentences]
    return asks(("submit", {"answerable": bool(told), "sentences": told, "missing": missing}))


def turns(*written: Said | Callable[[dict[str, Any]], Said]) -> Callable[[dict[str, Any]], Said]:
    """Each turn once, the last again and again; one that is a function sees the request."""
    left, lock = list(written), threading.Lock()

    def script(body: dict[str, Any]) -> Said:
        with lock:
            turn = left.pop(0) if len(left) > 1 else left[0]
        return turn(body) if callable(turn) else turn

    return script


def told(body: dict[str, Any]) -> str:
    """All that a request says."""
    return "\n".join(str(message.get("content")) for message in body["messages"])


def id_before(body: dict[str, Any], words: str) -> str:
    """The id of the sentence that begins a line and holds these words."""
    lines = (line.partition(": ") for line in told(body).splitlines())
    return next(ident for ident, _, text in lines if words in text and ident[:1] == "s" and ident[1:].isdigit())


def cell_of(body: dict[str, Any], label: str, year: int) -> str:
    """The cell of a line that facts gave."""
    lines = told(body).splitlines()
    line = next(line for line in lines if line.startswith(label) and f"FY{year}" in line)
    return line.split(" | ")[4]
