"""How many wrong passwords are borne: of a name from an address, from an address, and of a name from anywhere."""

from datetime import datetime
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.handlers.proxy import AxesProxyHandler
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth.signals import user_login_failed
from django.db.models import Max, QuerySet, Sum
from django.http import HttpRequest


class ThrottleHandler(AxesDatabaseHandler):  # type: ignore[misc]
    """Axes knows one limit for everything that it counts. Here each of `AXES_LOCKOUT_PARAMETERS` has its own."""

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """The failures of this name from this address; at least the limit where one of the others is reached."""
        counted = [_failures(attempts) for attempts in self.get_user_attempts(request, credentials)]
        reached = any(count >= limit for count, limit in zip(counted, limits(), strict=True))
        return max(counted[0], limits()[0]) if reached else counted[0]

    def reset_user_attempts(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """A log-in clears what was counted of that name there: an address does not clear itself by one of its own."""
        removed: int = self.filter_user_attempts(request, credentials)[0].delete()[0]
        return removed


def limits() -> tuple[int, int, int]:
    """In the order of `AXES_LOCKOUT_PARAMETERS`."""
    return settings.AXES_FAILURE_LIMIT, settings.LOGIN_FAILURES_OF_ADDRESS, settings.LOGIN_FAILURES_OF_NAME


def latest_failure(request: HttpRequest, credentials: dict[str, Any] | None) -> datetime | None:
    """The last one that was counted towards a limit that is reached."""
    attempts = AxesProxyHandler.get_implementation().get_user_attempts(request, credentials)
    reached = [found for found, limit in zip(attempts, limits(), strict=True) if _failures(found) >= limit]
    times = [found.aggregate(last=Max("attempt_time"))["last"] for found in reached]
    return max(times, default=None)


def may_try(request: HttpRequest, name: str) -> bool:
    """Whether a password of `name` may be tried from here; for forms other than the log-in."""
    return bool(AxesProxyHandler.is_allowed(request, {"username": name}))


def count_failure(sender: type, request: HttpRequest, name: str) -> None:
    """A wrong password in a form other than the log-in counts like one there, and is in the trail."""
    user_login_failed.send(sender=sender, credentials={"username": name}, request=request)


def _failures(attempts: "QuerySet[AccessAttempt]") -> int:
    return attempts.aggregate(sum=Sum("failures_since_start"))["sum"] or 0
