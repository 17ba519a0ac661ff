"""Where a request came from."""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str | None:
    """The caller's IP address, or None when there is none to know (a unix socket).

    X-Forwarded-For is whatever a caller writes, unless a proxy of ours stands in front, which the HTTPS setting says;
    then its last entry is what that proxy saw.
    """
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.HTTPS else ""
    claimed = forwarded.rsplit(",", 1)[-1].strip() or request.META.get("REMOTE_ADDR", "")
    try:
        return str(ip_address(claimed))
    except ValueError:
        return None
