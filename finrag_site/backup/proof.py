"""Is everything there, and what it was? Files by hashes, citations by words, records by digests, the sealed trail."""

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

from django.conf import settings
from django.core.files.storage import default_storage
from django.db import connection

from apps.answers.models import AnswerRecord
from apps.answers.run.records import RecordDamaged, body_of
from apps.audit import keys
from apps.audit.log.notes import NoteRefused, Verifier
from apps.audit.log.tiles import Folder
from apps.audit.models import SealedEvent
from apps.audit.verification import Fault, verify
from apps.documents.models import DocumentVersion
from finrag_site.backup import manifest
from finrag_site.backup.restoring import rows_now

# The offsets count characters, as Python's do. A place in a file that is gone for good has no row any more.
MISQUOTED = """
    SELECT cited.uid::text FROM {table} AS cited
    WHERE cited.quote <> '' AND NOT EXISTS (
        SELECT 1 FROM documents_page AS page
        WHERE page.version_id = cited.version_id AND page.number = cited.page
        AND substr(page.text, cited.start + 1, cited."end" - cited.start) = cited.quote)
    ORDER BY cited.id"""
CITING = {"answers_citation": "Citation", "memory_evidence": "Evidence of the memory bank"}
TRAIL = "audit_"  # its tables
Findings = Iterator[str]


def files(known: frozenset[str] = frozenset()) -> Findings:
    """Every uploaded file by its SHA-256, but those that are known to be amiss."""
    for version in DocumentVersion.objects.only("file", "sha256", "uid").order_by("id").iterator():
        if version.file.name not in known and (wrong := _wrong_file(version)):
            yield f"The file of version {version.uid} {wrong}."


def _wrong_file(version: DocumentVersion) -> str:
    digest = hashlib.sha256()
    try:
        with default_storage.open(str(version.file.name)) as file:
            for piece in file.chunks():
                digest.update(piece)
    except OSError:
        return "is missing or cannot be read"
    return "" if digest.hexdigest() == version.sha256 else "is not what was uploaded"


def citations() -> Findings:
    """Every citation, of answers and of the memory bank: its words stand where it says."""
    for table, name in CITING.items():
        with connection.cursor() as cursor:
            cursor.execute(MISQUOTED.format(table=table))
            yield from (f"{name} {uid} does not lead to its words." for (uid,) in cursor.fetchall())


def records() -> Findings:
    """Every record of an answer, by its digest."""
    for record in AnswerRecord.objects.only("uid", "digest", "body").order_by("id").iterator(chunk_size=50):
        try:
            body_of(record)
        except RecordDamaged as damaged:
            yield str(damaged)


def trail(vkey: str = "", *, restored: bool = False) -> Findings:
    """The audit trail against its sealed log, as `manage.py audit verify` does.

    What waited for a seal when a backup was taken waits on after it was restored, and is sealed by the next run.
    """
    if not SealedEvent.objects.exists() and not vkey:
        return
    try:
        verifier = Verifier.parse(vkey) if vkey else keys.log_verifier()
    except (NoteRefused, OSError) as error:
        yield f"The trail cannot be verified: {error}"
        return
    found = verify(Folder(Path(settings.AUDIT_LOG_DIR)), verifier, []).findings
    yield from (str(one) for one in found if not (restored and one.fault is Fault.UNSEALED))


def same_rows(backup: Path) -> Findings:
    """Every row of every table against a backup: holds only until somebody works here again.

    Without those of the trail, which grows by the backup itself and is proven by its sealed log.
    """
    before, after = (
        {name: rows for name, rows in tables.items() if not name.startswith(TRAIL)}
        for tables in (manifest.read(backup).tables, rows_now())
    )
    yield from manifest.differing(before, after)


CHECKS: dict[str, Callable[[], Findings]] = {
    "files": files,
    "citations": citations,
    "records": records,
    "audit trail": trail,
}
