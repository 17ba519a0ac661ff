"""Parts of pages, which htmx asks for: a cache must tell them from their pages, and none of them is the log-in page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import resolve_url
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin

ASKED_AS = ("HX-Request", "HX-Request-Type")


class PartsMiddleware(MiddlewareMixin):
    """A part has the address of its page: whoever comes back to it would be shown the part, out of the browser's cache.

    Somebody whose session has ended in an open page gets 401 for a part, and that page loads again: the page leads to
    the log-in and from there back, not a part in the middle of it.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        patch_vary_headers(response, ASKED_AS)
        if "HX-Request" in request.headers and _leads_to_log_in(response):
            return HttpResponse("You have been logged out.", status=401, headers={"HX-Refresh": "true"})
        return response


def _leads_to_log_in(response: HttpResponseBase) -> bool:
    log_in = resolve_url(settings.LOGIN_URL)
    return isinstance(response, HttpResponseRedirect) and response.url.partition("?")[0] == log_in
