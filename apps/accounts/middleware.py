"""Each request is its user's: the database is told so, and shows what that user may see."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, cast

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import FileResponse, HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase

from apps.accounts import acting
from apps.audit.permissions import FOR_READERS

Answer = HttpResponseBase | Awaitable[HttpResponseBase]


class ActingMiddleware:
    """Below the authentication. A token of the API is looked at later, and then the request is its owner's.

    What is streamed is made after the view and this middleware have ended; it is made for the same person.
    """

    sync_capable = async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self._get_response = get_response
        self._waits = iscoroutinefunction(get_response)
        if self._waits:
            markcoroutinefunction(self)

    def process_view(self, request: HttpRequest, view: Any, *_: Any) -> None:
        """Who reads the trail sees outlines of what is others', and of their words what is open to him."""
        if getattr(view, FOR_READERS, False) and getattr(request.user, "reads_trail", False):
            acting.begin(acting.reviewing_key(request.user))

    def __call__(self, request: HttpRequest) -> Answer:
        if self._waits:
            return self._later(request)
        with acting.acting_as(request.user):
            return _kept(self._get_response(request))

    async def _later(self, request: HttpRequest) -> HttpResponseBase:
        with acting.acting_as(await request.auser()):
            return _kept(await self._get_response(request))


def _kept(response: HttpResponseBase) -> HttpResponseBase:
    """A stream acts for whoever is present now; a file needs no database."""
    if isinstance(response, StreamingHttpResponse) and not isinstance(response, FileResponse):
        who = acting.present()
        if response.is_async:
            response.streaming_content = acting.each_async(cast(AsyncIterator[Any], response.streaming_content), who)
        else:
            response.streaming_content = acting.each(cast(Iterator[Any], response.streaming_content), who)
    return response
