"""What reviewers make of answers, the views they keep, and the planted errors that the checks caught each night."""

import uuid
from typing import ClassVar

from django.db import models
from django.utils import timezone

from apps.accounts.models import User
from apps.answers.models import Answer
from apps.review.outlines import AnswerOutline, DocumentOutline, RecordOutline  # noqa: F401 - of this app too


class Standing(models.TextChoices):
    """Where a review stands. Confirmed: a second reviewer signed off as well."""

    OPEN = "open", "Open"
    FLAGGED = "flagged", "Flagged"
    SIGNED = "signed", "Signed off"
    CONFIRMED = "confirmed", "Signed off twice"


class Kind(models.TextChoices):
    """What a reviewer does to a review."""

    TAKEN = "taken", "put up for review"
    FLAG = "flag", "flagged"
    COMMENT = "comment", "commented"
    SIGN = "sign", "signed off"
    CONFIRM = "confirm", "signed off as second reviewer"
    REOPEN = "reopen", "opened again"
    DUE = "due", "set the day when it is due"


class Review(models.Model):
    """The review of one answer. second: whether a second reviewer must sign off too."""

    answer = models.OneToOneField(Answer, on_delete=models.CASCADE, related_name="review")
    standing = models.CharField(max_length=12, choices=Standing.choices, default=Standing.OPEN)
    second = models.BooleanField(default=False)
    due = models.DateField(null=True, blank=True)
    signed_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    begun = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["due", "-id"]

    def __str__(self) -> str:
        return self.get_standing_display()

    @property
    def closed(self) -> bool:
        """Whether nothing is left to do."""
        return self.standing == Standing.CONFIRMED or (self.standing == Standing.SIGNED and not self.second)

    @property
    def overdue(self) -> bool:
        return bool(self.due and not self.closed and self.due < timezone.now().date())


class ReviewNote(models.Model):
    """One step of a review, with the reviewer's words. Added to, never changed."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    review = models.ForeignKey(Review, on_delete=models.CASCADE, related_name="notes")
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    text = models.CharField(max_length=2000, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return self.get_kind_display()


class SavedView(models.Model):
    """Filters of the answers' list that a reviewer keeps under a name. query: as in the page's address."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="saved_views")
    name = models.CharField(max_length=60)
    query = models.CharField(max_length=1000)

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["owner", "name"], name="one_view_per_name")]

    def __str__(self) -> str:
        return self.name


class ErrorRate(models.Model):
    """What came of a night's planted errors. by_kind: {kind: [caught, planted]}."""

    day = models.DateField(unique=True)
    answers = models.PositiveIntegerField()
    planted = models.PositiveIntegerField()
    caught = models.PositiveIntegerField()
    true_sentences = models.PositiveIntegerField()
    true_marked = models.PositiveIntegerField()
    by_kind = models.JSONField(default=dict)
    made = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar = ["-day"]

    def __str__(self) -> str:
        return f"{self.day}: {self.caught} of {self.planted} caught"

    @property
    def share(self) -> float | None:
        return self.caught / self.planted if self.planted else None
