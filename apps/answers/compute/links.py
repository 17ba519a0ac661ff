"""Leaves of an expression that no printed line met by its name, and lines that are taken for them all the same (H2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from apps.answers.compute.operands import Operand
from apps.answers.sources.candidate import Span
from apps.questions.expressions import Item, Row
from apps.questions.slots import Part
from apps.statements.ontology import Concept, concepts


@dataclass(frozen=True, slots=True)
class Wanting:
    """A leaf that was not found by its name. part: of which it was sought."""

    item: Item | Row
    part: Part | None = None

    @property
    def phrase(self) -> str:
        """What it is called, the part first: "Europe revenue"."""
        return f"{self.part.name if self.part else ''} {self.name}".strip()

    @property
    def name(self) -> str:
        if isinstance(self.item, Row):
            return self.item.label
        known = self.concept
        return known.name if known else self.item.concept

    @property
    def concept(self) -> Concept | None:
        """What is known of the item; None of a line that is no item of statements."""
        return concepts().get(self.item.concept) if isinstance(self.item, Item) else None


class TakenLine(Protocol):
    """A printed line that stands for a leaf."""

    def operand(self, span: Span, name: str) -> Operand | None:
        """Its figure of the period; None where it has none."""
        ...


Links = Mapping[Wanting, TakenLine]
