"""Which re-ranker is at work where the settings say "shipped": the one that ships, or one that was put in its place."""

from pathlib import Path

from django.conf import settings

from apps.inference.packed_pairs import SHIPPED

POINTER = "active"


def folder() -> Path:
    """Of the model at work. Read at each question, so that a change needs no restart."""
    return Path(found) if (found := named()) else SHIPPED


def named() -> str:
    """The folder that is pointed to, "" for the model that ships."""
    try:
        return (_models() / POINTER).read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""


def point_to(name: str) -> None:
    """Put the model in the folder `name` to work; "" for the one that ships."""
    _models().mkdir(parents=True, exist_ok=True)
    fresh = _models() / f"{POINTER}.new"
    fresh.write_text(name, encoding="utf-8")
    fresh.replace(_models() / POINTER)


def _models() -> Path:
    return Path(settings.MODELS_DIR)
