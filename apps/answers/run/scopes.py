"""The scope of a question as it is kept with the answer: JSON there and back."""

import uuid
from dataclasses import asdict
from typing import Any

from apps.retrieval.found import Scope


def scope_to_json(scope: Scope) -> dict[str, Any]:
    """Empty parts are left out: an empty object is everything that the asker may see."""
    return {name: [_plain(value) for value in values] for name, values in asdict(scope).items() if values}


def _plain(value: object) -> object:
    return str(value) if isinstance(value, uuid.UUID) else value


def scope_from_json(kept: dict[str, Any]) -> Scope:
    return Scope(
        documents=tuple(uuid.UUID(value) for value in kept.get("documents", ())),
        companies=tuple(uuid.UUID(value) for value in kept.get("companies", ())),
        years=tuple(int(value) for value in kept.get("years", ())),
        report_types=tuple(kept.get("report_types", ())),
        kinds=tuple(kept.get("kinds", ())),
    )
