"""Who may do what, beyond what they may see."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from apps.accounts.models import Scope, User

P = ParamSpec("P")
Response = TypeVar("Response")
View = Callable[Concatenate[HttpRequest, P], Response]


def user_of(request: HttpRequest) -> User:
    """The person who is logged in. Raises PermissionDenied for nobody, which only a public view can meet."""
    if not isinstance(request.user, User):
        raise PermissionDenied("Log in first.")
    return request.user


def writer_required(view: View[P, Response]) -> View[P, Response]:
    """403 for reviewers, on pages and API operations that change something; for tokens that may not upload."""
    return _required(view, Scope.UPLOAD)


def asker_required(view: View[P, Response]) -> View[P, Response]:
    """The same for what asks a question: a token needs that scope."""
    return _required(view, Scope.ASK)


def _required(view: View[P, Response], scope: Scope) -> View[P, Response]:
    @wraps(view)
    def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> Response:
        user = user_of(request)
        if not user.may_write:
            raise PermissionDenied("Compliance reviewers read everything and change nothing.")
        if user.token and scope not in user.token.scopes:
            raise PermissionDenied(f"This token may not do that: it was made without “{scope.label}”.")
        return view(request, *args, **kwargs)

    return checked
