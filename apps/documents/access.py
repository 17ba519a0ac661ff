"""The one way to load what belongs to a document. A stranger gets 404, a reader without write access 403.

Pages and API use these same functions. Public ids are UUIDs; what cannot be seen cannot be told from what is not there.
"""

import uuid

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from apps.accounts.models import Role, User
from apps.audit.veil import opened
from apps.documents.models import Chunk, Company, Document, DocumentVersion, Page, Table


def readable_by(user: User) -> QuerySet[Document]:
    """What `user` may see; for a reader of the trail also what he opened there with a reason, for as long as it is.

    For looking at one document only: lists, search and answers hold to what is visible.
    """
    visible = Document.objects.visible_to(user)
    if not user.reads_trail:
        return visible
    return Document.objects.filter(Q(pk__in=visible.values("pk")) | Q(uid__in=opened(user, "document"), deleted=None))


def get_document_for_user(user: User, uid: uuid.UUID) -> Document:
    """A document that `user` may read; Http404 otherwise."""
    documents = readable_by(user).select_related("company", "owner", "team", "current")
    return get_object_or_404(documents, uid=uid)


def may_change(user: User, document: Document) -> bool:
    """Owners change their documents, administrators any that they can see; reviewers none."""
    if not user.may_write or document.owner_id == user.pk:
        return user.may_write
    return user.role == Role.ADMINISTRATOR and Document.objects.visible_to(user).filter(pk=document.pk).exists()


def get_document_to_change(user: User, uid: uuid.UUID) -> Document:
    """A document that `user` may change; Http404 for strangers, PermissionDenied for mere readers."""
    document = get_document_for_user(user, uid)
    if not may_change(user, document):
        raise PermissionDenied
    return document


def get_deleted_document(user: User, uid: uuid.UUID) -> Document:
    """A deleted document that `user` may bring back: its owner, or an administrator who could see it.

    Http404 otherwise, PermissionDenied for reviewers.
    """
    document = get_object_or_404(restorable_by(user), uid=uid)
    if not user.may_write:
        raise PermissionDenied
    return document


def restorable_by(user: User) -> QuerySet[Document]:
    """Deleted documents: own ones, of an administrator all that he could see."""
    deleted = Document.objects.ever_visible_to(user).exclude(deleted=None)
    return deleted if user.role == Role.ADMINISTRATOR else deleted.filter(owner=user)


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
    return get_object_or_404(versions, uid=uid, document__in=readable_by(user))


def get_page_for_user(user: User, version_uid: uuid.UUID, number: int) -> Page:
    """Page `number` (from 0) of a version that `user` may see; Http404 otherwise."""
    version = get_version_for_user(user, version_uid)
    page = get_object_or_404(Page, version=version, number=number)
    page.version = version
    return page


def get_chunk_for_user(user: User, uid: uuid.UUID) -> Chunk:
    """A chunk of a document that `user` may see; Http404 otherwise."""
    chunks = Chunk.objects.filter(version__document__in=readable_by(user)).select_related(
        "version", "version__document", "section", "table"
    )
    return get_object_or_404(chunks, uid=uid)


def get_table_for_user(user: User, uid: uuid.UUID) -> Table:
    """A table of a document that `user` may see; Http404 otherwise."""
    tables = Table.objects.select_related("version", "version__document")
    return get_object_or_404(tables, uid=uid, version__document__in=readable_by(user))


def get_company_for_user(user: User, uid: uuid.UUID) -> Company:
    """A company of which `user` may see a document; Http404 otherwise."""
    seen = Document.objects.visible_to(user).filter(company__isnull=False)
    return get_object_or_404(Company, uid=uid, pk__in=seen.values("company"))
