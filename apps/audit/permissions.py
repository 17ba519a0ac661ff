"""Who reads the trail."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar, cast

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from apps.audit.trail import Person

P = ParamSpec("P")
Response = TypeVar("Response")
FOR_READERS = "for_readers"  # the mark of such a view
View = Callable[Concatenate[HttpRequest, P], Response]


def reader_of(request: HttpRequest) -> Person:
    """Whoever reads the trail. Raises PermissionDenied for anybody else."""
    if not getattr(request.user, "reads_trail", False):
        raise PermissionDenied("Only compliance reviewers and administrators read the audit trail.")
    return cast(Person, request.user)


def reader_required(view: View[P, Response]) -> View[P, Response]:
    """403 for everybody but reviewers and administrators, on pages and API operations.

    Pages tell of what is everybody's, as far as it is open to the reader. The view says how far, and so does the
    database, which is told that he reviews: see `ActingMiddleware`.
    """

    @wraps(view)
    def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> Response:
        reader_of(request)
        return view(request, *args, **kwargs)

    checked.__dict__[FOR_READERS] = True
    return checked
