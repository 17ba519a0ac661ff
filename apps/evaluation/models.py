"""Question sets that people bring, and runs over them: each question asked like any other, then judged."""

import uuid
from typing import ClassVar

from django.db import models

from apps.accounts.models import User
from apps.answers.models import Answer
from apps.answers.run.own_settings import told


class QuestionSet(models.Model):
    """Questions with what is expected of their answers. digest: SHA-256 of the file that was brought."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=100)
    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="question_sets")
    digest = models.CharField(max_length=64)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return self.name


class Expected(models.Model):
    """One question. value, unit: of a figure, as people write it (12.5 "USD millions"); documents, pages: its place.

    pages are counted from 1, and belong to the first document.
    """

    set = models.ForeignKey(QuestionSet, on_delete=models.CASCADE, related_name="questions")
    ordinal = models.PositiveIntegerField()
    question = models.CharField(max_length=2000)
    kind = models.CharField(max_length=60, blank=True)
    answer = models.TextField(blank=True)
    value = models.DecimalField(max_digits=40, decimal_places=12, null=True, blank=True)
    unit = models.CharField(max_length=60, blank=True)
    documents = models.JSONField(default=list)
    pages = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar = ["ordinal"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["set", "ordinal"], name="one_question_per_place")]

    def __str__(self) -> str:
        return self.question[:60]


class Run(models.Model):
    """All questions of a set, asked at once. label: what was changed before it.

    settings: those of the pipeline that it brings itself, by dotted name, as `answers.run.own_settings` has them.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    set = models.ForeignKey(QuestionSet, on_delete=models.CASCADE, related_name="runs")
    label = models.CharField(max_length=100, blank=True)
    settings = models.JSONField(default=dict, blank=True, db_default=models.Value({}, output_field=models.JSONField()))
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return self.label or f"run of {self.created:%Y-%m-%d %H:%M:%S}"

    @property
    def own_settings(self) -> str:
        """On one line; "" of a run as set up."""
        return told(self.settings)


class Verdict(models.TextChoices):
    RIGHT = "right", "Right"
    PARTLY = "partly", "Partly right"
    DECLINED = "declined", "Declined"
    WRONG = "wrong", "Wrong"


class RunAnswer(models.Model):
    """What came of a question in a run. verdict: a person's; "" leaves it to the program, which judges figures, and to
    judges: three readers of words, each with its verdict and reason.
    """

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="answers")
    expected = models.ForeignKey(Expected, on_delete=models.CASCADE, related_name="+")
    answer = models.ForeignKey(Answer, null=True, on_delete=models.SET_NULL, related_name="+")
    verdict = models.CharField(max_length=8, choices=Verdict.choices, blank=True)
    judges = models.JSONField(default=list, blank=True)

    class Meta:
        ordering: ClassVar = ["expected__ordinal"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["run", "expected"], name="one_answer_per_run")]

    def __str__(self) -> str:
        return f"{self.run}: {self.expected}"
