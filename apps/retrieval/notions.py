"""The notions of `notions.toml`: words by which questions say one thing, told once for all that read questions."""

import tomllib
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parent / "notions.toml"


@cache
def _notions() -> dict[str, str]:
    return tomllib.loads(SOURCE.read_text(encoding="utf-8"))


def notion(*names: str) -> str:
    """Any of the words for these notions, as alternatives of a pattern without a group. Raises KeyError for others."""
    return "|".join(_notions()[name] for name in names)
