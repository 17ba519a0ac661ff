"""Administrators' page on language models: which role has which, and does it answer?"""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.permissions import user_of
from apps.inference.endpoint import Role
from apps.inference.probing import configuration, probe


@require_safe
def language_models(request: HttpRequest) -> HttpResponse:
    """Every role as it is configured; nothing is asked of a model."""
    _administrator(request)
    return render(request, "site/language_models.html", {"roles": [configuration(role) for role in Role]})


@require_POST
@never_cache
def test_language_model(request: HttpRequest) -> HttpResponse:
    """The same page, with the model of the posted role asked for one word. Half a minute at most."""
    _administrator(request)
    asked = request.POST.get("role", "")
    if asked not in list(Role):
        return HttpResponseBadRequest("There is no such role.")
    roles = [probe(role) if role == asked else configuration(role) for role in Role]
    return render(request, "site/language_models.html", {"roles": roles, "tested": asked})


def _administrator(request: HttpRequest) -> None:
    if not user_of(request).is_staff:
        raise PermissionDenied("Language models are set up by administrators.")
