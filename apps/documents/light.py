"""A small Markdown text is read in this process, at once: what somebody writes here is found by its words in a moment.

The same reading and analysis as of any file, without the queue and without children: the text is short, its own editor
made it, and every step is linear. Its vectors are the workers': no process that serves pages loads a model for them.
"""

import logging

from django.conf import settings
from django.db import DatabaseError, transaction
from django.utils import timezone

from apps.accounts.acting import serving
from apps.documents import dispatch, index
from apps.documents.analyze import analysis_of, save_analysis, settings_hash
from apps.documents.leases import Lease, LeaseLostError, claim, held
from apps.documents.models import DocumentVersion, State
from apps.documents.normalize import parsed_pages, save_parsed
from apps.documents.stored_files import StoreUnreachable, on_disk
from apps.reading.parsed import FileRefused
from apps.reading.plain import read_markdown

logger = logging.getLogger(__name__)

MOST_BYTES = 60_000  # what is longer is the workers' from the beginning


def read_here(version: DocumentVersion) -> bool:
    """From Uploaded to Analyzed, if it may and nobody else has it; whether its words are searched now."""
    if version.size > MOST_BYTES or settings.READING_MODEL:
        return False
    lease = claim(DocumentVersion.objects.filter(pk=version.pk, state=State.UPLOADED))
    if lease is None:
        return False
    with held(lease):
        try:
            _analyze(version, lease)
        except (FileRefused, LeaseLostError, StoreUnreachable, DatabaseError) as error:
            logger.warning("version %s waits for the workers: %s", version.pk, type(error).__name__)
            return False
    dispatch.send(version.pk, State.ANALYZED)
    return True


def _analyze(version: DocumentVersion, lease: Lease) -> None:
    with on_disk(version.file) as path:
        parsed = read_markdown(path, lambda done, total: None)
    with transaction.atomic(), serving():  # the register of companies is everybody's
        save_parsed(version, parsed)
        analysis = analysis_of(version, parsed_pages(version))
        save_analysis(version, list(version.pages.order_by("number")), analysis)
        told = {"parser": parsed.parser[:100], "settings_hash": settings_hash(), "page_count": len(parsed.pages)}
        index.stand(version)
        released = {"lease": None, "lease_until": None, "attempts": 0}
        lease.update(state=State.ANALYZED, waiting_since=timezone.now(), **released, **told)
