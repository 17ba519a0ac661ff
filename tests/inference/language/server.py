"""A real HTTP server that speaks the OpenAI protocol and says what a test wrote down for it."""

import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from django.test import override_settings

KEY = "sk-test-0123456789abcdef"
MODEL = "test-model"
ROLES = ("planner", "curator", "writer", "judge", "reader", "vision")


@dataclass(frozen=True)
class Said:
    """What to reply with. body: bytes as they are; else the protocol's own reply with `text`.

    pieces: sent one by one instead, as they come.
    """

    text: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None
    delay: float = 0
    finish: str = "stop"
    pieces: Iterable[bytes] = ()
    usage: dict[str, Any] | None = field(default_factory=lambda: {"prompt_tokens": 100, "completion_tokens": 10})

    def as_bytes(self) -> bytes:
        if self.body is not None:
            return self.body
        choice = {"index": 0, "finish_reason": self.finish, "message": {"role": "assistant", "content": self.text}}
        reply: dict[str, Any] = {"object": "chat.completion", "model": MODEL, "choices": [choice]}
        return json.dumps(reply | ({"usage": self.usage} if self.usage else {})).encode()


def refusal(status: int, message: str = "", **headers: str) -> Said:
    body = json.dumps({"error": {"message": message, "type": "test"}}).encode()
    headers = {"retry_after_ms": "10"} | headers  # the next attempt comes at once
    return Said(status=status, body=body, headers={name.replace("_", "-"): value for name, value in headers.items()})


def streamed(*deltas: str, end: str = "data: [DONE]\n\n", finish: str | None = "stop") -> Said:
    """A reply streamed in these pieces of text."""
    events: list[dict[str, Any]] = [{"choices": [{"index": 0, "delta": {"content": delta}}]} for delta in deltas]
    if finish:
        events.append({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
    events.append({"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 3}})
    pieces = tuple(f"data: {json.dumps(event, ensure_ascii=False)}\r\n\r\n".encode() for event in events)
    headers = {"Content-Type": "text/event-stream; charset=utf-8"}
    return Said(pieces=(*pieces, end.encode()), headers=headers)


Script = Callable[[dict[str, Any]], Said]


@dataclass
class ModelServer:
    """requests: the bodies that came; headers: theirs. `script` says what each is answered with."""

    script: Script
    url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)

    def prompt(self, number: int = -1) -> str:
        """All words of one request."""
        return "\n".join(str(message["content"]) for message in self.requests[number]["messages"])


def in_turn(replies: Sequence[Said | str]) -> Script:
    """Each reply once, the last one again and again."""
    left = [reply if isinstance(reply, Said) else Said(reply) for reply in replies]
    lock = threading.Lock()

    def script(_: dict[str, Any]) -> Said:
        with lock:
            return left.pop(0) if len(left) > 1 else left[0]

    return script


@contextmanager
def model_server(script: Script | Sequence[Said | str]) -> Iterator[ModelServer]:
    """A server on a free port until the block ends."""
    state = ModelServer(script if callable(script) else in_turn(script))
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(state))
    server.daemon_threads = True
    state.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()


def _handler(state: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            state.requests.append(body)
            state.headers.append({name.title(): value for name, value in self.headers.items()})
            state.paths.append(self.path)
            said = state.script(body)
            time.sleep(said.delay)
            try:
                self.send_response(said.status)
                for name, value in {"Content-Type": "application/json", **said.headers}.items():
                    self.send_header(name, value)
                pieces = said.pieces or (said.as_bytes(),)
                if not said.pieces:
                    self.send_header("Content-Length", str(len(said.as_bytes())))
                self.end_headers()
                for piece in pieces:
                    self.wfile.write(piece)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True  # the caller lost patience: that is what some tests are about

        def log_message(self, *_: Any) -> None:
            """Silent."""

    return Handler


def endpoint_settings(url: str, context: int = 16_384, *, judge: bool = False, **more: Any) -> dict[str, Any]:
    """The Django settings under which every role asks the server at `url`; pauses between attempts are short.

    judge: whether there is one; as in the settings, it is not there by itself.
    """
    one = {"url": url, "key": KEY, "model": MODEL, "price_in": Decimal(2), "price_out": Decimal(8), "context": context}
    return {
        "LLM_ENDPOINTS": {role: one | ({"model": ""} if role == "judge" and not judge else {}) for role in ROLES},
        "LLM_TIMEOUT_SECONDS": 5,
        **more,
    }


@contextmanager
def configured(script: Script | Sequence[Said | str], **more: Any) -> Iterator[ModelServer]:
    """A server, and every role asks it."""
    with model_server(script) as server, override_settings(**endpoint_settings(server.url, **more)):
        yield server
