"""Files that nobody's row names any more, to be removed from the store: noted with the deletion, gone soon after it.

A note outlives a process that is killed and a bucket that does not answer: the sweep tries until the file is gone.
"""

import logging
from collections.abc import Iterable

from django.core.files.storage import default_storage
from django.db import transaction

from apps.documents.models import LeftFile

logger = logging.getLogger(__name__)

AT_ONCE = 100


def leave(names: Iterable[str]) -> None:
    """Note the files in the caller's transaction; they are removed once it is certain, or at the next sweep."""
    rows = LeftFile.objects.bulk_create(LeftFile(name=name) for name in names if name)
    transaction.on_commit(lambda: remove(rows))


def sweep() -> int:
    """Remove what was noted and is still there; how many."""
    return remove(list(LeftFile.objects.order_by("id")[:AT_ONCE]))


def remove(rows: Iterable[LeftFile]) -> int:
    """The file first, then its note. A store that fails is left for the next sweep."""
    removed = 0
    for row in rows:
        try:
            default_storage.delete(row.name)
        except OSError as error:
            logger.warning("a file of a deleted document waits to be removed: %s", type(error).__name__)
            return removed
        row.delete()
        removed += 1
    return removed
