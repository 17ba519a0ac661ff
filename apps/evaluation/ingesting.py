"""Taking filings in for a benchmark, and what it cost."""

import io
import time
import uuid
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.core.files.base import File
from django.utils import timezone

from apps.accounts.models import User
from apps.audit.models import Action, AuditEvent
from apps.documents import life_cycle
from apps.documents.models import Document, DocumentVersion, State, Visibility
from apps.documents.uploads import accept

PATIENCE_SECONDS = 1800
POLL_SECONDS = 0.1
STEPS = {State.NORMALIZED: "parse", State.ANALYZED: "chunk", State.INDEXED: "embed_and_index", State.READY: "publish"}


@dataclass(frozen=True, slots=True)
class Ingested:
    """One file on its road. seconds: from upload to Ready; steps: of work in each, from the audit trail."""

    name: str
    state: str
    pages: int
    chunks: int
    seconds: float
    steps: dict[str, float]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


class NotReadyError(RuntimeError):
    """A file did not become Ready; str() says which and why."""


def ingest(paths: Iterable[Path], owner: User, *, workers: bool) -> list[DocumentVersion]:
    """Take these files in for everyone, or find them there; raises FileRefused, NotReadyError."""
    return [_one(path, path.read_bytes(), owner, Visibility.EVERYONE, workers) for path in paths]


def ingest_afresh(paths: Iterable[Path], owner: User, *, workers: bool) -> tuple[list[DocumentVersion], float]:
    """Copies of these PDF files, private and never seen before, all at once; and the seconds until all are Ready.

    A comment at the end makes each copy a file of its own. Raises FileRefused, NotReadyError.
    """
    began = time.monotonic()
    versions = []
    for path in paths:
        copy = path.read_bytes() + f"\n% benchmark {uuid.uuid4()}\n".encode()
        with io.BytesIO(copy) as file:
            versions.append(accept(owner, path.name, File(file), visibility=Visibility.PRIVATE).version)
    ready = [_finish(version, workers) for version in versions]
    return ready, time.monotonic() - began


def withdraw(versions: Iterable[DocumentVersion]) -> None:
    """Take the copies out of the library again."""
    Document.objects.filter(versions__in=list(versions)).update(deleted=timezone.now())


def costs(version: DocumentVersion) -> Ingested:
    """What the trail says of a version that is Ready."""
    ready = (version.ready - version.created).total_seconds() if version.ready else 0.0
    pages, chunks = version.page_count, version.chunks.count()
    return Ingested(version.document.name, version.state, pages, chunks, round(ready, 2), _steps(version))


def _one(path: Path, content: bytes, owner: User, visibility: Visibility, workers: bool) -> DocumentVersion:
    with io.BytesIO(content) as file:
        upload = accept(owner, path.name, File(file), visibility=visibility)
    return _finish(upload.version, workers)


def _finish(version: DocumentVersion, workers: bool) -> DocumentVersion:
    if not workers:
        life_cycle.run(version.pk)
    deadline = time.monotonic() + PATIENCE_SECONDS
    version.refresh_from_db()
    while version.state not in life_cycle.FINISHED and time.monotonic() < deadline:
        time.sleep(POLL_SECONDS)
        version.refresh_from_db()
    if version.state != State.READY:
        raise NotReadyError(f"{version.file_name} is {version.state}: {version.error or 'nobody works on it'}")
    return version


def _steps(version: DocumentVersion) -> dict[str, float]:
    """The seconds of the step that led to each state."""
    events = AuditEvent.objects.filter(action=Action.TRANSITION, detail__version=str(version.uid)).order_by("id")
    details = events.values_list("detail", flat=True)
    return {STEPS[State(d["to"])]: float(d["seconds"]) for d in details if d["to"] in STEPS}
