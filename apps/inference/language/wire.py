"""One request to an endpoint and what came back, whatever it is."""

import json
import os
import time
from dataclasses import dataclass
from functools import cache
from typing import Any

import httpx2

from apps.inference.errors import ModelUnavailable
from apps.inference.language.endpoint import Endpoint, is_web_address
from apps.inference.language.streaming import MEDIA_TYPE, Assembly, Heard

MOST_BYTES = 8 * 1024 * 1024
MOST_CONNECTIONS = 64
UNREACHABLE, TIMED_OUT = 0, -1  # in place of a status


@dataclass(frozen=True, slots=True)
class Response:
    """status: of HTTP, or UNREACHABLE, or TIMED_OUT. retry_after: seconds that the server asks to wait, 0 if none."""

    status: int
    body: bytes = b""
    retry_after: float = 0

    def payload(self) -> dict[str, Any]:
        """The body as JSON object, or an empty one."""
        try:
            parsed = json.loads(self.body)
        except ValueError:  # of JSON and of its encoding
            return {}
        return parsed if isinstance(parsed, dict) else {}


def post(endpoint: Endpoint, body: dict[str, Any], seconds: float, heard: Heard | None = None) -> Response:
    """Send `body` and read the whole reply within `seconds`. No redirect is followed: the key goes to one host.

    heard: told the text of a reply that is streamed as it grows; it comes back as one that is not.

    Raises ModelUnavailable where the address is none of the web.
    """
    if not is_web_address(endpoint.url):
        raise ModelUnavailable("FINRAG_LLM_URL must be an http or https address without a password in it.")
    try:
        return _read(endpoint, body, time.monotonic() + seconds, seconds, heard)
    except httpx2.TimeoutException:
        return Response(TIMED_OUT)
    except (httpx2.TransportError, httpx2.InvalidURL, httpx2.DecodingError):
        return Response(UNREACHABLE)


def _read(endpoint: Endpoint, body: dict[str, Any], end: float, seconds: float, heard: Heard | None) -> Response:
    """Piece by piece: neither a reply without end nor one that drips holds us longer than was given."""
    headers = {"Authorization": f"Bearer {endpoint.key}"} if endpoint.key else {}
    client = _client(os.getpid())
    with client.stream("POST", endpoint.address, json=body, headers=headers, timeout=seconds) as response:
        content, assembly = b"", _assembly(response, heard)
        for piece in response.iter_bytes():
            content += piece
            if assembly:
                assembly.feed(piece)
            if time.monotonic() > end:
                return Response(TIMED_OUT)
            if len(content) > MOST_BYTES:
                raise ModelUnavailable(f"The endpoint {endpoint.host} replies with more than {MOST_BYTES} bytes.")
        if assembly:
            return _assembled(assembly)
        return Response(response.status_code, content, _seconds(response.headers.get("Retry-After", "")))


def _assembly(response: httpx2.Response, heard: Heard | None) -> Assembly | None:
    streamed = response.status_code == 200 and response.headers.get("Content-Type", "").startswith(MEDIA_TYPE)
    return Assembly(heard) if heard and streamed else None


def _assembled(assembly: Assembly) -> Response:
    """A stream that broke off is a broken connection; one in which the server reports a failure is a failure."""
    if not assembly.whole:
        return Response(UNREACHABLE)
    payload = assembly.payload()
    return Response(500 if "error" in payload else 200, json.dumps(payload).encode())


@cache
def _client(process: int) -> httpx2.Client:
    """One per process, for its kept connections; a forked child must not share its parent's."""
    limits = httpx2.Limits(max_connections=MOST_CONNECTIONS)
    return httpx2.Client(limits=limits, follow_redirects=False)


def _seconds(header: str) -> float:
    return float(header) if header.replace(".", "", 1).isdecimal() else 0
