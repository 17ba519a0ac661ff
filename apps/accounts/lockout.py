"""What somebody sees who failed to log in too often: a page that says how long to wait."""

from datetime import datetime
from math import ceil
from typing import Any

from axes.helpers import get_cool_off
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from apps.accounts.throttle import latest_failure


def seconds_to_wait(request: HttpRequest, credentials: dict[str, Any] | None) -> int:
    """Seconds until the latest counted failure has cooled off; at least 1."""
    until: datetime = (latest_failure(request, credentials) or timezone.now()) + get_cool_off(request)
    return max(1, ceil((until - timezone.now()).total_seconds()))


def lockout_response(
    request: HttpRequest, response: HttpResponse | None = None, credentials: dict[str, Any] | None = None
) -> HttpResponse:
    """429 with Retry-After. The credentials are read from the request: axes leaves them out under ASGI."""
    seconds = seconds_to_wait(request, getattr(request, "axes_credentials", None))
    context = {"minutes": ceil(seconds / 60)}
    page = render(request, "accounts/locked_out.html", context, status=429)
    page.headers["Retry-After"] = str(seconds)
    return page
