"""What people do to documents, each with its event in the same transaction.

Pages and API call these once `access` has let the actor in. They look and write beyond what he sees: the register of
companies is everybody's.
"""

from typing import Any

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from apps.accounts.acting import serving
from apps.accounts.models import User
from apps.audit import trail
from apps.audit.models import Action, AuditEvent
from apps.documents.companies import register_again, relearn
from apps.documents.forms import DocumentForm, field_name
from apps.documents.models import Document
from apps.documents.provenance import by_hand
from apps.documents.viewing import subject


@serving()
@transaction.atomic
def delete(document: Document, actor: User, address: str | None) -> None:
    """Hide the document from every page, search and count. Answers keep what they cite; `restore` brings it back."""
    document.deleted = timezone.now()
    document.save(update_fields=["deleted"])
    if document.company:
        relearn(document.company)
    document.versions.update(lease=None, lease_until=None)  # whoever reads it leaves at the next look
    trail.record(Action.DOCUMENT_DELETED, actor=actor, subject=subject(document), address=address)


@serving()
@transaction.atomic
def restore(document: Document, actor: User, address: str | None) -> None:
    """Undo `delete`."""
    document.deleted = None
    document.save(update_fields=["deleted"])
    register_again(document)
    document.versions.update(attempts=0, waiting_since=Now())  # those that were let go are read after all
    trail.record(Action.DOCUMENT_RESTORED, actor=actor, subject=subject(document), address=address)


class CannotUndoError(ValueError):
    """An edit that cannot be taken back; str() says why."""


@serving()
@transaction.atomic
def edit(form: DocumentForm, actor: User, address: str | None, **detail: Any) -> Document:
    """Save a valid form, and record which fields changed from what to what, and which nobody had changed before."""
    before, changed, company = form.told(), list(form.changed_data), form.instance.company
    edited_before = set(form.instance.metadata.get("edited", ()))
    document = form.save()
    if company and {"company_name", "visibility"} & set(changed):
        relearn(company)
        document.refresh_from_db(fields=["company"])
    if changed:
        entered = by_hand({field_name(name): form.cleaned_data[name] or "" for name in changed}, actor)
        entered.pop("visibility", None)
        document.metadata["by_hand"] = document.metadata.get("by_hand", {}) | entered
        document.save(update_fields=["metadata"])
        after = DocumentForm(instance=document, actor=actor).told()  # the register may call a company by another name
        changes = {name: [before[name], after[name]] for name in changed}
        facts = {"changes": changes, "first": sorted(set(entered) - edited_before)} | detail
        trail.record(Action.DOCUMENT_EDITED, actor=actor, subject=subject(document), address=address, **facts)
    return document


@serving()
@transaction.atomic
def undo_edit(document: Document, event: AuditEvent, actor: User, address: str | None) -> Document:
    """Give the fields of an edit their former values, as an edit of its own.

    What nobody had edited before may be read from the file again. Raises CannotUndoError when a field was changed since
    then, so that nothing is silently overwritten.
    """
    document = Document.objects.select_for_update(of=("self",)).select_related("company", "owner").get(pk=document.pk)
    told = DocumentForm(instance=document, actor=actor).told()
    changes = event.detail.get("changes", {})
    if later := [name for name, (_, new) in changes.items() if told.get(name) != new]:
        raise CannotUndoError(f"Changed again since then: {', '.join(later)}.")
    form = DocumentForm(told | {name: old for name, (old, _) in changes.items()}, instance=document, actor=actor)
    if not changes or not form.is_valid():
        raise CannotUndoError("What was there before can no longer be entered.")
    edit(form, actor, address, undoes=str(event.uid))
    return _released(document, set(event.detail.get("first", ())))


def _released(document: Document, fields: set[str]) -> Document:
    """Let later readings of the file write `fields` again."""
    kept = set(document.metadata.get("edited", ())) - fields
    entered = {name: said for name, said in document.metadata.get("by_hand", {}).items() if name not in fields}
    document.metadata = document.metadata | {"edited": sorted(kept), "by_hand": entered}
    document.save(update_fields=["metadata"])
    return document
