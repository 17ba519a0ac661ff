"""A real HTTP server that answers as Tiingo's documentation of end-of-day prices says, or as a test wrote down."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

KEY = "market-key-0123456789"
# day, close, shares that one became
DAYS = (
    ("2023-12-28", "47.10", "1.0"),
    ("2023-12-29", "47.00", "1.0"),
    ("2024-03-27", "50.25", "1.0"),
    ("2024-03-28", "123.45", "1.0"),
    ("2024-06-03", "30.00", "4.0"),
    ("2024-06-28", "31.50", "1.0"),
)


def entry(day: str, close: str, split: str) -> str:
    """As the service writes it: numbers are bare, days carry a time."""
    return (
        f'{{"date":"{day}T00:00:00.000Z","close":{close},"high":{close},"low":{close},"open":{close},"volume":1000,'
        f'"adjClose":1.5,"adjHigh":1.5,"adjLow":1.5,"adjOpen":1.5,"adjVolume":1000,"divCash":0.0,"splitFactor":{split}}}'
    )


@dataclass(frozen=True)
class Reply:
    status: int = 200
    body: bytes = b"[]"
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0


@dataclass
class PriceServer:
    """replies: given before the service's own, one a request. requests: (path, query, headers) of each."""

    replies: list[Reply] = field(default_factory=list)
    url: str = ""
    requests: list[tuple[str, dict[str, list[str]], dict[str, str]]] = field(default_factory=list)


@contextmanager
def price_server(*replies: Reply) -> Iterator[PriceServer]:
    """A server on a free port until the block ends."""
    state = PriceServer(list(replies))
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(state))
    server.daemon_threads = True
    state.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()


def _own(path: str, query: dict[str, list[str]], headers: dict[str, str]) -> Reply:
    if headers.get("Authorization") != f"Token {KEY}":
        return Reply(401, json.dumps({"detail": "Please supply a token"}).encode())
    if path != "/tiingo/daily/qmf/prices":
        return Reply(404, json.dumps({"detail": "Not found."}).encode())
    first, last = query["startDate"][0], query["endDate"][0]
    return Reply(body=f"[{','.join(entry(*day) for day in DAYS if first <= day[0] <= last)}]".encode())


def _handler(state: PriceServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts, headers = urlsplit(self.path), dict(self.headers)
            state.requests.append((parts.path, parse_qs(parts.query), headers))
            reply = state.replies.pop(0) if state.replies else _own(*state.requests[-1])
            time.sleep(reply.delay)
            try:
                self.send_response(reply.status)
                for name, value in {"Content-Type": "application/json", **reply.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(reply.body)))
                self.end_headers()
                self.wfile.write(reply.body)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True  # the caller lost patience: that is what some tests are about

        def log_message(self, *_: Any) -> None:
            """Silent."""

    return Handler
