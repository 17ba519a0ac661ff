"""The append-only record of who did what. Rows can be added, never changed: database triggers refuse it."""

import uuid
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models
from django.db.models.functions import Now, Upper


class Action(models.TextChoices):
    """Everything that leaves a trail. A closed set: a new action is added here first."""

    LOGGED_IN = "logged-in", "logged in"
    LOGIN_FAILED = "login-failed", "log-in failed"
    LOCKED_OUT = "locked-out", "locked out"
    LOGGED_OUT = "logged-out", "logged out"
    PASSWORD_CHANGED = "password-changed", "changed password"
    TOKEN_CREATED = "token-created", "created an API token"
    TOKEN_REVOKED = "token-revoked", "revoked an API token"
    ADMINISTERED = "administered", "administered"
    UPLOADED = "uploaded", "uploaded"
    UPLOAD_REFUSED = "upload-refused", "upload refused"
    TRANSITION = "transition", "changed state"
    RETRIED = "retried", "retried"
    RESUMED = "resumed", "resumed by the sweeper"
    DOCUMENT_VIEWED = "document-viewed", "viewed a document"
    DOCUMENT_EDITED = "document-edited", "edited a document"
    DOCUMENT_DELETED = "document-deleted", "deleted a document"
    DOCUMENT_RESTORED = "document-restored", "restored a document"
    NOTE_SAVED = "note-saved", "saved a note"
    DELETED_FOR_GOOD = "deleted-for-good", "deleted for good"
    SEARCHED = "searched", "searched"
    ASKED = "asked", "asked"
    ANSWERED = "answered", "answered"
    ANSWER_FAILED = "answer-failed", "answer failed"
    ANSWER_STOPPED = "answer-stopped", "stopped an answer"
    ANSWER_ABANDONED = "answer-abandoned", "left an attempt at an answer"
    CONVERSATION_RENAMED = "conversation-renamed", "renamed a conversation"
    CONVERSATION_DELETED = "conversation-deleted", "deleted a conversation"
    CONVERSATION_RESTORED = "conversation-restored", "restored a conversation"
    CONVERSATION_SHARED = "conversation-shared", "shared a conversation"
    CONVERSATION_UNSHARED = "conversation-unshared", "stopped sharing a conversation"
    QUESTION_EDITED = "question-edited", "edited a question"
    FEEDBACK_GIVEN = "feedback-given", "gave feedback"
    FEEDBACK_WITHDRAWN = "feedback-withdrawn", "withdrew feedback"
    TOOL_CALLED = "tool-called", "called a tool"
    EXPORTED = "exported", "exported"
    TRAIL_READ = "trail-read", "read the audit trail"
    ADMIN_VIEWED = "admin-viewed", "looked at an administrators' page"
    CELL_FILLED = "cell-filled", "filled a cell of the memory bank"
    CELL_REVIEWED = "cell-reviewed", "reviewed a cell of the memory bank"
    CELL_DISPUTED = "cell-disputed", "disputed a cell of the memory bank"
    CELL_EXPIRED = "cell-expired", "ended a cell of the memory bank"
    CELLS_IMPORTED = "cells-imported", "imported answers to the memory bank"
    QUESTION_SAVED = "question-saved", "saved a canonical question"
    GRID_CHANGED = "grid-changed", "changed a grid"
    DISAGREEMENT_SETTLED = "disagreement-settled", "settled a disagreement between filings"
    OPENED = "opened", "opened what is closed, for a reason"
    REVIEWED = "reviewed", "reviewed an answer"
    REPLAYED = "replayed", "replayed an answer"
    SAMPLED = "sampled", "drew a sample of answers"
    HELD = "held", "placed a legal hold"
    RELEASED = "released", "lifted a legal hold"
    EXPIRED = "expired", "removed expired records"
    ERASED = "erased", "erased personal content"
    MODEL_ACTIVATED = "model-activated", "put a model to work"
    MODEL_ROLLED_BACK = "model-rolled-back", "took a model out of work"
    SEALING_REFUSED = "sealing-refused", "refused to seal the trail"
    CHECKPOINT_UNDELIVERED = "checkpoint-undelivered", "could not deliver a checkpoint"
    CLOCK_SET_BACK = "clock-set-back", "found the clock set back"
    BACKUP_BEGUN = "backup-begun", "began a backup"
    BACKED_UP = "backed-up", "took a backup"
    RESTORED = "restored", "restored a backup"


class Event(models.Model):
    """One thing that happened. Actors and subjects are named by value, so that the trail outlives them."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    at = models.DateTimeField(db_index=True, db_default=Now())  # by the database: one clock for all machines
    action = models.CharField(max_length=32, choices=Action.choices)
    actor_uid = models.UUIDField(null=True)  # null: the system itself
    actor_name = models.CharField(max_length=150)
    subject_type = models.CharField(max_length=40, blank=True)
    subject_uid = models.UUIDField(null=True)
    subject_name = models.CharField(max_length=300, blank=True)
    detail = models.JSONField(default=dict)
    address = models.GenericIPAddressField(null=True)

    class Meta:
        abstract = True
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.actor_name} {self.get_action_display()} {self.subject_name}".rstrip()


class AuditEvent(Event):
    """An event as it is kept. The database shows each to its actor and to who may see what it is about."""

    class Meta(Event.Meta):
        abstract = False
        indexes: ClassVar = [
            models.Index(fields=["subject_uid", "id"]),
            models.Index(fields=["actor_uid", "id"]),
            models.Index(fields=["action", "id"]),
            GinIndex(OpClass(Upper("actor_name"), name="gin_trgm_ops"), name="audit_actor_words"),
            GinIndex(OpClass(Upper("subject_name"), name="gin_trgm_ops"), name="audit_subject_words"),
        ]


class ToldEvent(Event):
    """The same as the database tells it to a reader of the trail: without name and words where it is closed to him.

    told: whether that is all of it.

    A view, which shows every event on readers' pages and none elsewhere. The migrations of `review`, which knows all
    that an event can be about, make it.
    """

    told = models.BooleanField()

    class Meta(Event.Meta):
        abstract = False
        managed = False
        db_table = "audit_toldevent"


class NamedEvent(Event):
    """Events with their names, told or not, to look for a name by its index. Keys alone are to be taken from it.

    A view like the other, which shows what is found.
    """

    class Meta(Event.Meta):
        abstract = False
        managed = False
        db_table = "audit_namedevent"


class SealedEvent(models.Model):
    """The place of an event in the transparency log, with what its hashes are salted with. Added to, like the trail.

    No foreign key: that an event is gone must be provable.
    """

    index = models.BigIntegerField(primary_key=True)
    number = models.BigIntegerField(unique=True)  # the event's primary key
    event = models.UUIDField()
    salts = models.BinaryField()  # one of SALT_BYTES for each field; zeros: erased

    class Meta:
        ordering: ClassVar = ["index"]

    def __str__(self) -> str:
        return f"{self.index}: {self.event}"


class ErasureOrder(models.Model):
    """Subjects that were deleted for good, whose words leave the trail. names: what they were called, until then."""

    subjects = ArrayField(models.UUIDField(), default=list)
    names = ArrayField(models.TextField(), default=list)
    asked = models.DateTimeField(auto_now_add=True)
    done = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{len(self.subjects)} subjects"


class SealingState(models.Model):
    """One row: how far sealing has come. `apps.audit.log.sealing` says what each field is for."""

    floor = models.BigIntegerField(default=0)
    candidate = models.BigIntegerField(default=0)
    writers = models.JSONField(default=list)
    drained_at = models.DateTimeField(null=True)
    reading = models.TextField(blank=True)  # of clock and count at that time, signed
    checkpoint = models.TextField(blank=True)
    refusal = models.TextField(blank=True)

    def __str__(self) -> str:
        return self.checkpoint or "nothing sealed"


class CheckpointDelivery(models.Model):
    """One place outside that gets checkpoints: what it has, and what went wrong since."""

    place = models.CharField(max_length=500, unique=True)
    size = models.BigIntegerField(default=0)  # of the last checkpoint that it took
    delivered_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)
    failures = models.PositiveIntegerField(default=0)  # since then
    error = models.TextField(blank=True)

    def __str__(self) -> str:
        return self.place


class WitnessedLog(models.Model):
    """The newest checkpoint of another's log that this installation has cosigned."""

    origin = models.CharField(max_length=500, unique=True)
    size = models.BigIntegerField(default=0)
    root = models.BinaryField()
    checkpoint = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{self.origin}: {self.size}"
