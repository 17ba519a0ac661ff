"""Secrets that are made at first start and kept in `var/`: the key that signs sessions, passwords of the database."""

import contextlib
import os
import secrets
from pathlib import Path

from finrag_site.embedded.failure import ServerFailed
from finrag_site.embedded.paths import Layout


def own_key(place: Layout) -> str:
    """The key made at first start and kept in `var/secret_key`; there is no default secret.

    Raises:
        ServerFailed: the folder cannot be written.
    """
    return kept(place, "secret_key", hint="set FINRAG_SECRET_KEY or FINRAG_VAR_DIR")


def kept(place: Layout, name: str, *, hint: str = "set FINRAG_VAR_DIR") -> str:
    """The random text in the file `name` of `var`, which only its owner reads; made when it is missing.

    Raises:
        ServerFailed: the folder cannot be written.
    """
    path = place.var / name
    try:
        place.make()
        if not path.exists():
            _create(path)
        return path.read_text()
    except OSError as error:
        raise ServerFailed(f"The folder {place.var} cannot be used ({error.strerror}): {hint}.") from error


def _create(path: Path) -> None:
    """Write aside and link: of several processes that start together, all read the text of the first, and all of it."""
    half = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(secrets.token_urlsafe(50))
    with contextlib.suppress(FileExistsError):
        os.link(half, path)
    half.unlink()
