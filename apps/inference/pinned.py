"""Files whose content is pinned: a model that is not the one measured is not used."""

import hashlib
from pathlib import Path

from apps.inference.errors import ModelUnavailable


def checked(path: Path, sha256: str, remedy: str) -> Path:
    """`path` itself if its content has this sha256; raises ModelUnavailable with `remedy` otherwise."""
    if not path.is_file():
        raise ModelUnavailable(f"The model file {path.name} is missing: {remedy}.")
    with path.open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != sha256:
            raise ModelUnavailable(f"The model file {path.name} is not the one that was pinned: {remedy}.")
    return path
