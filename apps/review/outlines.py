"""What reviewers see of everything, open to them or not: that it is there, whose it is and what it came to.

Views of the database. It shows them on reviewers' pages alone (`finrag_reviews`), and of words only the question of an
answer that is open to who asks. The rows themselves, with all that was said, stay behind their policies.
"""

from typing import TYPE_CHECKING, ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models

from apps.accounts.models import User
from apps.answers.models import AnswerState, Ending

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager


class AnswerOutline(models.Model):
    """An answer without what was answered. question: None where it is closed to who asks."""

    uid = models.UUIDField()
    asker = models.ForeignKey(User, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False)
    state = models.CharField(max_length=8, choices=AnswerState.choices)
    status = models.CharField(max_length=24)
    way = models.CharField(max_length=8)
    created = models.DateTimeField()
    finished = models.DateTimeField(null=True)
    question = models.TextField(null=True)  # noqa: DJ001 - None is not told

    if TYPE_CHECKING:
        records: RelatedManager["RecordOutline"]

    class Meta:
        managed = False
        db_table = "review_answeroutline"
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"answer {self.uid}"


class RecordOutline(models.Model):
    """A record of an answer without its body: see `AnswerRecord`."""

    uid = models.UUIDField()
    answer = models.ForeignKey(AnswerOutline, on_delete=models.DO_NOTHING, related_name="records", db_constraint=False)
    number = models.PositiveSmallIntegerField()
    ending = models.CharField(max_length=12, choices=Ending.choices)
    kept = models.DateTimeField()
    expires = models.DateTimeField()
    digest = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    status = models.CharField(max_length=24)
    trust = models.CharField(max_length=24)
    grounded = models.FloatField(null=True)
    model_names = ArrayField(models.CharField(max_length=200))
    seconds = models.FloatField()
    stages = models.JSONField()
    spent = models.JSONField()
    tokens = models.PositiveIntegerField()
    cost = models.DecimalField(max_digits=12, decimal_places=6)

    class Meta:
        managed = False
        db_table = "review_recordoutline"
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.ending} attempt {self.number}"


class DocumentOutline(models.Model):
    """That there is a document, and whose."""

    uid = models.UUIDField()
    owner = models.ForeignKey(User, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False)

    class Meta:
        managed = False
        db_table = "review_documentoutline"
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"document {self.uid}"
