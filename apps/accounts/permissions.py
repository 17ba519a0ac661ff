"""Who may do what, beyond what they may see."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from apps.accounts.models import User

P = ParamSpec("P")
Response = TypeVar("Response")
View = Callable[Concatenate[HttpRequest, P], Response]


def user_of(request: HttpRequest) -> User:
    """The person who is logged in. Raises PermissionDenied for nobody, which only a public view can meet."""
    if not isinstance(request.user, User):
        raise PermissionDenied("Log in first.")
    return request.user


def writer_required(view: View[P, Response]) -> View[P, Response]:
    """403 for reviewers, on pages and API operations that change something."""

    @wraps(view)
    def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> Response:
        if not user_of(request).may_write:
            raise PermissionDenied("Compliance reviewers read everything and change nothing.")
        return view(request, *args, **kwargs)

    return checked
