"""What models learn from, what was learned, and which model is at work."""

import uuid
from typing import ClassVar

from django.db import models

from apps.accounts.models import User
from apps.learning.groups import Grade

GRADES = [
    (Grade.OFF_TOPIC.value, "Off topic"),
    (Grade.TOPIC.value, "On the topic"),
    (Grade.SUPPORTS.value, "Supports the answer"),
    (Grade.ANSWERS.value, "Answers"),
]


class Origin(models.TextChoices):
    RULE = "rule", "Made by rule"
    READER = "reader", "Written by a reader"
    MODEL = "model", "Annotated by a model"
    USE = "use", "From use"
    PUBLIC = "public", "Public data"


class Example(models.Model):
    """A question with one text and how far that answers. The text is referred to by place, so that no filing is copied.

    filing: SHA-256 of its file; page from 0; start, end: offsets into the page's text. split: the filer, by whose name
    sets are divided. checks: what a model annotated and a person grades here.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    question = models.CharField(max_length=1000)
    filing = models.CharField(max_length=64, db_index=True)
    page = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    grade = models.PositiveSmallIntegerField(choices=GRADES)
    origin = models.CharField(max_length=8, choices=Origin.choices)
    annotator = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    split = models.CharField(max_length=200, blank=True)
    checks = models.ForeignKey("self", null=True, blank=True, on_delete=models.CASCADE, related_name="gradings")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["question", "filing", "page", "start", "end", "origin", "annotator"],
                name="one_grade_per_annotator",
                nulls_distinct=False,
            )
        ]

    def __str__(self) -> str:
        return f"{self.question[:60]}: {self.grade}"


class Pair(models.Model):
    """Two passages for a question, of which people say which answers better. By place, as examples are.

    orders: of each that orders passages what the first wins against the second, 0 to 1.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    question = models.CharField(max_length=1000)
    filing = models.CharField(max_length=64, db_index=True)
    page = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    other_filing = models.CharField(max_length=64, db_index=True)
    other_page = models.PositiveIntegerField()
    other_start = models.PositiveIntegerField()
    other_end = models.PositiveIntegerField()
    orders = models.JSONField(default=dict)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return self.question[:60]


class Better(models.IntegerChoices):
    """In their order: a tie lies between."""

    FIRST = -1, "The first"
    TIE = 0, "As good as each other"
    SECOND = 1, "The second"


class Preference(models.Model):
    """Which passage of a pair a person holds to answer better."""

    pair = models.ForeignKey(Pair, on_delete=models.CASCADE, related_name="preferences")
    annotator = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    better = models.SmallIntegerField(choices=Better.choices)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pair", "annotator"], name="one_preference_per_annotator")
        ]

    def __str__(self) -> str:
        return f"{self.pair}: {self.get_better_display()}"


class DataSet(models.Model):
    """A frozen set of groups in a file. digest: SHA-256 of the file; held_out: filers that are in its other half.

    counts: groups of each origin.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=100)
    file = models.CharField(max_length=500)
    digest = models.CharField(max_length=64, unique=True)
    groups = models.PositiveIntegerField()
    counts = models.JSONField(default=dict)
    held_out = models.JSONField(default=list)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return self.name


class ModelKind(models.TextChoices):
    RERANKER = "reranker", "Re-ranker and judge"
    EMBEDDER = "embedder", "Embedder"
    DECODER = "decoder", "Decoder re-ranker"


class ModelState(models.TextChoices):
    CANDIDATE = "candidate", "Candidate"
    ACTIVE = "active", "Active"
    RETIRED = "retired", "Retired"


class TrainedModel(models.Model):
    """A model that was trained. digest: of its weights; figures: what was measured; gate: whether it may be active.

    folder: below the models' folder; curve: [[step, loss], ...].
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=100)
    kind = models.CharField(max_length=10, choices=ModelKind.choices)
    base = models.CharField(max_length=200)
    data = models.ForeignKey(DataSet, null=True, blank=True, on_delete=models.PROTECT, related_name="models")
    settings = models.JSONField(default=dict)
    folder = models.CharField(max_length=500)
    digest = models.CharField(max_length=64)
    figures = models.JSONField(default=dict)
    gate = models.JSONField(default=dict)
    curve = models.JSONField(default=list)
    seconds = models.PositiveIntegerField(default=0)
    machine = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=10, choices=ModelState.choices, default=ModelState.CANDIDATE)
    created = models.DateTimeField(auto_now_add=True)
    activated = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["kind"], name="one_active_model_per_kind", condition=models.Q(state="active")
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.digest[:8]})"
