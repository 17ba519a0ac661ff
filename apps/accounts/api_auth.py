"""Who calls the API: a bearer token, or the session of a page with its CSRF token.

`authentication` is what every router uses; both ways set `request.user`.
"""

from typing import Any

from django.http import HttpRequest
from ninja.security import HttpBearer, SessionAuth

from apps.accounts.acting import begin, key_of, reviewing_key
from apps.accounts.models import ApiToken, User


class TokenAuthentication(HttpBearer):
    """`Authorization: Bearer <token>`. A revoked token, and any token of an inactive user, is refused."""

    def authenticate(self, request: HttpRequest, token: str) -> User | None:
        found = ApiToken.objects.matching(token)
        if found is None:
            return None
        found.touch()
        found.user.token = found
        request.user = found.user
        begin(key_of(found.user))
        return found.user


class SessionAuthentication(SessionAuth):
    """Whoever is logged in on the pages; unsafe methods need the CSRF header. Anonymous callers get 401, not 403."""

    def __call__(self, request: HttpRequest) -> Any | None:
        return super().__call__(request) if request.user.is_authenticated else None


authentication = [TokenAuthentication(), SessionAuthentication()]


class ReviewersToken(TokenAuthentication):
    """The same for what is read as on the pages of the trail. Whether somebody may is the operation's to say."""

    def authenticate(self, request: HttpRequest, token: str) -> User | None:
        found = super().authenticate(request, token)
        _review(found)
        return found


class ReviewersSession(SessionAuthentication):
    def __call__(self, request: HttpRequest) -> Any | None:
        found = super().__call__(request)
        _review(found)
        return found


def _review(found: Any) -> None:
    if getattr(found, "reads_trail", False):
        begin(reviewing_key(found))


reviewers_authentication = [ReviewersToken(), ReviewersSession()]
