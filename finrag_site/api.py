"""The API under /api/v1: the routers of the apps, each with token or session authentication."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db import DataError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern, URLResolver
from django.views.decorators.http import require_safe
from ninja import NinjaAPI

from apps.accounts.api import router as accounts
from apps.accounts.api_auth import TokenAuthentication, authentication, reviewers_authentication
from apps.audit.api import router as audit
from apps.chat.api import router as chat
from apps.documents.api import router as documents
from apps.documents.api_figures import router as figures
from apps.memory.api import router as memory
from apps.notes.api import router as notes
from apps.search.api import router as search
from finrag_site.caution import is_nul, refusal

api = NinjaAPI(title="finrag", version="1", urls_namespace="api", auth=authentication, docs_decorator=require_safe)
api.add_router("", accounts)
api.add_router("", chat)
api.add_router("", search)
api.add_router("", documents)
api.add_router("", figures)
api.add_router("", memory)
api.add_router("", notes)
api.add_router("/audit", audit, auth=reviewers_authentication)


@api.exception_handler(PermissionDenied)
def forbidden(request: HttpRequest, refusal: PermissionDenied | type[PermissionDenied]) -> HttpResponse:
    return api.create_response(request, {"detail": str(refusal) or "Not allowed"}, status=403)


@api.exception_handler(DataError)
def unstorable(request: HttpRequest, error: DataError | type[DataError]) -> HttpResponse:
    """A NUL in a form with files, which is looked at only here. Anything else is a mistake of ours."""
    if isinstance(error, DataError) and is_nul(error):
        return refusal(request)
    raise error


def api_urls() -> tuple[list[URLResolver | URLPattern], str, str]:
    """The operations answer 401 by themselves; the documentation redirects to the log-in page.

    Its description (openapi.json) can be read with a token too, as programs read it.
    """
    patterns, application, namespace = api.urls
    for pattern in patterns:
        if isinstance(pattern, URLPattern) and pattern.name == "openapi-json":
            pattern.callback = login_not_required(with_token(pattern.callback))
        elif isinstance(pattern, URLPattern) and not str(pattern.name).startswith("openapi"):
            pattern.callback = login_not_required(pattern.callback)
    return patterns, application, namespace


def with_token(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A page for whoever is logged in or sends a token of theirs."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        known = request.user.is_authenticated or TokenAuthentication()(request) is not None
        return view(request, *args, **kwargs) if known else redirect_to_login(request.get_full_path())

    return checked
