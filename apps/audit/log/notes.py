"""Signed notes and checkpoints: C2SP signed-note, tlog-checkpoint and tlog-cosignature, with Ed25519."""

import base64
import binascii
import time
from dataclasses import dataclass, replace
from enum import IntEnum
from hashlib import sha256
from typing import Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

DASH = "\u2014"
PRIVATE = "PRIVATE+KEY+"
HASH_BYTES = 32
KEY_ID_BYTES = 4
TIME_BYTES = 8
MOST_BYTES = 100_000  # of a note that others send


class NoteRefused(ValueError):
    """A note, a key or a signature is not what it must be; the message is one sentence."""


class Kind(IntEnum):
    """What a signature says: of a log, this is my tree; of a witness, this tree continues the one I saw before."""

    LOG = 1
    WITNESS = 4


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise NoteRefused(f"{text[:60]!r} is not base64.") from error


def _key_id(name: str, kind: int, public: bytes) -> bytes:
    return sha256(name.encode() + b"\n" + bytes([kind]) + public).digest()[:KEY_ID_BYTES]


@dataclass(frozen=True, slots=True)
class Signature:
    """One line below a note."""

    name: str
    key_id: bytes
    data: bytes

    @property
    def line(self) -> str:
        return f"{DASH} {self.name} {encoded(self.key_id + self.data)}\n"

    @classmethod
    def parse(cls, line: str) -> Self:
        dash, name, data = (*line.split(" "), "", "")[:3]
        blob = decoded(data)
        if dash != DASH or line.count(" ") != 2 or not name or len(blob) <= KEY_ID_BYTES:
            raise NoteRefused(f"{line[:60]!r} is no signature line.")
        return cls(name, blob[:KEY_ID_BYTES], blob[KEY_ID_BYTES:])


@dataclass(frozen=True, slots=True)
class Note:
    """A text that ends with a newline, and who signed it."""

    body: str
    signatures: tuple[Signature, ...]

    @property
    def text(self) -> str:
        return f"{self.body}\n{''.join(signature.line for signature in self.signatures)}"

    @classmethod
    def parse(cls, text: str) -> Self:
        body, gap, lines = text.rpartition("\n\n")
        if not gap or not lines.endswith("\n") or len(text) > MOST_BYTES:
            raise NoteRefused("This is no signed note.")
        return cls(body + "\n", tuple(Signature.parse(line) for line in lines[:-1].split("\n")))

    def signed_too(self, more: tuple[Signature, ...]) -> Self:
        """With further signatures; of one key the newest is kept."""
        new = {(signature.name, signature.key_id) for signature in more}
        kept = tuple(old for old in self.signatures if (old.name, old.key_id) not in new)
        return replace(self, signatures=kept + more)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The tree head that a note's body states. Lines of extensions are left to those who know them."""

    origin: str
    size: int
    root: bytes

    @property
    def body(self) -> str:
        return f"{self.origin}\n{self.size}\n{encoded(self.root)}\n"

    @classmethod
    def parse(cls, body: str) -> Self:
        origin, size, root = (*body.split("\n"), "", "", "")[:3]
        if not origin or not size.isdecimal() or not size.isascii() or str(int(size[:20])) != size:
            raise NoteRefused("This is no checkpoint.")
        if len(hashed := decoded(root)) != HASH_BYTES:
            raise NoteRefused("The checkpoint's root is no SHA-256 hash.")
        return cls(origin, int(size), hashed)


@dataclass(frozen=True, slots=True)
class Verifier:
    """A public key with its name, written as a verifier key ("vkey"): name+id+base64."""

    name: str
    kind: Kind
    public: bytes

    @property
    def key_id(self) -> bytes:
        return _key_id(self.name, self.kind, self.public)

    @property
    def vkey(self) -> str:
        return f"{self.name}+{self.key_id.hex()}+{encoded(bytes([self.kind]) + self.public)}"

    @classmethod
    def parse(cls, vkey: str) -> Self:
        name, key_id, data = (*vkey.strip().split("+", 2), "", "")[:3]
        blob = decoded(data)
        if not name or " " in name or len(blob) != 1 + HASH_BYTES or blob[0] not in set(Kind):
            raise NoteRefused(f"{vkey[:80]!r} is no verifier key of Ed25519.")
        found = cls(name, Kind(blob[0]), blob[1:])
        if found.key_id.hex() != key_id:
            raise NoteRefused(f"The id of the verifier key {name!r} does not fit its key.")
        return found

    def signature_of(self, note: Note) -> Signature:
        """This key's valid signature. Raises NoteRefused where there is none."""
        for signature in note.signatures:
            if (signature.name, signature.key_id) == (self.name, self.key_id):
                self._check(note.body, signature)
                return signature
        raise NoteRefused(f"The note is not signed by {self.name} ({self.key_id.hex()}).")

    def checkpoint(self, text: str) -> Checkpoint:
        """The checkpoint in a note that this log signed. Raises NoteRefused for any other."""
        note = Note.parse(text)
        self.signature_of(note)
        found = Checkpoint.parse(note.body)
        if self.kind is Kind.LOG and found.origin != self.name:
            raise NoteRefused(f"The checkpoint is one of {found.origin!r}, and not of {self.name!r}.")
        return found

    def _check(self, body: str, signature: Signature) -> None:
        message, data = body.encode(), signature.data
        if self.kind is Kind.WITNESS:
            message, data = _witnessed(body, int.from_bytes(data[:TIME_BYTES], "big")), data[TIME_BYTES:]
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(data, message)
        except InvalidSignature as error:
            raise NoteRefused(f"The signature of {self.name} does not fit the note.") from error


@dataclass(frozen=True, slots=True)
class Signer:
    """A private key with its name, written as Go's note package writes it: PRIVATE+KEY+name+id+base64."""

    name: str
    kind: Kind
    key: Ed25519PrivateKey

    @property
    def verifier(self) -> Verifier:
        return Verifier(self.name, self.kind, self.key.public_key().public_bytes_raw())

    @property
    def text(self) -> str:
        secret = encoded(bytes([self.kind]) + self.key.private_bytes_raw())
        return f"{PRIVATE}{self.name}+{self.verifier.key_id.hex()}+{secret}"

    @classmethod
    def make(cls, name: str, kind: Kind) -> Self:
        if not name or "+" in name or any(character.isspace() for character in name):
            raise NoteRefused(f"{name!r} cannot name a key: no spaces, no plus.")
        return cls(name, kind, Ed25519PrivateKey.generate())

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises NoteRefused, which never repeats the key."""
        name, key_id, data = (*text.strip().removeprefix(PRIVATE).split("+", 2), "", "")[:3]
        try:
            blob = decoded(data)
            found = cls(name, Kind(blob[0]), Ed25519PrivateKey.from_private_bytes(blob[1:]))
        except (ValueError, IndexError):
            raise NoteRefused("The signing key must read PRIVATE+KEY+name+id+base64.") from None
        if found.verifier.key_id.hex() != key_id:
            raise NoteRefused("The id of the signing key does not fit the key.")
        return found

    def sign(self, body: str) -> Signature:
        if self.kind is Kind.WITNESS:
            now = int(time.time())
            data = now.to_bytes(TIME_BYTES, "big") + self.key.sign(_witnessed(body, now))
        else:
            data = self.key.sign(body.encode())
        return Signature(self.name, self.verifier.key_id, data)

    def note(self, body: str) -> Note:
        return Note(body, (self.sign(body),))


def _witnessed(body: str, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{body}".encode()
