"""A witness of other logs: it signs only what continues the checkpoint that it signed before (C2SP tlog-witness)."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Self

from django.conf import settings
from django.db import transaction

from apps.audit import keys
from apps.audit.log.merkle import EMPTY, MOST_HASHES, ProofRefused, check_consistency, consistency_path
from apps.audit.log.notes import Checkpoint, Note, NoteRefused, Verifier, decoded, encoded
from apps.audit.log.tiles import Tree
from apps.audit.models import WitnessedLog

MOST_BYTES = 65_536


class WitnessRefused(Exception):
    """The checkpoint is not cosigned: the status and the body that the protocol answers with."""

    def __init__(self, status: HTTPStatus, body: str) -> None:
        super().__init__(body.strip())
        self.status = status
        self.body = body


@dataclass(frozen=True, slots=True)
class Request:
    """What a log asks: its signed checkpoint, and the proof that it continues the tree of `old` entries."""

    old: int
    path: tuple[bytes, ...]
    checkpoint: str

    @property
    def text(self) -> str:
        return "\n".join([f"old {self.old}", *map(encoded, self.path), "", self.checkpoint])

    @classmethod
    def make(cls, tree: Tree, old: int, checkpoint: str) -> Self:
        return cls(old, tuple(consistency_path(tree.subtree, old, tree.size)), checkpoint)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises NoteRefused for what is no such request."""
        head, gap, checkpoint = text.partition("\n\n")
        first, *hashes = head.split("\n")
        old = first.removeprefix("old ")
        if not gap or first == old or not old.isdecimal() or len(old) > 20 or len(hashes) > MOST_HASHES:
            raise NoteRefused("This is no request for a cosignature.")
        return cls(int(old), tuple(map(decoded, hashes)), checkpoint)


def cosign(text: str) -> str:
    """The signature line for the request in `text`. Raises WitnessRefused."""
    try:
        request = Request.parse(text)
        note = Note.parse(request.checkpoint)
        checkpoint = Checkpoint.parse(note.body)
    except NoteRefused as error:
        raise WitnessRefused(HTTPStatus.BAD_REQUEST, f"{error}\n") from error
    _check_signature(note, checkpoint)
    with transaction.atomic():
        WitnessedLog.objects.get_or_create(origin=checkpoint.origin, defaults={"root": EMPTY})
        known = WitnessedLog.objects.select_for_update().get(origin=checkpoint.origin)
        _check_growth(request, checkpoint, known)
        known.size, known.root, known.checkpoint = checkpoint.size, checkpoint.root, note.text
        known.save()
    return keys.witness_signer().sign(note.body).line


def _check_signature(note: Note, checkpoint: Checkpoint) -> None:
    trusted = [key for key in map(Verifier.parse, settings.AUDIT_WITNESSED) if key.name == checkpoint.origin]
    if not trusted:
        raise WitnessRefused(HTTPStatus.NOT_FOUND, f"The log {checkpoint.origin} is not witnessed here.\n")
    refusals = []
    for key in trusted:
        try:
            key.signature_of(note)
        except NoteRefused as error:
            refusals.append(str(error))
        else:
            return
    raise WitnessRefused(HTTPStatus.FORBIDDEN, "\n".join([*refusals, ""]))


def _check_growth(request: Request, checkpoint: Checkpoint, known: WitnessedLog) -> None:
    if request.old > checkpoint.size:
        raise WitnessRefused(HTTPStatus.BAD_REQUEST, "A log does not shrink.\n")
    if request.old != known.size:
        raise WitnessRefused(HTTPStatus.CONFLICT, f"{known.size}\n")
    if request.old == checkpoint.size and checkpoint.root != bytes(known.root):
        raise WitnessRefused(HTTPStatus.CONFLICT, f"{known.size}\n")
    try:
        check_consistency(known.size, checkpoint.size, request.path, bytes(known.root), checkpoint.root)
    except ProofRefused as error:
        raise WitnessRefused(HTTPStatus.UNPROCESSABLE_ENTITY, f"{error}\n") from error
