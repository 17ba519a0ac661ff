"""The life of a small Markdown text in one go, in this process: what somebody writes here is found within seconds.

The same reading, analysis and indexing as of any file, without the queue and without children: the text is short, its
own editor made it, and every step is linear. What fails on the way waits for the workers, in the state it reached.
"""

import logging

from django.conf import settings
from django.db import DatabaseError, transaction
from django.utils import timezone

from apps.accounts.acting import serving
from apps.documents import index
from apps.documents.analyze import analysis_of, save_analysis, settings_hash
from apps.documents.leases import Lease, LeaseLostError, claim, held
from apps.documents.models import DocumentVersion, State
from apps.documents.normalize import parsed_pages, save_parsed
from apps.documents.stored_files import StoreUnreachable, on_disk
from apps.inference.errors import ModelUnavailable
from apps.reading.parsed import FileRefused
from apps.reading.plain import read_markdown

logger = logging.getLogger(__name__)

MOST_BYTES = 60_000  # what is longer is the workers' from the beginning


def read_here(version: DocumentVersion) -> bool:
    """From Uploaded to Ready, if it may and nobody else has it; whether it is Ready now."""
    if version.size > MOST_BYTES or settings.READING_MODEL:
        return False
    lease = claim(DocumentVersion.objects.filter(pk=version.pk, state=State.UPLOADED))
    if lease is None:
        return False
    with held(lease):
        try:
            _analyze(version, lease)
            _publish(version, lease)
        except (FileRefused, LeaseLostError, ModelUnavailable, StoreUnreachable, DatabaseError) as error:
            logger.warning("version %s waits for the workers: %s", version.pk, type(error).__name__)
            return False
    return True


def _analyze(version: DocumentVersion, lease: Lease) -> None:
    with on_disk(version.file) as path:
        parsed = read_markdown(path, lambda done, total: None)
    with transaction.atomic(), serving():  # the register of companies is everybody's
        save_parsed(version, parsed)
        analysis = analysis_of(version, parsed_pages(version))
        save_analysis(version, list(version.pages.order_by("number")), analysis)
        told = {"parser": parsed.parser[:100], "settings_hash": settings_hash(), "page_count": len(parsed.pages)}
        lease.update(state=State.ANALYZED, waiting_since=timezone.now(), attempts=0, **told)


def _publish(version: DocumentVersion, lease: Lease) -> None:
    """The vectors first, each batch by itself; then everything at once."""
    indexed = index.index(version, lambda done, total: None)
    published = index.publish(version, lambda done, total: None)
    with transaction.atomic():
        indexed.save()
        published.save()
        lease.update(state=State.READY, waiting_since=timezone.now(), lease=None, lease_until=None, **published.fields)
