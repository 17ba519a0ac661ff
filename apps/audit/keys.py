"""The keys of the log and of the witness: from the environment, or made once and kept in a file that only we read."""

import contextlib
import os
import secrets
from pathlib import Path

from django.conf import settings

from apps.audit.log.notes import Kind, NoteRefused, Signer, Verifier


def log_signer() -> Signer:
    """The key that seals the trail, made at first use. Raises NoteRefused for a key that is none, OSError."""
    return _signer(settings.AUDIT_KEY, settings.AUDIT_KEY_PATH, Kind.LOG)


def witness_signer() -> Signer:
    """The key that cosigns the logs of others. Raises as `log_signer` does."""
    return _signer(settings.AUDIT_WITNESS_KEY, settings.AUDIT_WITNESS_KEY_PATH, Kind.WITNESS)


def log_verifier() -> Verifier:
    """The public key that the trail is verified with: the pinned one, else that of our own signing key.

    Raises NoteRefused where there is neither: a key that is made now has signed nothing.
    """
    if settings.AUDIT_VKEY:
        return Verifier.parse(settings.AUDIT_VKEY)
    if not settings.AUDIT_KEY and not settings.AUDIT_KEY_PATH.exists():
        raise NoteRefused("There is no key to verify with: name the log's public key in FINRAG_AUDIT_VKEY.")
    return log_signer().verifier


def _signer(text: str, path: Path, kind: Kind) -> Signer:
    if not text and not path.exists():
        _create(path, Signer.make(_name(kind), kind).text)
    return Signer.parse(text or path.read_text())


def _name(kind: Kind) -> str:
    """Names are unique among all who meet at one witness."""
    name = settings.AUDIT_ORIGIN or f"finrag-{secrets.token_hex(4)}/audit"
    return name if kind is Kind.LOG else f"{name}-witness"


def _create(path: Path, text: str) -> None:
    """Write aside and link: of several processes that start together, all read the key of the first, and all of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(text + "\n")
    with contextlib.suppress(FileExistsError):
        os.link(half, path)
    half.unlink()
