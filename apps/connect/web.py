"""Streamable HTTP at /mcp: a bearer token, one answer per request, no session that another could take over."""

from collections.abc import Awaitable, Callable, Mapping
from io import BytesIO
from typing import Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from apps.accounts.models import ApiToken
from apps.audit.address import client_address
from apps.connect.calling import Caller
from apps.connect.server import server_for

PATH = "/mcp"
MOST_BYTES = 256 * 1024
REFUSAL = b'{"detail": "Unauthorized: send Authorization: Bearer with an API token."}'
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class Connect:
    """What is sent to /mcp goes to the server of the protocol, all else to the pages."""

    def __init__(self, pages: Application) -> None:
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].rstrip("/") != PATH:
            await self._pages(scope, receive, send)
            return
        caller = await sync_to_async(_caller, thread_sensitive=False)(scope)
        if caller is None:
            await _refuse(send)
            return
        manager = StreamableHTTPSessionManager(
            server_for(caller), json_response=True, stateless=True, max_request_body_size=MOST_BYTES
        )
        async with manager.run():
            await manager.handle_request(scope, receive, send)


def _caller(scope: Scope) -> Caller | None:
    """The owner of the bearer token; None without one that holds."""
    headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
    kind, _, secret = headers.get(b"authorization", "").partition(" ")
    try:
        found = ApiToken.objects.matching(secret.strip()) if kind.lower() == "bearer" else None
        if found is None:
            return None
        found.touch()
        found.user.token = found
        return Caller(found.user, client_address(ASGIRequest(scope, BytesIO())))
    finally:
        close_old_connections()


async def _refuse(send: Send) -> None:
    headers = [(b"content-type", b"application/json"), (b"www-authenticate", b"Bearer")]
    await send({"type": "http.response.start", "status": 401, "headers": headers})
    await send({"type": "http.response.body", "body": REFUSAL})
