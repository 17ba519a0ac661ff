"""Events that Django and axes announce: log-in, log-out, failures, lock-outs, and what administrators do."""

from typing import Any

from axes.signals import user_locked_out
from django.contrib.admin.models import ADDITION, CHANGE, DELETION, LogEntry
from django.contrib.auth import get_user_model
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest

from apps.audit.address import client_address
from apps.audit.models import Action
from apps.audit.trail import Subject, record

CHANGES = {ADDITION: "added", CHANGE: "changed", DELETION: "deleted"}


def _account(name: str) -> Subject:
    """The account that a log-in named: with its public id when there is such an account."""
    known = get_user_model()._default_manager.filter(username=name.replace("\0", "")).first()
    return Subject("user", getattr(known, "uid", None), name)


@receiver(user_logged_in)
def logged_in(sender: Any, request: HttpRequest, user: Any, **_: Any) -> None:
    record(Action.LOGGED_IN, actor=user, subject=_account(user.get_username()), address=client_address(request))


@receiver(user_logged_out)
def logged_out(sender: Any, request: HttpRequest, user: Any, **_: Any) -> None:
    if user is not None:
        record(Action.LOGGED_OUT, actor=user, subject=_account(user.get_username()), address=client_address(request))


@receiver(user_login_failed)
def login_failed(sender: Any, credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any) -> None:
    """Only the name is kept: what was typed as password may be nearly right. Lock-outs are told by axes, below."""
    if request is not None and getattr(request, "axes_locked_out", False):
        return
    address = client_address(request) if request else None
    acting = getattr(request, "user", None)  # somebody who is logged in has to say the old password for a new one
    actor = acting if getattr(acting, "is_authenticated", False) else None
    subject = _account(str(credentials.get("username")))
    record(Action.LOGIN_FAILED, actor=actor, anonymous=not actor, subject=subject, address=address)


@receiver(user_locked_out)
def locked_out(sender: Any, request: HttpRequest, username: str, **_: Any) -> None:
    record(Action.LOCKED_OUT, anonymous=True, subject=_account(username), address=client_address(request))


@receiver(post_save, sender=LogEntry)
def administered(sender: Any, instance: LogEntry, created: bool, **_: Any) -> None:
    """Django's admin writes a log entry in the transaction of each change. It knows no request, hence no address."""
    if not created:
        return
    kind = instance.content_type.model if instance.content_type else "object"
    edited = instance.get_edited_object() if instance.action_flag != DELETION else None
    record(
        Action.ADMINISTERED,
        actor=instance.user,
        subject=Subject(kind, getattr(edited, "uid", None), instance.object_repr),
        change=CHANGES[instance.action_flag],
        fields=instance.get_change_message(),
    )
