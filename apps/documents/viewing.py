"""Recording that somebody looked into a document: once per person and document in an hour."""

from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone

from apps.accounts.permissions import user_of
from apps.audit import trail
from apps.audit.address import client_address
from apps.audit.models import Action, AuditEvent
from apps.documents.models import Document

AGAIN_AFTER = timedelta(hours=1)


def subject(document: Document) -> trail.Subject:
    return trail.Subject("document", document.uid, document.name)


def record_view(request: HttpRequest, document: Document) -> None:
    """Record DOCUMENT_VIEWED unless this person's last view of this document is younger than an hour."""
    user = user_of(request)
    seen = AuditEvent.objects.filter(
        subject_uid=document.uid,
        actor_uid=user.uid,
        action=Action.DOCUMENT_VIEWED,
        at__gt=timezone.now() - AGAIN_AFTER,
    )
    if not seen.exists():
        address = client_address(request)
        trail.record(Action.DOCUMENT_VIEWED, actor=user, subject=subject(document), address=address)
