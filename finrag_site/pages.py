"""Django's handler, which gives a request one thread for its whole way instead of one for each step of it.

Under ASGI, Django walks through the middleware in the event loop and leaves it for a thread at each step that is not
made for the loop: some thirty times a page, and each time the loop has to win the interpreter back from threads that
compute. Views that wait (event streams, the API where it waits for an answer) keep Django's way, for they hold no
thread meanwhile.
"""

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve


class Pages(ASGIHandler):
    """The application below the limits on bodies and the tools for other assistants."""

    def __init__(self) -> None:
        super().__init__()
        self._in_a_thread = BaseHandler()
        self._in_a_thread.load_middleware()

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        if waits(request):
            return await super().get_response_async(request)
        return await sync_to_async(self._in_a_thread.get_response)(request)


def waits(request: HttpRequest) -> bool:
    """Whether the view of this address waits in the event loop."""
    try:
        return iscoroutinefunction(resolve(request.path_info).func)
    except Resolver404:
        return False
