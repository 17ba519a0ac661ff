"""Calculations that a model of the workflow asks for, over cells of the tables that it was shown (H4)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pydantic import Field

from apps.answers.compose.draft import Draft
from apps.answers.compose.figures import computed
from apps.answers.compute.figures import Figure
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.sheet import in_figures, in_words
from apps.answers.compute.tree import Leaf
from apps.answers.modelled.caller import Exact
from apps.answers.tools.calculating import computed as computed_from
from apps.answers.tools.desk import Desk, ToolError
from apps.answers.tools.shapes import Calculate
from apps.inference.language import data_block

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


def line_told(figure: Figure) -> str:
    """What it is of, and how it was computed, for a model."""
    formula = "" if isinstance(figure.tree, Leaf) else f" = {in_words(figure)} = {in_figures(figure)}"
    return f"{', '.join(filter(None, (figure.subject, figure.period)))}: {figure.shown.text}{formula}"


def beside(by_rules: Draft, figures: tuple[Figure, ...]) -> Draft:
    """A draft of the rules from which further `figures` can be cited, too."""
    if by_rules.outcome is None or (base := computed(Outcome(by_rules.outcome.query, figures))) is None:
        return by_rules
    outcome = replace(by_rules.outcome, figures=tuple(dict.fromkeys([*by_rules.outcome.figures, *figures])))
    operands = [claim for claim in by_rules.claims if claim.operand]  # they stand before all other claims
    return replace(by_rules, outcome=outcome, claims=tuple(dict.fromkeys([*operands, *base.claims, *by_rules.claims])))
