"""The questions that ship with the product: a data file, brought into the store after each migration."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from apps.memory.models import CanonicalQuestion, Kind, Topic
from apps.questions.query import as_json, from_json

FILE = Path(__file__).parent / "data" / "questions.toml"


@cache
def shipped() -> dict[str, dict[str, Any]]:
    """Key -> fields of a `CanonicalQuestion`. Raises for a measure that is no expression or a topic that is none."""
    tables = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {key: _fields(ordinal, table) for ordinal, (key, table) in enumerate(tables.items())}


def _fields(ordinal: int, table: dict[str, Any]) -> dict[str, Any]:
    query = from_json({"intent": "figure", "measures": [table["measure"]]})
    return {
        "topic": Topic(table["topic"]),
        "ordinal": ordinal,
        "kind": Kind.FIGURE,
        "name": table["name"],
        "wording": table["wording"],
        "asked": table["asked"],
        "query": as_json(query),
    }


def load() -> int:
    """Write them; returns how many rows are new or changed. Cells of a question whose query changed stay with it."""
    held = {row.key: row for row in CanonicalQuestion.objects.exclude(key=None)}
    changed = 0
    for key, fields in shipped().items():
        row = held.get(key) or CanonicalQuestion(key=key)
        if row.pk is None or any(getattr(row, name) != value for name, value in fields.items()):
            for name, value in fields.items():
                setattr(row, name, value)
            row.save()
            changed += 1
    return changed


def after_migration(**told: Any) -> None:
    """Receives `post_migrate` of this app."""
    load()
