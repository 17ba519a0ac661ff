"""Taking a file in: stream, hash, inspect, and only then store; nothing changes for a file that is refused."""

import hashlib
import re
import tempfile
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any, Protocol

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db import connection, transaction

from apps.accounts.models import User
from apps.audit import trail
from apps.audit.models import Action
from apps.documents import dispatch
from apps.documents.circles import Circle
from apps.documents.companies import company_named
from apps.documents.models import Document, DocumentVersion, Kind, State, Visibility
from apps.documents.provenance import by_hand
from apps.documents.stored_files import files_folder
from apps.documents.transitions import record
from apps.reading import intake
from apps.reading.parsed import FileRefused, Refusal
from apps.reading.refusals import refused

PIECE = 1024 * 1024
LONGEST_NAME = 200


class Chunked(Protocol):
    """Any of Django's files; wrap a plain binary file in django.core.files.File."""

    def chunks(self, chunk_size: int | None = None) -> Iterator[bytes]: ...


@dataclass(frozen=True, slots=True)
class Upload:
    """What became of a file. `duplicate`: the document was there before, and nothing was changed."""

    document: Document
    version: DocumentVersion
    duplicate: bool


@dataclass(frozen=True, slots=True)
class Received:
    """A file that arrived whole and may be taken, in a temporary place. `name` is without folders."""

    path: Path
    name: str
    sha256: str
    size: int
    media_type: str


@dataclass(frozen=True, slots=True)
class Wishes:
    """Whose the new document shall be, who shall see it, and what is known of it beforehand.

    document: the one that gets a new version instead; then `owner` is who uploads, and the rest stays as it is.
    """

    owner: User
    visibility: Visibility
    company_name: str
    address: str | None
    kind: Kind = Kind.FILING
    document: Document | None = None


def accept(
    owner: User,
    file_name: str,
    file: Chunked,
    *,
    visibility: Visibility | str = Visibility.PRIVATE,
    company_name: str = "",
    kind: Kind | str = Kind.FILING,
    address: str | None = None,
) -> Upload:
    """Store `file` as a new document of `owner`, record it, and enqueue it on commit.

    The same bytes in a document that `owner` may see give that document back unchanged (duplicate). Raises FileRefused,
    which is recorded too; ValueError for sharing with a team by somebody who is in none.
    """
    wishes = Wishes(owner, Visibility(visibility), company_name.strip(), address, Kind(kind))
    if wishes.visibility == Visibility.TEAM and owner.team is None:
        raise ValueError("You are in no team, so a file cannot be shared with one.")
    return _take(file_name, file, wishes)


def accept_version(
    actor: User, document: Document, file_name: str, file: Chunked, *, address: str | None = None
) -> Upload:
    """Store `file` as a new version of `document`, record it, and enqueue it on commit.

    The document stands at its old version until the new one is ready, and answers go on citing the old one. Bytes that
    this document has already give that version back unchanged (duplicate). Raises FileRefused, which is recorded too.
    """
    return _take(file_name, file, Wishes(actor, Visibility(document.visibility), "", address, document=document))


def _take(file_name: str, file: Chunked, wishes: Wishes) -> Upload:
    name = plain_name(file_name)
    with tempfile.TemporaryDirectory(prefix="incoming-", dir=_waiting_place()) as folder:
        try:
            received = _receive(file, name, Path(folder) / "file")
        except FileRefused as refusal:
            facts: dict[str, Any] = {"file": name, "reason": refusal.reason, "error": str(refusal)}
            trail.record(Action.UPLOAD_REFUSED, actor=wishes.owner, address=wishes.address, **facts)
            raise
        return _keep(received, wishes)


def plain_name(file_name: str) -> str:
    """The last part of a path of any system, without control characters; "file" when nothing is left."""
    last = PurePosixPath(file_name.replace("\\", "/")).name
    kept = re.sub(r"[\x00-\x1f\x7f]", "", last).strip()
    return kept[-LONGEST_NAME:] if kept.strip(".") else "file"


def _waiting_place() -> Path | None:
    """Inside a folder of files, so that keeping one is a rename; None, for where temporary files are, with a bucket."""
    folder = files_folder()
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def _receive(file: Chunked, name: str, path: Path) -> Received:
    """Stream the file to `path` while hashing it, then look into it. Raises FileRefused."""
    digest, size = hashlib.sha256(), 0
    with path.open("wb") as target:
        for piece in file.chunks(PIECE):
            size += len(piece)
            if size > settings.MAX_UPLOAD_BYTES:
                raise refused(Refusal.TOO_LARGE, megabytes=settings.MAX_UPLOAD_BYTES // 1024**2)
            digest.update(piece)
            target.write(piece)
    media_type = intake.detect(path, name)
    intake.inspect(path, media_type, intake.Limits(max_bytes=settings.MAX_UPLOAD_BYTES, max_pages=settings.MAX_PAGES))
    return Received(path, name, digest.hexdigest(), size, str(media_type))


def _keep(received: Received, wishes: Wishes) -> Upload:
    """The document that `received` becomes, or the one that it is already. Equal uploads at one time wait here."""
    with transaction.atomic():
        _lock(received.sha256)
        if found := _known(received.sha256, wishes):
            return Upload(found.document, found, duplicate=True)
        stored = _store(received)
        try:
            return _create(received, wishes, stored)
        except BaseException:
            default_storage.delete(stored)
            raise


def _lock(sha256: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"upload {sha256}"])


def _known(sha256: str, wishes: Wishes) -> DocumentVersion | None:
    """What the user may see with these bytes, own documents first. A stranger's private copy is not found.

    For a new version only what its document has: another document with the same bytes is another document.
    """
    user = wishes.owner
    rows = DocumentVersion.objects.filter(sha256=sha256, document__in=Document.objects.visible_to(user))
    if wishes.document:
        rows = rows.filter(document=wishes.document)
    found = list(rows.select_related("document").order_by("id"))
    return min(found, key=lambda version: version.document.owner_id != user.pk, default=None)


class _Moved(File):  # type: ignore[type-arg]
    """A file that the file system storage may rename into place instead of copying it."""

    def __init__(self, file: IO[bytes], path: Path) -> None:
        super().__init__(file, name=path.name)
        self._path = path

    def temporary_file_path(self) -> str:
        return str(self._path)


def _store(received: Received) -> str:
    suffix = PurePosixPath(received.name).suffix[:10]
    with received.path.open("rb") as file:
        return default_storage.save(f"versions/{uuid.uuid4()}{suffix}", _Moved(file, received.path))


def _create(received: Received, wishes: Wishes, stored: str) -> Upload:
    document = wishes.document or _new_document(received, wishes)
    version = DocumentVersion.objects.create(
        document=document,
        sha256=received.sha256,
        file=stored,
        file_name=received.name,
        media_type=received.media_type,
        size=received.size,
    )
    facts = {"file": received.name, "sha256": received.sha256, "size": received.size, "media_type": received.media_type}
    record(Action.UPLOADED, version, wishes.owner, wishes.address, visibility=wishes.visibility, **facts)
    transaction.on_commit(lambda: dispatch.send(version.pk, State.UPLOADED))
    return Upload(document, version, duplicate=False)


def _new_document(received: Received, wishes: Wishes) -> Document:
    """A company that was named with the upload counts as entered by hand: no reading of the file overwrites it."""
    circle = Circle.of(wishes.visibility, wishes.owner.pk, wishes.owner.team_id)
    company = company_named(wishes.company_name, told_to=circle) if wishes.company_name else None
    entered = {"edited": ["company"], "by_hand": by_hand({"company": wishes.company_name}, wishes.owner)}
    return Document.objects.create(
        name=PurePosixPath(received.name).stem,
        kind=wishes.kind,
        owner=wishes.owner,
        visibility=wishes.visibility,
        team=wishes.owner.team if wishes.visibility == Visibility.TEAM else None,
        company=company,
        metadata=entered if company else {},
    )
