"""The append-only record of who did what. Rows can be added, never changed: database triggers refuse it."""

import uuid
from typing import ClassVar

from django.db import models


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
    SEARCHED = "searched", "searched"
    ASKED = "asked", "asked"
    ANSWERED = "answered", "answered"
    ANSWER_FAILED = "answer-failed", "answer failed"
    ANSWER_STOPPED = "answer-stopped", "stopped an answer"
    CONVERSATION_RENAMED = "conversation-renamed", "renamed a conversation"
    CONVERSATION_DELETED = "conversation-deleted", "deleted a conversation"
    CONVERSATION_RESTORED = "conversation-restored", "restored a conversation"
    CONVERSATION_SHARED = "conversation-shared", "shared a conversation"
    CONVERSATION_UNSHARED = "conversation-unshared", "stopped sharing a conversation"
    QUESTION_EDITED = "question-edited", "edited a question"
    FEEDBACK_GIVEN = "feedback-given", "gave feedback"
    FEEDBACK_WITHDRAWN = "feedback-withdrawn", "withdrew feedback"
    EXPORTED = "exported", "exported"
    TRAIL_READ = "trail-read", "read the audit trail"
    ADMIN_VIEWED = "admin-viewed", "looked at an administrators' page"
    OPENED = "opened", "opened what is closed, for a reason"


class AuditEvent(models.Model):
    """One thing that happened. Actors and subjects are named by value, so that the trail outlives them."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    at = models.DateTimeField(db_index=True)
    action = models.CharField(max_length=32, choices=Action.choices)
    actor_uid = models.UUIDField(null=True)  # null: the system itself
    actor_name = models.CharField(max_length=150)
    subject_type = models.CharField(max_length=40, blank=True)
    subject_uid = models.UUIDField(null=True)
    subject_name = models.CharField(max_length=300, blank=True)
    detail = models.JSONField(default=dict)
    address = models.GenericIPAddressField(null=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [
            models.Index(fields=["subject_uid", "id"]),
            models.Index(fields=["actor_uid", "id"]),
            models.Index(fields=["action", "id"]),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.actor_name} {self.get_action_display()} {self.subject_name}".rstrip()
