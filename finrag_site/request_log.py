"""Every request has an id, which stands in each line that is logged for it, in its reply, and in the tasks it sends."""

import logging
import re
import time
import uuid
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from structlog.contextvars import bind_contextvars, clear_contextvars

HEADER = "X-Request-ID"
GIVEN = re.compile(r"[A-Za-z0-9-]{8,64}")
UNTOLD = frozenset({"healthz", "metrics"})  # asked every few seconds

logger = logging.getLogger(__name__)


class RequestLogMiddleware:
    """A line for each request: method, route (never the address, which may hold what was typed), status, time."""

    sync_capable = async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self._get_response = get_response
        self._waits = iscoroutinefunction(get_response)
        if self._waits:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if self._waits:
            return self._later(request)
        own, begun = _begin(request), time.monotonic()
        return _told(request, self._get_response(request), own, begun)

    async def _later(self, request: HttpRequest) -> HttpResponseBase:
        own, begun = _begin(request), time.monotonic()
        return _told(request, await self._get_response(request), own, begun)


def _begin(request: HttpRequest) -> str:
    """A proxy of ours may have numbered it; anybody else's number could be somebody else's."""
    given = request.headers.get(HEADER, "") if settings.TRUSTED_PROXIES else ""
    own = given if GIVEN.fullmatch(given) else uuid.uuid4().hex
    clear_contextvars()
    bind_contextvars(request=own)
    return own


def _told(request: HttpRequest, response: HttpResponseBase, own: str, begun: float) -> HttpResponseBase:
    response[HEADER] = own
    match = request.resolver_match
    route = match.route if match else "none"
    if route not in UNTOLD:
        milliseconds = round((time.monotonic() - begun) * 1000)
        logger.info("%s %s %s in %s ms", request.method, route or "/", response.status_code, milliseconds)
    return response
