"""Where a request came from."""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str | None:
    """The caller's IP address, or None when there is none to know (a unix socket).

    X-Forwarded-For is whatever a caller writes, but for what proxies of ours add at its end: with two of them, the
    last but one is what the first of them saw.
    """
    claimed = _forwarded(request) or request.META.get("REMOTE_ADDR", "")
    try:
        return str(ip_address(claimed))
    except ValueError:
        return None


def _forwarded(request: HttpRequest) -> str:
    trusted = settings.TRUSTED_PROXIES
    seen = request.headers.get("X-Forwarded-For", "").split(",")
    return seen[-trusted].strip() if 0 < trusted <= len(seen) else ""
