"""`/metrics` for Prometheus: for who has the token, or without one for callers on this machine."""

import secrets
import threading
import time
from ipaddress import ip_address

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError
from prometheus_client import CONTENT_TYPE_LATEST
from redis.exceptions import RedisError

from finrag_site.celery import app
from finrag_site.figures import exposition

KEEP_SECONDS = 5.0  # whoever asks more often gets the last figures
FORWARDED = ("X-Forwarded-For", "Forwarded", "X-Real-IP")

_lock = threading.Lock()
_kept: list[tuple[float, bytes]] = []


@login_not_required
@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """404 for everybody else: what is not there for somebody need not be guessed at."""
    if not allowed(request):
        return HttpResponse("There are no figures for you here.\n", status=404, content_type="text/plain")
    try:
        return HttpResponse(_figures(), content_type=CONTENT_TYPE_LATEST)
    except (DatabaseError, OperationalError, RedisError, OSError):
        return HttpResponse("The database or the queue does not answer.\n", status=503, content_type="text/plain")


def allowed(request: HttpRequest) -> bool:
    """By the bearer token where one is set. Else from this machine itself, and through no proxy on it."""
    if settings.METRICS_TOKEN:
        given = request.headers.get("Authorization", "")
        return secrets.compare_digest(given.encode(), f"Bearer {settings.METRICS_TOKEN}".encode())
    if settings.TRUSTED_PROXIES or any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def _figures() -> bytes:
    with _lock:
        if not _kept or time.monotonic() - _kept[0][0] > KEEP_SECONDS:
            _kept[:] = [(time.monotonic(), exposition(app))]
        return _kept[0][1]
