"""Checkpoints leave the machine: whoever rewrites the trail later cannot rewrite what lies elsewhere.

Places come from settings: a folder, a web address (HTTP PUT), mailto:address, and witnesses. Each has a row of its own
that says what it has; a failure is kept there, tried again with growing pauses, and an event when it begins.
"""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

import httpx2
from django.conf import settings
from django.core.mail import send_mail
from django.utils import timezone

from apps.audit.log.merkle import ProofRefused
from apps.audit.log.notes import Checkpoint, Note, NoteRefused, Signature, Verifier
from apps.audit.log.sealing import Sealer, alone
from apps.audit.log.tiles import CHECKPOINT, TileRefused, write_whole
from apps.audit.models import Action, CheckpointDelivery
from apps.audit.trail import record
from apps.audit.witnessing import MOST_BYTES, Request

logger = logging.getLogger(__name__)
SECONDS = 5.0
FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=1)
WEB = ("http://", "https://")


class DeliveryFailed(RuntimeError):
    """A place did not take a checkpoint; one sentence."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """The newest checkpoint: what it states, and the signed note."""

    log: Sealer
    checkpoint: Checkpoint
    note: str

    @property
    def file_name(self) -> str:
        return f"{self.checkpoint.size:012d}.checkpoint"


class Place(Protocol):
    """Somewhere outside. `send` raises DeliveryFailed, OSError, httpx2.HTTPError or NoteRefused."""

    @property
    def name(self) -> str: ...
    @property
    def pause(self) -> int: ...
    def send(self, sealed: Sealed, since: int) -> None: ...


@dataclass(frozen=True, slots=True)
class FolderPlace:
    """A folder, best on another machine or on a medium that is written once: one file per checkpoint."""

    path: Path

    @property
    def name(self) -> str:
        return str(self.path)

    @property
    def pause(self) -> int:
        return int(settings.AUDIT_PLACE_SECONDS)

    def send(self, sealed: Sealed, since: int) -> None:
        path = self.path / sealed.file_name
        if not path.exists():
            write_whole(path, sealed.note.encode())
        elif Note.parse(path.read_text(errors="replace")).body != sealed.checkpoint.body:
            raise DeliveryFailed(f"Another checkpoint of {sealed.checkpoint.size} entries lies there already.")


@dataclass(frozen=True, slots=True)
class WebPlace:
    """A web address that takes PUT; one that ends in a slash gets one file per checkpoint."""

    url: str

    @property
    def name(self) -> str:
        return _without_secrets(self.url)

    @property
    def pause(self) -> int:
        return int(settings.AUDIT_PLACE_SECONDS)

    def send(self, sealed: Sealed, since: int) -> None:
        url = self.url + sealed.file_name if self.url.endswith("/") else self.url
        headers = {"Content-Type": "text/plain; charset=utf-8"}
        answer = httpx2.put(url, content=sealed.note.encode(), headers=headers, timeout=SECONDS)
        if not answer.is_success:
            raise DeliveryFailed(f"The address answered {answer.status_code}.")


@dataclass(frozen=True, slots=True)
class MailPlace:
    """An address that gets a checkpoint now and then; whoever reads it keeps it."""

    address: str

    @property
    def name(self) -> str:
        return f"mailto:{self.address}"

    @property
    def pause(self) -> int:
        return int(settings.AUDIT_MAIL_SECONDS)

    def send(self, sealed: Sealed, since: int) -> None:
        subject = f"Audit checkpoint of {sealed.checkpoint.size} events ({sealed.checkpoint.origin})"
        send_mail(subject, sealed.note, None, [self.address])


@dataclass(frozen=True, slots=True)
class WitnessPlace:
    """Another installation that cosigns what continues the log it knows (C2SP tlog-witness, add-checkpoint)."""

    url: str
    verifier: Verifier

    @property
    def name(self) -> str:
        return f"witness {self.verifier.name}"

    @property
    def pause(self) -> int:
        return int(settings.AUDIT_PLACE_SECONDS)

    def send(self, sealed: Sealed, since: int) -> None:
        answer = self._ask(sealed, since)
        if answer.status_code == httpx2.codes.CONFLICT and answer.text.strip().isdecimal():
            answer = self._ask(sealed, int(answer.text))
        if answer.status_code != httpx2.codes.OK or len(answer.content) > MOST_BYTES:
            raise DeliveryFailed(f"The witness answered {answer.status_code}: {answer.text[:200]}")
        note = Note.parse(f"{sealed.checkpoint.body}\n{answer.text}")
        _keep_cosigned(sealed, self.verifier.signature_of(note))

    def _ask(self, sealed: Sealed, old: int) -> httpx2.Response:
        if old > sealed.checkpoint.size:
            raise DeliveryFailed(f"The witness knows a log of {old} entries, and this one has fewer.")
        request = Request.make(sealed.log.folder.tree(sealed.checkpoint.size), old, sealed.note)
        headers = {"Content-Type": "text/plain; charset=utf-8"}
        return httpx2.post(f"{self.url}/add-checkpoint", content=request.text, headers=headers, timeout=SECONDS)


def places() -> list[Place]:
    """Those of the settings. Raises NoteRefused for a witness without a proper key."""
    return [*map(_place, settings.AUDIT_PLACES), *map(_witness, settings.AUDIT_WITNESSES)]


def deliver(log: Sealer) -> int:
    """Send the newest checkpoint wherever it is due; how many places took it."""
    note = log.folder.checkpoint()
    if note is None:
        return 0
    sealed = Sealed(log, log.signer.verifier.checkpoint(note), note)
    return sum(_deliver(sealed, place) for place in places())


def _place(address: str) -> Place:
    if address.startswith(WEB):
        return WebPlace(address)
    if address.startswith("mailto:"):
        return MailPlace(address.removeprefix("mailto:"))
    return FolderPlace(Path(address.removeprefix("file:")))


def _witness(words: str) -> Place:
    url, _, vkey = words.partition(" ")
    return WitnessPlace(url.rstrip("/"), Verifier.parse(vkey))


def _deliver(sealed: Sealed, place: Place) -> bool:
    row = CheckpointDelivery.objects.get_or_create(place=place.name)[0]
    if row.size == sealed.checkpoint.size or not _claimed(row):
        return False
    try:
        place.send(sealed, row.size)
    except (DeliveryFailed, NoteRefused, ProofRefused, TileRefused, OSError, httpx2.HTTPError) as error:
        _failed(row, str(error) or type(error).__name__)
        return False
    _took(row, sealed.checkpoint.size, timezone.now() + timedelta(seconds=place.pause))
    return True


def _claimed(row: CheckpointDelivery) -> bool:
    """Whether the place is due, and ours to serve: of two who try, one does."""
    now = timezone.now()
    if row.due_at and row.due_at > now:
        return False
    rows = CheckpointDelivery.objects.filter(pk=row.pk, due_at=row.due_at)
    return rows.update(due_at=now + _pause_after(row.failures)) == 1


def _pause_after(failures: int) -> timedelta:
    return min(FIRST_PAUSE * (1 << min(failures, 10)), LONGEST_PAUSE)


def _took(row: CheckpointDelivery, size: int, due: datetime) -> None:
    rows = CheckpointDelivery.objects.filter(pk=row.pk)
    rows.update(size=size, delivered_at=timezone.now(), failures=0, error="", due_at=due)


def _failed(row: CheckpointDelivery, error: str) -> None:
    logger.warning("the checkpoint was not delivered to %s: %s", row.place, error)
    CheckpointDelivery.objects.filter(pk=row.pk).update(failures=row.failures + 1, error=error)
    if not row.failures:
        record(Action.CHECKPOINT_UNDELIVERED, place=row.place, error=error)


def _keep_cosigned(sealed: Sealed, cosignature: Signature) -> None:
    """Add a witness's signature to the log's checkpoint, unless that has moved on."""
    folder = sealed.log.folder
    with alone() as state:
        note = Note.parse(folder.checkpoint() or "")
        if state is not None and note.body == sealed.checkpoint.body:
            write_whole(folder.root / CHECKPOINT, note.signed_too((cosignature,)).text.encode())


def _without_secrets(url: str) -> str:
    """The address without name, password and query, for rows and events."""
    parts = urlsplit(url)
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{parts.hostname}{port}{parts.path}"
