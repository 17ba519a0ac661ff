"""How much a stranger may send. Without a log-in nobody has much to say, and it would be kept on disk first."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from io import BytesIO
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections

from apps.accounts.models import ApiToken

STRANGERS_BYTES = 256 * 1024
WORDS = b"Log in first: without that, only small requests are taken.\n"
Message = Mapping[str, Any]
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Coroutine[Any, Any, None]]


class BodyLimit:
    """413 for a large request of somebody who is not logged in and has no token, before any of it is stored."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
        elif _declared(scope) > STRANGERS_BYTES and not await _is_known(scope):
            await _refuse(send)
        else:
            await self._counted(scope, receive, send)

    async def _counted(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A request that does not say how long it is, is cut off when it proves too long."""
        taken, known, refused = 0, _declared(scope) > 0, False

        async def counted() -> Message:
            nonlocal taken, known, refused
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > STRANGERS_BYTES and not known:
                known = await _is_known(scope)
                refused = not known
            return {"type": "http.disconnect"} if refused else message

        await self._application(scope, counted, send)
        if refused:
            await _refuse(send)


def _declared(scope: Scope) -> int:
    length = _headers(scope).get(b"content-length", b"")
    return int(length) if length.isdigit() else 0


def _headers(scope: Scope) -> Mapping[bytes, bytes]:
    return dict(scope["headers"])


@sync_to_async
def _is_known(scope: Scope) -> bool:
    request = ASGIRequest(scope, BytesIO())
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    try:
        if scheme.lower() == "bearer" and ApiToken.objects.matching(secret.strip()):
            return True
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
        request.session = SessionStore(key if key.isalnum() else None)
        return bool(get_user(request).is_authenticated)
    finally:
        close_old_connections()


async def _refuse(send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": WORDS})
