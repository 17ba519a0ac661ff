"""The same text gets the same vector once: what a filing repeats of itself, of last year's, or of another upload.

What is embedded of a passage begins with the filing's title. Two passages of one filer and form that differ in nothing
but the period in that title have one vector: a model of language hardly tells periods apart, and what chooses among
filings of different years is their metadata.
"""

import uuid
from collections.abc import Iterable
from hashlib import sha256

from django.db import connection
from pgvector import HalfVector

from apps.documents.models import Document

PREFIX = 16  # bytes of the digest that are kept
# One row for each, however often a filer repeated it.
KNOWN = """
SELECT wanted.content, held.dense::text FROM unnest(%(contents)s::uuid[]) AS wanted(content)
CROSS JOIN LATERAL (
    SELECT dense FROM documents_chunkvector WHERE content = wanted.content AND model = %(model)s LIMIT 1
) AS held
"""


def content_of(view: str, document: Document) -> uuid.UUID:
    """A digest of what is embedded, without the period of its title. view: as `passage_views.dense_view` makes it."""
    title, _, rest = view.partition("\n")
    named = f"{document.company_id} {document.report_type}" if document.company_id else title
    return uuid.UUID(bytes=sha256(f"{named}\n{rest}".encode()).digest()[:PREFIX])


def known_vectors(contents: Iterable[uuid.UUID], model: str) -> dict[uuid.UUID, HalfVector]:
    """The vectors of those that the model embedded before, in whichever filing; one for each."""
    with connection.cursor() as cursor:
        cursor.execute(KNOWN, {"contents": list(contents), "model": model})
        return {content: HalfVector.from_text(dense) for content, dense in cursor.fetchall()}
