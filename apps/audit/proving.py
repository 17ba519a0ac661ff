"""A proof of one event for a stranger: its place in the log, the entry, and the fields that he may see."""

import json
import uuid
from base64 import urlsafe_b64decode
from collections.abc import Collection
from dataclasses import dataclass

from django.db import connection

from apps.audit.commitments import FIELDS, NO_SALT, Entry, contents, digest, disclosure, salt_of
from apps.audit.log.merkle import ProofRefused
from apps.audit.log.notes import Verifier
from apps.audit.log.proofs import Proof, prove
from apps.audit.log.tiles import WIDTH, Folder, width_of
from apps.audit.models import SealedEvent


@dataclass(frozen=True, slots=True)
class Proven:
    """What a proof shows: the fields that it discloses, by name; the others stay hidden behind their hashes."""

    event: str
    number: int
    sealed: str
    size: int
    fields: dict[str, object]


def proof_of(folder: Folder, log: Verifier, event: uuid.UUID, hidden: Collection[str] = ()) -> Proof:
    """The proof of a sealed event, without the fields in `hidden`. Raises ProofRefused where there is none yet.

    folder: the files of the log that `log` signs; NoteRefused, TileRefused where they are not in order.
    """
    row, note = SealedEvent.objects.filter(event=event).first(), folder.checkpoint()
    size = log.checkpoint(note).size if note else 0
    if row is None or note is None or row.index >= size:
        raise ProofRefused(f"The event {event} is not sealed yet.")
    number, place = divmod(row.index, WIDTH)
    entry = folder.entries(number, width_of(size, number))[place]
    told = {"entry": entry.decode(), "disclosures": _disclosures(row, hidden)}
    return prove(folder.tree(size), row.index, note, json.dumps(told).encode())


def proven(proof: Proof, log: Verifier) -> Proven:
    """What the proof shows of an event of this log. Raises ProofRefused for anything that does not fit."""
    try:
        told = json.loads(proof.extra)
        data, disclosures = str(told["entry"]).encode(), list(map(str, told["disclosures"]))
        entry = Entry.parse(data)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise ProofRefused("The proof does not bring the entry of an event.") from error
    size = proof.check(data, log).size
    fields = dict(_shown(entry, text) for text in disclosures)
    return Proven(entry.event, entry.number, entry.sealed, size, fields)


def _disclosures(row: SealedEvent, hidden: Collection[str]) -> list[str]:
    with connection.cursor() as cursor:
        found = contents(cursor, [row.number]).get(row.number)
    if found is None:
        raise ProofRefused(f"The event {row.event} is gone.")
    salts = [salt_of(bytes(row.salts), n) for n in range(len(FIELDS))]
    kept = [n for n, name in enumerate(FIELDS) if name not in hidden and salts[n] != NO_SALT]
    return [disclosure(salts[n], n, found.values[n]) for n in kept]


def _shown(entry: Entry, text: str) -> tuple[str, object]:
    """Name and value of a disclosure whose hash is the entry's for that very field."""
    try:
        _, name, value = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        fits = entry.digests[FIELDS.index(name)] == digest(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise ProofRefused("A disclosure cannot be read.") from error
    if not fits:
        raise ProofRefused(f"The field {name} is not what was sealed.")
    return name, value
