"""The key that signs sessions, when the environment names none."""

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
    path = place.var / "secret_key"
    try:
        place.make()
        if not path.exists():
            _create(path)
        return path.read_text()
    except OSError as error:
        raise ServerFailed(
            f"The folder {place.var} cannot be used ({error.strerror}): set FINRAG_SECRET_KEY or FINRAG_VAR_DIR."
        ) from error


def _create(path: Path) -> None:
    """Write aside and link: of several processes that start together, all read the key of the first, and all of it."""
    half = path.with_name(f"secret_key.{os.getpid()}")
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(secrets.token_urlsafe(50))
    with contextlib.suppress(FileExistsError):
        os.link(half, path)
    half.unlink()
