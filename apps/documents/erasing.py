"""Deleting a document for good: its text, vectors, lexemes, cards, facts, files and images, and what others made of it.

The floors above say what of theirs rests on a document (`forgets`): answers forget what they quoted. The trail keeps
that a document was deleted, when, and the hashes of its files; its words leave the trail as soon as the owner of the
trail has carried the order out.
"""

import logging
import shutil
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet

from apps.accounts.acting import serving
from apps.accounts.models import User
from apps.audit import ordered, trail
from apps.audit.models import Action
from apps.documents import left_files
from apps.documents.companies import relearn
from apps.documents.models import Company, Document, DocumentVersion
from apps.documents.rendering import cache_folder

GONE = "a deleted document"
logger = logging.getLogger(__name__)
Thing = TypeVar("Thing", bound=Model)
Forgets = Callable[[Document], None]
FORGETTING: list[Forgets] = []


class ErasureWaits(Exception):
    """A legal hold keeps what quotes it; nothing was deleted. str() is one sentence for the user."""


def forgets(forget: Forgets) -> Forgets:
    """From now on `forget` is called with each document, in the transaction, before it is deleted for good."""
    FORGETTING.append(forget)
    return forget


def without_names(value: Any, names: list[str]) -> Any:
    """The same JSON, in which the document is called by none of its names."""
    if isinstance(value, str):
        for name in names:
            value = value.replace(name, GONE)
        return value
    if isinstance(value, dict):
        return {key: without_names(item, names) for key, item in value.items()}
    return [without_names(item, names) for item in value] if isinstance(value, list) else value


@serving()
@transaction.atomic
def erase(document: Document, actor: User | None = None, address: str | None = None) -> None:
    """Delete for good. actor: None where its time in the bin is over. Raises ErasureWaits."""
    document = Document.objects.select_for_update(of=("self",)).select_related("company").get(pk=document.pk)
    versions = list(document.versions.all())
    _order(document, [version.file_name for version in versions])
    for forget in FORGETTING:
        forget(document)
    company = document.company
    document.delete()
    _leave(company)
    subject = trail.Subject("document", document.uid, GONE)
    hashes = [version.sha256 for version in versions]
    trail.record(Action.DELETED_FOR_GOOD, actor=actor, subject=subject, address=address, sha256=hashes)
    left_files.leave(version.file.name or "" for version in versions)
    transaction.on_commit(lambda: _remove_pictures(versions))


def _order(document: Document, files: Iterable[str]) -> None:
    """Other events name a document as its file is called, never by its title."""
    ordered.order([document.uid], [document.name, *files])


def _leave(company: Company | None) -> None:
    """The register knows of a company what is left of it; one that only this document named is nobody's."""
    if company is None:
        return
    if company.settled or company.documents.exists():
        relearn(company)
    else:
        company.delete()


def _remove_pictures(versions: Iterable[DocumentVersion]) -> None:
    """Once it is certain: a deletion that is rolled back keeps its files."""
    for version in versions:
        shutil.rmtree(cache_folder() / str(version.uid), ignore_errors=True)


def overdue(documents: QuerySet[Document]) -> int:
    """Delete all of these for good, as far as no legal hold keeps them; how many."""
    return sum(done(erase, document) for document in documents)


def done(erasing: Callable[[Thing], None], thing: Thing) -> bool:
    """Whether it could be deleted now; else it stays in the bin for another day."""
    try:
        erasing(thing)
    except ErasureWaits as waits:
        logger.info("%s %s stays in the bin: %s", type(thing).__name__.lower(), thing.pk, waits)
        return False
    return True
