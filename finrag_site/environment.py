"""Settings from the environment: `NAME`, or the content of the file that `NAME_FILE` points at."""

import os
from pathlib import Path


def text(name: str, default: str = "") -> str:
    """The value of `name`, else the stripped content of the file at `name_FILE`, else `default`."""
    if value := os.environ.get(name):
        return value
    if path := os.environ.get(f"{name}_FILE"):
        return Path(path).read_text().strip()
    return default


def number(name: str, default: int) -> int:
    return int(text(name, str(default)))


def flag(name: str, default: bool = False) -> bool:
    return text(name, "1" if default else "0").lower() in {"1", "true", "yes", "on"}


def words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in text(name, default).split(",") if word.strip()]
