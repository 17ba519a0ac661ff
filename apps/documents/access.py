"""The one way to load what belongs to a document. A stranger gets 404, a reader without write access 403.

Pages and API use these same functions. Public ids are UUIDs; what cannot be seen cannot be told from what is not there.
"""

import uuid

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404

from apps.accounts.models import Role, User
from apps.documents.models import Chunk, Company, Document, DocumentVersion, Page, Table


def get_document_for_user(user: User, uid: uuid.UUID) -> Document:
    """A document that `user` may see; Http404 otherwise."""
    documents = Document.objects.visible_to(user).select_related("company", "owner", "team", "current")
    return get_object_or_404(documents, uid=uid)


def may_change(user: User, document: Document) -> bool:
    """Owners change their documents, administrators any that they can see; reviewers none."""
    return user.may_write and (document.owner_id == user.pk or user.role == Role.ADMINISTRATOR)


def get_document_to_change(user: User, uid: uuid.UUID) -> Document:
    """A document that `user` may change; Http404 for strangers, PermissionDenied for mere readers."""
    document = get_document_for_user(user, uid)
    if not may_change(user, document):
        raise PermissionDenied
    return document


def get_deleted_document(user: User, uid: uuid.UUID) -> Document:
    """A document that its owner deleted and may bring back; Http404 otherwise, PermissionDenied for reviewers."""
    document = get_object_or_404(Document.objects.filter(owner=user).exclude(deleted=None), uid=uid)
    if not user.may_write:
        raise PermissionDenied
    return document


def newest_version(document: Document) -> DocumentVersion:
    """The version that pages show: what the document stands at, or the newest while none is ready yet."""
    version = document.current or document.versions.first()
    if version is None:
        raise Http404("This document has no version.")
    return version


def latest_upload(document: Document) -> DocumentVersion:
    """The newest version, ready or not: what is being read, or failed to be."""
    version = document.versions.first()
    if version is None:
        raise Http404("This document has no version.")
    return version


def get_version_for_user(user: User, uid: uuid.UUID) -> DocumentVersion:
    """A version, old ones included, of a document that `user` may see; Http404 otherwise."""
    versions = DocumentVersion.objects.select_related("document", "document__company", "document__owner")
    return get_object_or_404(versions, uid=uid, document__in=Document.objects.visible_to(user))


def get_page_for_user(user: User, version_uid: uuid.UUID, number: int) -> Page:
    """Page `number` (from 0) of a version that `user` may see; Http404 otherwise."""
    version = get_version_for_user(user, version_uid)
    page = get_object_or_404(Page, version=version, number=number)
    page.version = version
    return page


def get_chunk_for_user(user: User, uid: uuid.UUID) -> Chunk:
    """A chunk of a document that `user` may see; Http404 otherwise."""
    chunks = Chunk.objects.visible_to(user).select_related("version", "version__document", "section", "table")
    return get_object_or_404(chunks, uid=uid)


def get_table_for_user(user: User, uid: uuid.UUID) -> Table:
    """A table of a document that `user` may see; Http404 otherwise."""
    tables = Table.objects.select_related("version", "version__document")
    return get_object_or_404(tables, uid=uid, version__document__in=Document.objects.visible_to(user))


def get_company_for_user(user: User, uid: uuid.UUID) -> Company:
    """A company of which `user` may see a document; Http404 otherwise."""
    seen = Document.objects.visible_to(user).filter(company__isnull=False)
    return get_object_or_404(Company, uid=uid, pk__in=seen.values("company"))
