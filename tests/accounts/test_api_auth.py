"""Who the API lets in: tokens, sessions with CSRF, and nobody else."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone
from ninja import NinjaAPI, Router

from apps.accounts.api_auth import SessionAuthentication
from apps.accounts.models import ApiToken, User
from apps.accounts.permissions import writer_required
from tests.people import People

ME = "/api/v1/me"


@pytest.fixture
def secret(people: People) -> str:
    return ApiToken.objects.make(people.owner, "script")[1]


def call(secret: str, scheme: str = "Bearer") -> HttpResponse:
    response: HttpResponse = Client().get(ME, headers={"Authorization": f"{scheme} {secret}"})  # type: ignore[assignment]
    return response


def test_a_token_is_its_user(people: People, secret: str) -> None:
    assert call(secret).json() == {  # type: ignore[attr-defined]
        "id": str(people.owner.uid),
        "username": "olga.owner",
        "role": "analyst",
        "team": "Credit",
    }


def test_a_session_is_its_user(people: People, client_for: Callable[[User], Client]) -> None:
    assert client_for(people.reviewer).get(ME).json()["role"] == "reviewer"


@pytest.mark.parametrize("wrong", ["", "finrag_", "null", "x" * 5000, "finrag_\x00", "é"])
def test_anything_else_is_401(people: People, secret: str, wrong: str) -> None:
    assert call(wrong).status_code == 401
    assert call(secret + wrong).status_code == (401 if wrong else 200)
    assert call(secret, scheme="Basic").status_code == 401
    assert Client().get(ME).status_code == 401


def test_a_revoked_token_is_refused(people: People, secret: str) -> None:
    ApiToken.objects.get().revoke()
    assert call(secret).status_code == 401


def test_an_inactive_users_token_is_refused(people: People, secret: str) -> None:
    User.objects.filter(pk=people.owner.pk).update(is_active=False)
    assert call(secret).status_code == 401


def test_the_digest_is_not_a_token(people: People, secret: str) -> None:
    assert call(ApiToken.objects.get().digest).status_code == 401


def test_last_use_is_noted_at_most_once_a_minute(people: People, secret: str) -> None:
    call(secret)
    first = ApiToken.objects.get().last_used
    call(secret)
    assert ApiToken.objects.get().last_used == first is not None
    ApiToken.objects.update(last_used=timezone.now() - timedelta(seconds=61))
    call(secret)
    assert ApiToken.objects.get().last_used > first


def request_of(user: User, method: str) -> HttpRequest:
    request = RequestFactory(enforce_csrf_checks=True).generic(method, "/")
    request._dont_enforce_csrf_checks = False  # type: ignore[attr-defined]
    request.user = user
    return request


def test_a_session_needs_the_csrf_token_to_change_something(people: People) -> None:
    router = Router()

    @router.post("/change")
    def change(request: HttpRequest) -> str:
        return "changed"

    api = NinjaAPI(urls_namespace="csrf", auth=[SessionAuthentication()])
    api.add_router("", router)
    view = next(pattern for pattern in api.urls[0] if str(pattern.pattern) == "change").callback  # type: ignore[union-attr]
    assert view(request_of(people.owner, "POST")).status_code == 403


def test_reviewers_may_not_write(people: People) -> None:
    from django.core.exceptions import PermissionDenied

    @writer_required
    def change(request: HttpRequest) -> HttpResponse:
        return HttpResponse("changed")

    assert change(request_of(people.owner, "POST")).status_code == 200
    with pytest.raises(PermissionDenied):
        change(request_of(people.reviewer, "POST"))
