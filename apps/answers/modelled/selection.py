"""Passages that a curating model chose for the writer (H3)."""

from dataclasses import dataclass
from typing import Any

from apps.answers.modelled.calculations import NOTHING, Calculations
from apps.answers.sources.evidence import Evidence, Passage


@dataclass(frozen=True, slots=True)
class Selection:
    """Best first. evidence: all that was gathered, what the rounds added included.

    rounds: of each what was shown and chosen, what was missing, and the complementary question. calculations: what was
    asked for over the cells that were shown.
    """

    passages: tuple[Passage, ...]
    evidence: Evidence
    rounds: tuple[dict[str, Any], ...] = ()
    calculations: Calculations = NOTHING

    def seen(self) -> dict[str, Any]:
        return {"passages": len(self.passages), "rounds": list(self.rounds)}
