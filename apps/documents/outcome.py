"""What a step of the life cycle hands back before anything is saved."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Outcome:
    """`save` writes the artifacts inside the transaction of the transition and returns their counts.

    fields: further fields of the version to set; detail: further facts for the audit event.
    """

    save: Callable[[], dict[str, int]]
    fields: dict[str, Any] = field(default_factory=dict)
    detail: dict[str, Any] = field(default_factory=dict)
