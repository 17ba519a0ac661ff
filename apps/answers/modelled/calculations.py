"""Calculations that a model of the workflow asks for, over cells of the tables that it was shown (H4)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pydantic import Field

from apps.answers.compose.draft import Draft
from apps.answers.compose.figures import computed
from apps.answers.compute.figures import Figure
from apps.answers.compute.outcome import Outcome
from apps.answers.modelled.caller import Exact
from apps.answers.models import Status
from apps.answers.tools.calculating import computed as computed_from
from apps.answers.tools.desk import Desk, ToolError
from apps.answers.tools.shapes import Calculate
from apps.inference.language import data_block
from apps.questions.query import Query

MOST = 4  # of one reply
SHOWN = 200  # characters of an expression


class Wanted(Exact):
    """A calculation that is asked for, over ids of cells and numbers."""

    name: str = Field(max_length=120)
    expression: str = Field(max_length=400)


@dataclass(frozen=True, slots=True)
class Calculations:
    """What was computed so far. refused: what came to nothing, each with its reason."""

    figures: tuple[Figure, ...] = ()
    refused: tuple[str, ...] = ()

    def __add__(self, other: "Calculations") -> "Calculations":
        return Calculations((*self.figures, *other.figures), (*self.refused, *other.refused))

    def blocks(self) -> list[str]:
        """The reasons, as a model is told of them."""
        return [data_block("calculator refused", one) for one in self.refused]


NOTHING = Calculations()


def carried_out(desk: Desk, wanted: Iterable[Wanted]) -> Calculations:
    """Only cells that `desk` showed, and figures quoted from what was shown, can be computed with."""
    made, refused = list[Figure](), list[str]()
    for one in wanted:
        try:
            made.append(computed_from(desk, Calculate(name=one.name, expression=one.expression)))
        except ToolError as problem:
            refused.append(f"{one.expression[:SHOWN]}: {problem}")
    return Calculations(tuple(made), tuple(refused))


def led_by(by_rules: Draft, figures: tuple[Figure, ...], query: Query) -> Draft | None:
    """A draft that `figures` can be cited from, the rules' behind it; beside their figures where they have some.

    None where a figure rests on what cannot be cited.
    """
    base = computed(Outcome(query, figures))
    if base is None:
        return None
    if by_rules.outcome is None:
        return replace(base, status=Status.WRITTEN, words="", otherwise=by_rules)
    outcome = replace(by_rules.outcome, figures=(*by_rules.outcome.figures, *figures))
    operands = [claim for claim in by_rules.claims if claim.operand]  # they stand before all other claims
    return replace(by_rules, outcome=outcome, claims=tuple(dict.fromkeys([*operands, *base.claims, *by_rules.claims])))
