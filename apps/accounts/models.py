"""Users, their roles and teams, and API tokens."""

import uuid
from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models


class Role(models.TextChoices):
    ANALYST = "analyst", "Analyst"
    EXPERT = "expert", "Expert"
    REVIEWER = "reviewer", "Compliance reviewer"
    ADMINISTRATOR = "administrator", "Administrator"


class Team(models.Model):
    """People who see each other's team documents."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=100, unique=True)

    def __str__(self) -> str:
        return self.name


class User(AbstractUser):
    """A person with exactly one role and at most one team."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    role = models.CharField(max_length=16, choices=Role.choices, default=Role.ANALYST)
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.SET_NULL, related_name="members")

    @property
    def reads_trail(self) -> bool:
        return self.role in {Role.REVIEWER, Role.ADMINISTRATOR}

    @property
    def may_write(self) -> bool:
        """Reviewers change nothing."""
        return self.role != Role.REVIEWER

    def save(self, *args: object, **kwargs: object) -> None:
        """An administrator, and nobody else, may enter Django's admin pages."""
        self.is_staff = self.is_superuser = self.role == Role.ADMINISTRATOR
        super().save(*args, **kwargs)  # type: ignore[arg-type]


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

    class Meta:
        ordering: ClassVar = ["-created"]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"
