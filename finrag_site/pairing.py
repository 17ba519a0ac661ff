"""A process whose embedder is not the store's does not start: it would find nothing, without a word."""

import sys

from django.db import DatabaseError

from apps.accounts.acting import serving


def refuse_wrong_pairing() -> None:
    """End this process with a sentence where its embedder is not the store's. Without a database it may start."""
    from apps.documents.embedders import mismatch

    try:
        with serving():
            wrong = mismatch()
    except DatabaseError:
        return  # /healthz asks again
    if wrong:
        sys.exit(wrong)
