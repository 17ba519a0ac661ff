"""The API under /api/v1: the routers of the apps, each with token or session authentication."""

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver
from django.views.decorators.http import require_safe
from ninja import NinjaAPI

from apps.accounts.api import router as accounts
from apps.accounts.api_auth import authentication
from apps.audit.api import router as audit
from apps.chat.api import router as chat
from apps.documents.api import router as documents

api = NinjaAPI(title="finrag", version="1", urls_namespace="api", auth=authentication, docs_decorator=require_safe)
api.add_router("", accounts)
api.add_router("", chat)
api.add_router("", documents)
api.add_router("/audit", audit)


@api.exception_handler(PermissionDenied)
def forbidden(request: HttpRequest, refusal: PermissionDenied | type[PermissionDenied]) -> HttpResponse:
    return api.create_response(request, {"detail": str(refusal) or "Not allowed"}, status=403)


def api_urls() -> tuple[list[URLResolver | URLPattern], str, str]:
    """The operations answer 401 by themselves; the documentation keeps the redirect to the log-in page."""
    patterns, application, namespace = api.urls
    for pattern in patterns:
        if isinstance(pattern, URLPattern) and not str(pattern.name).startswith("openapi"):
            pattern.callback = login_not_required(pattern.callback)
    return patterns, application, namespace
