"""Users, their roles and teams, and API tokens."""

import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any, ClassVar, Self

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone

from apps.audit.models import Action
from apps.audit.trail import Subject, record

TOKEN_MARK = "finrag_"  # noqa: S105 - lets scanners of leaked secrets know one of ours
TOUCH_AFTER = timedelta(minutes=1)


class Role(models.TextChoices):
    ANALYST = "analyst", "Analyst"
    EXPERT = "expert", "Expert"
    REVIEWER = "reviewer", "Compliance reviewer"
    ADMINISTRATOR = "administrator", "Administrator"


class Scope(models.TextChoices):
    """What a token may do. Every token reads."""

    READ = "read", "Read"
    ASK = "ask", "Ask questions"
    UPLOAD = "upload", "Upload and change documents"


def every_scope() -> list[str]:
    return list(Scope.values)


class Team(models.Model):
    """People who see each other's team documents."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=100, unique=True)

    class Meta:
        ordering: ClassVar = ["name"]

    def __str__(self) -> str:
        return self.name


class UserManager(DjangoUserManager["User"]):
    def create_superuser(
        self, username: str, email: str | None = None, password: str | None = None, **fields: Any
    ) -> "User":
        """`manage.py createsuperuser` makes an administrator: the role is what counts."""
        return super().create_superuser(username, email, password, **{**fields, "role": Role.ADMINISTRATOR})


class User(AbstractUser):
    """A person with exactly one role and at most one team."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    role = models.CharField(max_length=16, choices=Role.choices, default=Role.ANALYST)
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.SET_NULL, related_name="members")

    objects: ClassVar[UserManager] = UserManager()

    token: "ApiToken | None" = None  # by which this person acts, where it is not a session

    @property
    def acts_by(self) -> str:
        """What the trail says of how this person acts: a token by its name and first letters."""
        return str(self.token) if self.token else ""

    @property
    def reads_trail(self) -> bool:
        return self.role in {Role.REVIEWER, Role.ADMINISTRATOR}

    @property
    def may_write(self) -> bool:
        """Reviewers change nothing."""
        return self.role != Role.REVIEWER

    @property
    def may_publish(self) -> bool:
        """What everyone sees speaks for the house: experts and administrators answer for it."""
        return self.role in {Role.EXPERT, Role.ADMINISTRATOR}

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """An administrator, and nobody else, may enter Django's admin pages."""
        self.is_staff = self.is_superuser = self.role == Role.ADMINISTRATOR
        if update_fields is not None and "role" in (update_fields := set(update_fields)):
            update_fields |= {"is_staff", "is_superuser"}
        ended = self._ends_tokens or getattr(self, "_password", None) is not None  # it was set, not hashed anew
        super().save(*args, update_fields=update_fields, **kwargs)
        if ended:
            self._ends_tokens = False
            end_tokens(self)

    def set_unusable_password(self) -> None:
        super().set_unusable_password()
        self._ends_tokens = True

    _ends_tokens = False


def digest_of(secret: str) -> str:
    """A token carries 256 random bits, so that a plain SHA-256 cannot be turned back."""
    return sha256(secret.encode()).hexdigest()


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    def visible_to(self, user: User) -> Self:
        return self.filter(user=user)

    def usable(self) -> Self:
        lasting = Q(expires=None) | Q(expires__gt=timezone.now())
        return self.filter(lasting, revoked=None, user__is_active=True)

    def matching(self, secret: str) -> "ApiToken | None":
        """The usable token of this text. Looked up by digest: the time taken tells nothing about the text."""
        return self.usable().select_related("user__team").filter(digest=digest_of(secret)).first()

    def make(
        self, user: User, name: str, scopes: Sequence[str] = tuple(Scope.values), expires: datetime | None = None
    ) -> "tuple[ApiToken, str]":
        """A new token and its text, which nothing else ever shows again."""
        secret = TOKEN_MARK + token_urlsafe(32)
        known = {"prefix": secret[:12], "digest": digest_of(secret)}
        return self.create(user=user, name=name, scopes=list(scopes), expires=expires, **known), secret


class ApiToken(models.Model):
    """A bearer token for the API. Only its SHA-256 is kept; the text is shown once, when it is made."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    last_used = models.DateTimeField(null=True, blank=True)
    revoked = models.DateTimeField(null=True, blank=True)
    scopes = ArrayField(models.CharField(max_length=8, choices=Scope.choices), default=every_scope)
    expires = models.DateTimeField(null=True, blank=True)

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-created", "-id"]
        verbose_name = "API token"

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    @property
    def expired(self) -> bool:
        return self.expires is not None and self.expires <= timezone.now()

    @property
    def allows(self) -> str:
        """What it may do, in short words: "read, ask"."""
        return ", ".join(self.scopes)

    def touch(self) -> None:
        """Note the use, at most once a minute: a busy client must not write a row per call."""
        now = timezone.now()
        stale = Q(last_used=None) | Q(last_used__lt=now - TOUCH_AFTER)
        ApiToken.objects.filter(stale, pk=self.pk).update(last_used=now)

    def revoke(self) -> bool:
        """Whether this call revoked it; False when it was revoked before."""
        return ApiToken.objects.filter(pk=self.pk, revoked=None).update(revoked=timezone.now()) == 1


def end_tokens(user: User) -> None:
    """A new password ends what somebody who knew the old one may have made. Each is an event."""
    for token in ApiToken.objects.filter(user=user, revoked=None):
        if token.revoke():
            subject = Subject("token", token.uid, token.name)
            record(Action.TOKEN_REVOKED, subject=subject, prefix=token.prefix, because="the password was changed")
