"""What a request gets that broke: 503 with Retry-After where only a disk or a server is missing, else 500."""

import errno
import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error
from kombu.exceptions import OperationalError as BrokerError

from apps.documents.stored_files import StoreUnreachable

RETRY_SECONDS = "10"
FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
LOST = "The database or the queue does not answer at the moment. Nothing was changed; try again in a few seconds."
NO_SPACE = "There is no space left on the disk, so nothing was kept. Tell whoever runs this, and try again later."
NO_FILES = "The store of files does not answer at the moment. Nothing was changed; try again in a few seconds."


def broken(request: HttpRequest) -> HttpResponse:
    """Django's handler500: it is called while the exception is handled. The API answers programs, in JSON."""
    sentence = _sentence(sys.exc_info()[1])
    if request.path.startswith("/api/"):
        return _told(JsonResponse({"detail": sentence or "Internal Server Error"}), bool(sentence))
    if not sentence:
        return server_error(request)
    return _told(HttpResponse(render_to_string("503.html", {"sentence": sentence})), True)


def _told(response: HttpResponse, again: bool) -> HttpResponse:
    response.status_code = 503 if again else 500
    if again:
        response["Retry-After"] = RETRY_SECONDS
    return response


def _sentence(error: BaseException | None) -> str:
    """What to say of an error that passes, or of what it came from; nothing for one of ours."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if isinstance(error, OSError) and error.errno in FULL:
            return NO_SPACE
        if isinstance(error, StoreUnreachable):
            return NO_FILES
        if isinstance(error, OperationalError | InterfaceError | BrokerError):
            return NO_SPACE if "No space left" in str(error) else LOST
        error = error.__cause__ or error.__context__
    return ""
