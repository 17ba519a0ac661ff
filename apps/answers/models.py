"""Answers, and everything that led to them."""

import uuid
from typing import ClassVar, Self

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import Q
from django.utils import timezone

from apps.accounts.models import User
from apps.documents.models import Chunk, Document, DocumentVersion


class AnswerState(models.TextChoices):
    QUEUED = "queued", "Queued"
    WORKING = "working", "Working"
    DONE = "done", "Done"
    FAILED = "failed", "Failed"
    STOPPED = "stopped", "Stopped"


class Status(models.TextChoices):
    """What kind of answer it is; how far it may be trusted says `Trust`.

    Extracted: verbatim from the sources, nothing computed or rewritten. Calculated: computed by a formula that is
    shown from figures that are each printed in a cited cell; every figure that the formula needs was found, in one
    currency. Closest passages: verbatim, but nothing found states the figure that was asked for. Written: sentences
    of a language model, each with the places that it rests on. Being read: files that the question needs are not
    ready yet; it can be asked again.
    """

    CALCULATED = "Calculated", "Calculated"
    EXTRACTED = "Extracted", "Extracted"
    WRITTEN = "Written", "Written"
    CLOSEST = "Closest passages", "Closest passages"
    NOT_FOUND = "Not found", "Not found"
    BEING_READ = "Being read", "Being read"


STATING_NOTHING = frozenset({Status.NOT_FOUND, Status.BEING_READ})


class Trust(models.TextChoices):
    """How far the checks of an answer bear it out (A8), beside the kind of answer that its status says."""

    HIGH = "High", "High"
    MEDIUM = "Medium", "Medium"
    LOW = "Low", "Low"
    REVIEW = "Requires Review", "Requires review"
    CRITICAL = "Critical Issues", "Critical issues"


class StageName(models.TextChoices):
    """The stations of the main road, in order."""

    INTENT = "intent", "Reading the question"
    PLAN = "plan", "Planning"
    GATHER = "gather", "Searching"
    CALCULATE = "calculate", "Calculating"
    CURATE = "curate", "Judging evidence"
    LOOP = "loop", "Looking with tools"
    WRITE = "write", "Writing"
    VALIDATE = "validate", "Checking"


class AnswerQuerySet(models.QuerySet["Answer"]):
    def visible_to(self, user: User) -> Self:
        """Own answers. Reviewers read trails and dossiers, which have pages of their own."""
        return self.filter(asker=user)


class Answer(models.Model):
    """A question and what came of it. `result` is the object that pages, API and command line show.

    follows: the answer before it in its conversation, from which a follow-up takes what it leaves out (M8). query: how
    the question was read, as JSON of `questions.query`; set before it is answered, it is the reading that was chosen.
    own_settings: of the pipeline, what the question brought itself, by dotted name, as `run.own_settings` has them.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    asker = models.ForeignKey(User, on_delete=models.PROTECT, related_name="answers")
    question = models.TextField()
    follows = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="followed_by")
    scope = models.JSONField(default=dict)
    way = models.CharField(max_length=8, blank=True, default="", db_default="")  # the road that was chosen for it
    own_settings = models.JSONField(
        default=dict, blank=True, db_default=models.Value({}, output_field=models.JSONField())
    )
    query = models.JSONField(null=True, blank=True)
    state = models.CharField(max_length=8, choices=AnswerState.choices, default=AnswerState.QUEUED)
    status = models.CharField(max_length=24, choices=Status.choices, blank=True)
    result = models.JSONField(default=dict)
    trace = models.JSONField(default=dict)
    error = models.CharField(max_length=500, blank=True)
    diagnostics = models.JSONField(default=dict)
    settings_hash = models.CharField(max_length=64, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease = models.UUIDField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    enqueued = models.DateTimeField(null=True, blank=True)
    waiting_since = models.DateTimeField(default=timezone.now)
    created = models.DateTimeField(auto_now_add=True)
    finished = models.DateTimeField(null=True, blank=True)

    objects = AnswerQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [
            models.Index(fields=["lease_until"], name="answer_unfinished", condition=Q(state__in=["queued", "working"]))
        ]

    def __str__(self) -> str:
        return self.question[:80]


class Stage(models.Model):
    """A station that an answer went through, with what it saw and chose. Rows are announced by NOTIFY."""

    answer = models.ForeignKey(Answer, on_delete=models.CASCADE, related_name="stages")
    name = models.CharField(max_length=16, choices=StageName.choices)
    attempt = models.PositiveSmallIntegerField(default=1)
    detail = models.JSONField(default=dict)
    calls = models.JSONField(default=list, db_default=models.Value([], output_field=models.JSONField()))  # of models
    started = models.DateTimeField()
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return self.name


class Candidate(models.Model):
    """A passage that was considered. scores: {path: {"rank", "score"}}; `reason` says why it was chosen or not."""

    answer = models.ForeignKey(Answer, on_delete=models.CASCADE, related_name="candidates")
    chunk = models.ForeignKey(Chunk, on_delete=models.PROTECT, related_name="+")
    rank = models.PositiveIntegerField()
    fused = models.FloatField()
    scores = models.JSONField(default=dict)
    chosen = models.BooleanField(default=False)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering: ClassVar = ["rank"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["answer", "chunk"], name="one_candidate_per_chunk")]

    def __str__(self) -> str:
        return f"candidate {self.rank}"


class Citation(models.Model):
    """The place behind a sentence: offsets into the page's text, its boxes, and the words themselves."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    answer = models.ForeignKey(Answer, on_delete=models.CASCADE, related_name="citations")
    label = models.PositiveSmallIntegerField()  # [1], [2], ... in the text
    version = models.ForeignKey(DocumentVersion, on_delete=models.PROTECT, related_name="+")
    chunk = models.ForeignKey(Chunk, on_delete=models.PROTECT, related_name="+")
    page = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    boxes = models.JSONField(default=list)
    quote = models.TextField()

    class Meta:
        ordering: ClassVar = ["label"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["answer", "label"], name="one_citation_per_label")]

    def __str__(self) -> str:
        return f"[{self.label}]"


class Ending(models.TextChoices):
    """How an attempt at an answer ended. Abandoned: it was stopped, or another worker took the question over."""

    DONE = "done", "Done"
    FAILED = "failed", "Failed"
    ABANDONED = "abandoned", "Abandoned"


class StoreState(models.Model):
    """The published versions that somebody could see at a time, kept once however many answers were made over them.

    digest: SHA-256 of their public ids, a line each, in the order of their keys. versions: their keys, compressed JSON.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    versions = models.BinaryField()

    def __str__(self) -> str:
        return self.digest


class AnswerRecord(models.Model):
    """Everything about one attempt at an answer (A9), kept once it has ended. The database refuses to change it.

    body: canonical JSON, compressed; digest: SHA-256 of it before compressing, which the event of its end has too;
    size: its bytes. number: counts the attempts at an answer from 1, those after "try again" included. The other fields
    say again what lists and charts need. expires: it is kept until then, and longer under a legal hold.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    answer = models.ForeignKey(Answer, on_delete=models.PROTECT, related_name="records")
    number = models.PositiveSmallIntegerField()
    ending = models.CharField(max_length=12, choices=Ending.choices)
    kept = models.DateTimeField(db_index=True)
    expires = models.DateTimeField()
    digest = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    body = models.BinaryField()
    status = models.CharField(max_length=24, blank=True)
    trust = models.CharField(max_length=24, blank=True)
    grounded = models.FloatField(null=True)  # G of the checks
    model_names = ArrayField(models.CharField(max_length=200), default=list)
    seconds = models.FloatField()
    stages = models.JSONField(default=dict)  # seconds of each
    spent = models.JSONField(default=dict)  # of each stage in which models were asked: tokens, and dollars as text
    tokens = models.PositiveIntegerField(default=0)
    cost = models.DecimalField(max_digits=12, decimal_places=6, default=0)
    lexemes = SearchVectorField(null=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["answer", "number"], name="one_record_per_attempt")]
        indexes: ClassVar = [GinIndex(fields=["lexemes"], name="record_lexemes")]

    def __str__(self) -> str:
        return f"{self.ending} attempt {self.number}"


class AnswerSource(models.Model):
    """A document that an answer was made over: searched and considered, cited, or asked for by name."""

    answer = models.ForeignKey(Answer, on_delete=models.CASCADE, related_name="sources")
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="+")
    cited = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["answer", "document"], name="one_source_per_document")]

    def __str__(self) -> str:
        return f"document {self.document_id}"


class LegalHold(models.Model):
    """Records that must not be deleted, whatever their age: those of one answer, or all of them (no answer)."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    answer = models.ForeignKey(Answer, null=True, blank=True, on_delete=models.CASCADE, related_name="holds")
    reason = models.CharField(max_length=500)
    placed_by = models.CharField(max_length=150)
    placed = models.DateTimeField(auto_now_add=True)
    lifted = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return self.reason
