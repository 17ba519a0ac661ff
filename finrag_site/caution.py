"""What holds of every request and response: no NUL comes in, and no page about somebody stays in a cache."""

import re
from urllib.parse import unquote

from django.db import DataError
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control
from django.utils.deprecation import MiddlewareMixin

NUL = "\0"
ESCAPED_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")  # as JSON writes it; after an even number of backslashes
FORMS = {"application/x-www-form-urlencoded", "multipart/form-data"}
WORDS = "The request holds a NUL character, which no text here may have."


class NulMiddleware(MiddlewareMixin):
    """400 for a NUL in the address, in a cookie, or in what is sent: the database cannot hold one."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        said = (request.path_info, unquote(request.META.get("QUERY_STRING", "")), *request.COOKIES.values())
        return refusal(request) if any(NUL in text for text in said) or _body_holds(request) else None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return refusal(request) if is_nul(error) else None


class NoStoreMiddleware(MiddlewareMixin):
    """Pages of somebody who is logged in stay in no cache: the next person at that computer would find them there."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        user = getattr(request, "user", None)
        if user is not None and user.is_authenticated and not response.has_header("Cache-Control"):
            patch_cache_control(response, no_store=True, private=True)
        return response


def is_nul(error: Exception) -> bool:
    """Whether the database refused a text for the NUL in it."""
    return isinstance(error, (DataError, ValueError)) and ("NUL" in str(error) or "\\u0000" in str(error))


def refusal(request: HttpRequest) -> HttpResponse:
    if request.path.startswith("/api/"):
        return JsonResponse({"detail": WORDS}, status=400)
    return HttpResponseBadRequest(WORDS, content_type="text/plain; charset=utf-8")


def _body_holds(request: HttpRequest) -> bool:
    if request.content_type in FORMS:  # with files too: a stranger's is small, see finrag_site.body_limit
        return request.method == "POST" and _form_holds(request)
    if request.content_type == "application/json":
        return b"\0" in request.body or ESCAPED_NUL.search(request.body) is not None
    return False


def _form_holds(request: HttpRequest) -> bool:
    return any(NUL in text for name, values in request.POST.lists() for text in (name, *map(str, values)))
