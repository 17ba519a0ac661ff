"""What people do to documents, each with its event in the same transaction. Pages and API call these."""

from django.db import transaction
from django.utils import timezone

from apps.accounts.models import User
from apps.audit import trail
from apps.audit.models import Action
from apps.documents.forms import DocumentForm
from apps.documents.models import Document
from apps.documents.viewing import subject


@transaction.atomic
def delete(document: Document, actor: User, address: str | None) -> None:
    """Hide the document from every page, search and count. Answers keep what they cite; `restore` brings it back."""
    document.deleted = timezone.now()
    document.save(update_fields=["deleted"])
    trail.record(Action.DOCUMENT_DELETED, actor=actor, subject=subject(document), address=address)


@transaction.atomic
def restore(document: Document, actor: User, address: str | None) -> None:
    """Undo `delete`."""
    document.deleted = None
    document.save(update_fields=["deleted"])
    trail.record(Action.DOCUMENT_RESTORED, actor=actor, subject=subject(document), address=address)


@transaction.atomic
def edit(form: DocumentForm, actor: User, address: str | None) -> Document:
    """Save a valid form, and record which fields changed from what to what."""
    before = {name: str(form.initial.get(name) or form.fields[name].initial or "") for name in form.changed_data}
    after = {name: str(form.cleaned_data[name] or "") for name in form.changed_data}
    document = form.save()
    if before:
        changes = {name: [before[name], after[name]] for name in before}
        trail.record(Action.DOCUMENT_EDITED, actor=actor, subject=subject(document), address=address, changes=changes)
    return document
